import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import css from './details-form.module.css'
import { DetailsForm } from './details-form.tsx'
import { isAnyRefused, leadToRefused } from './refused.ts'
import { isAnythingSaid, type SaidProps } from './said.ts'

export function MoreAbout({ children, ...props }: SaidProps & { children?: ReactNode }) {
  const { said } = props
  const [isOpened, setOpened] = useState(false)
  const part = useRef<HTMLDetailsElement>(null)
  useHeldForm(part)
  return (
    <details
      ref={part}
      className={css.more}
      onToggle={(event) => event.currentTarget.open && setOpened(true)}
    >
      <summary>
        More about this zine <span className="meta">{isAnythingSaid(said) ? 'filled in' : 'optional'}</span>
      </summary>
      {/* A reopened draft may contain an invalid value. */}
      {(isOpened || isAnyRefused(said.details)) && <DetailsForm {...props}>{children}</DetailsForm>}
    </details>
  )
}

/** Stops submission while a detail is invalid, and focuses its field. */
function useHeldForm(part: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const form = part.current?.closest('form')
    const hold = (event: SubmitEvent) => {
      if (!part.current?.parentNode || !leadToRefused(part.current.parentNode)) return
      event.preventDefault()
      // This listener runs before React's, so forms need not check their details.
      event.stopPropagation()
    }
    form?.addEventListener('submit', hold)
    return () => form?.removeEventListener('submit', hold)
  }, [part])
}
