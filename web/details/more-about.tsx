import { useLingui } from '@lingui/react/macro'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { focusFirstInvalid, hasDetailProblem } from './detail-problems.ts'
import css from './details-form.module.css'
import { DetailsForm } from './details-form.tsx'
import { hasMetadata, type MetadataProps } from './zine-metadata.ts'

export function MoreAbout({ children, ...props }: MetadataProps & { children?: ReactNode }) {
  const { t } = useLingui()
  const { metadata } = props
  /** Undefined until it was opened. */
  const [isOpen, setOpen] = useState<boolean>()
  const section = useRef<HTMLDetailsElement>(null)
  useBlockInvalidSubmit(section)
  useEffect(() => {
    if (isOpen) section.current?.scrollIntoView({ block: 'nearest' })
  }, [isOpen])
  return (
    <details ref={section} className={css.disclosure} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        {t`More about this zine`} <span className="meta">{hasMetadata(metadata) ? t`filled in` : t`optional`}</span>
      </summary>
      {/* A reopened draft may contain an invalid value. */}
      {(isOpen !== undefined || hasDetailProblem(metadata.details)) && <DetailsForm {...props}>{children}</DetailsForm>}
    </details>
  )
}

/** Stops submission while a detail is invalid, and focuses its field. */
function useBlockInvalidSubmit(section: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const form = section.current?.closest('form')
    const blockIfInvalid = (event: SubmitEvent) => {
      if (!section.current?.parentNode || !focusFirstInvalid(section.current.parentNode)) return
      event.preventDefault()
      // This listener runs before React's, so forms need not check their details.
      event.stopPropagation()
    }
    form?.addEventListener('submit', blockIfInvalid)
    return () => form?.removeEventListener('submit', blockIfInvalid)
  }, [section])
}
