import { useEffect, useState } from 'react'
import { openSignIn, useViewer } from '#web/accounts/viewer.ts'
import { withSentences } from '#web/languages/browser-i18n.ts'
import { useLazyComponent } from '#web/ui/use-lazy-component.ts'

const loadDialog = () =>
  withSentences('making', () => import('./upload-dialog.tsx')).then((module) => module.UploadDialog)

/** Preloads the dialog. Call this when the upload button gets hover or focus. */
export const preloadUpload = () => void loadDialog().catch(() => undefined)

export function UploadSlot() {
  const viewer = useViewer()
  const [open, setOpen] = useState(false)
  const UploadDialog = useLazyComponent(open, loadDialog, () => setOpen(false))
  useEffect(() => {
    const onRequest = () => (viewer ? setOpen(true) : openSignIn({ reason: 'upload', onSignedIn: openUpload }))
    window.addEventListener(uploadEvent, onRequest)
    return () => window.removeEventListener(uploadEvent, onRequest)
  }, [viewer])
  return open && UploadDialog ? <UploadDialog onClose={() => setOpen(false)} /> : null
}

/** The browser event that opens the upload dialog from anywhere, after sign-in. */
const uploadEvent = 'foldout:open-upload'

export const openUpload = () => window.dispatchEvent(new Event(uploadEvent))
