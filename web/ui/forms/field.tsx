import { type ReactNode, useId } from 'react'
import '../styles/input.css'
import css from './field.module.css'

type Wiring = {
  id: string
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}

export type FieldProps = {
  label: string
  /** A few words after the label, such as "optional". */
  mark?: string
  hint?: ReactNode
  error?: string
  /** The control, given its id and what describes it. */
  children: (wiring: Wiring) => ReactNode
}

/** A label above its control, with the hint and the error that belong to it. */
export function Field({ label, mark, hint, error, children }: FieldProps) {
  const id = useId()
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className={css.field}>
      <label htmlFor={id}>
        {label}
        {mark && <span className={css.opt}> {mark}</span>}
      </label>
      {children({
        id,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': described || undefined,
      })}
      {hint && (
        <p className={css.hint} id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error && (
        <p className="error" id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  )
}
