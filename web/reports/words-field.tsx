import type { ReactNode } from 'react'
import * as limits from '#contract/limits.ts'
import { Field } from '#web/ui/forms/field.tsx'

type WordsFieldProps = {
  label: string
  mark?: string
  hint?: ReactNode
  error?: string | undefined
  value: string
  isFixed: boolean
  onChange: (words: string) => void
}

export const WordsField = ({ value, isFixed, onChange, error, ...field }: WordsFieldProps) => (
  <Field {...field} {...(error && { error })}>
    {(wiring) => (
      <textarea
        {...wiring}
        className="input"
        rows={4}
        maxLength={limits.reportWords}
        value={value}
        readOnly={isFixed}
        onChange={({ target }) => onChange(target.value)}
      />
    )}
  </Field>
)
