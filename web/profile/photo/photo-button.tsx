import { Camera } from 'lucide-react'
import { useRef, useState } from 'react'
import type { UserProfile } from '#contract/creators.ts'
import * as limits from '#contract/limits.ts'
import { Avatar } from '#web/ui/marks/avatar.tsx'
import { showToast, type ToastWords } from '#web/ui/toasts/toast-store.ts'
import { usePart } from '#web/ui/use-part.ts'
import css from '../profile-page.module.css'

const loadDialog = () => import('./photo-dialog.tsx').then((part) => part.PhotoDialog)
const preload = () => void loadDialog().catch(() => undefined)

export function PhotoButton({ user }: { user: UserProfile }) {
  const button = useRef<HTMLButtonElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const [file, setFile] = useState<File | null>(null)
  const PhotoDialog = usePart(file !== null, loadDialog, () => setFile(null))
  const choose = (chosen: File | undefined) => {
    if (!chosen) return
    const problem = photoProblem(chosen)
    if (problem) showToast({ ...problem, variant: 'destructive' })
    else setFile(chosen)
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
        <span className="sr">Change profile photo</span>
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
          choose(event.target.files?.[0])
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

function photoProblem({ type, size }: { type: string; size: number }): ToastWords | undefined {
  if (!type.startsWith('image/')) {
    return { title: 'Invalid file type', description: 'Please select an image file.' }
  }
  if (size > limits.photoMb * bytesPerMb) {
    return {
      title: 'File too large',
      description: `Please select an image smaller than ${limits.photoMb}MB.`,
    }
  }
}
