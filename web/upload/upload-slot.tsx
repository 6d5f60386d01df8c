import { useEffect, useState } from 'react'
import { openSignIn, useViewer } from '#web/accounts/viewer.ts'
import { usePart } from '#web/ui/use-part.ts'

const loadDialog = () => import('./upload-dialog.tsx').then((part) => part.UploadDialog)

/** Preloads the dialog. Call this when the upload button gets hover or focus. */
export const preloadUpload = () => void loadDialog().catch(() => undefined)

export function UploadSlot() {
  const viewer = useViewer()
  const [open, setOpen] = useState(false)
  const UploadDialog = usePart(open, loadDialog, () => setOpen(false))
  useEffect(() => {
    const ask = () => (viewer ? setOpen(true) : openSignIn({ because: 'upload', goOn: openUpload }))
    window.addEventListener(uploadEvent, ask)
    return () => window.removeEventListener(uploadEvent, ask)
  }, [viewer])
  return open && UploadDialog ? <UploadDialog onClose={() => setOpen(false)} /> : null
}

/** The browser event that opens the upload dialog from anywhere, after sign-in. */
const uploadEvent = 'foldout:open-upload'

export const openUpload = () => window.dispatchEvent(new Event(uploadEvent))
