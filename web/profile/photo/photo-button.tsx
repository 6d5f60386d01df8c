import { i18n } from '@lingui/core'
import { ph, t } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Camera } from 'lucide-react'
import { useRef, useState } from 'react'
import type { UserProfile } from '#contract/creators.ts'
import * as limits from '#contract/limits.ts'
import { Avatar } from '#web/ui/marks/avatar.tsx'
import { showToast, type ToastContent } from '#web/ui/toasts/toast-store.ts'
import { useLazyComponent } from '#web/ui/use-lazy-component.ts'
import { type FileInfo, refusedFormatOf } from '#web/upload/upload-rules.ts'
import css from '../profile-page.module.css'

const loadDialog = () => import('./photo-dialog.tsx').then((module) => module.PhotoDialog)
const preload = () => void loadDialog().catch(() => undefined)

export function PhotoButton({ user }: { user: UserProfile }) {
  const { t } = useLingui()
  const button = useRef<HTMLButtonElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const [file, setFile] = useState<File | null>(null)
  const PhotoDialog = useLazyComponent(file !== null, loadDialog, () => setFile(null))
  const openFile = (chosenFile: File | undefined) => {
    if (!chosenFile) return
    const problem = photoProblem(chosenFile)
    if (problem) showToast({ ...problem, variant: 'destructive' })
    else setFile(chosenFile)
  }
  return (
    <>
      <button
        type="button"
        className={css.pic}
        ref={button}
        onClick={() => field.current?.click()}
        onPointerEnter={preload}
        onFocus={preload}
      >
        <span className="sr">{t`Change profile photo`}</span>
        <Avatar username={user.username} imageUrl={user.profileImageUrl} />
        <span className={css.camera} aria-hidden="true">
          <Camera className="ico" />
        </span>
      </button>
      <input
        ref={field}
        type="file"
        accept="image/*"
        hidden
        onChange={(event) => {
          openFile(event.target.files?.[0])
          event.target.value = ''
        }}
      />
      {file && PhotoDialog && (
        <PhotoDialog userId={user.id} file={file} onClose={() => setFile(null)} returnFocusTo={button} />
      )}
    </>
  )
}

const bytesPerMb = 1024 * 1024

function photoProblem({ name, type, size }: FileInfo): ToastContent | undefined {
  const refused = refusedFormatOf({ name })
  if (refused?.kind === 'image') return { title: t`Invalid file type`, description: i18n._(refused.message) }
  if (!type.startsWith('image/')) {
    return { title: t`Invalid file type`, description: t`Please select an image file.` }
  }
  if (size > limits.photoMb * bytesPerMb) {
    return {
      title: t`File too large`,
      description: t`Please select an image smaller than ${ph({ photoMb: limits.photoMb })}MB.`,
    }
  }
}
