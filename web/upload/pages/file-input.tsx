import type { ReactNode, Ref } from 'react'
import css from './file-input.module.css'

type Props = {
  label: string
  className: string | undefined
  accept: 'image/*' | 'image/*,video/*' | 'application/pdf' | '.zip,application/zip' | '.vtt,.srt,text/vtt'
  /** Accepts one image only. */
  single?: boolean
  focusFirst?: boolean
  disabled?: boolean
  isInvalid?: boolean
  ref?: Ref<HTMLInputElement> | undefined
  onChoose: (files: File[]) => void
  children: ReactNode
}

/** A native file input styled as a button. Choosing the same file twice fires the event twice. */
export function FileInput({ label, className, accept, single, focusFirst, disabled, isInvalid, ref, ...on }: Props) {
  return (
    <label className={`${css.choose} ${className}`}>
      <input
        ref={ref}
        type="file"
        className="sr"
        multiple={accept.startsWith('image/') && !single}
        aria-label={label}
        accept={accept}
        disabled={disabled}
        aria-invalid={isInvalid || undefined}
        data-autofocus={focusFirst || undefined}
        onChange={(event) => {
          on.onChoose([...(event.target.files ?? [])])
          event.target.value = ''
        }}
      />
      {on.children}
    </label>
  )
}
