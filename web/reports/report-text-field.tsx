import type { ReactNode } from 'react'
import * as limits from '#contract/limits.ts'
import { textLanguageOf } from '#contract/text-language.ts'
import { Field } from '#web/ui/forms/field.tsx'

type ReportTextFieldProps = {
  label: string
  mark?: string
  hint?: ReactNode
  error?: string | undefined
  value: string
  isFixed: boolean
  onChange: (text: string) => void
}

export const ReportTextField = ({ value, isFixed, onChange, error, ...field }: ReportTextFieldProps) => (
  <Field {...field} {...(error && { error })}>
    {(fieldProps) => (
      <textarea
        {...fieldProps}
        className="input"
        rows={4}
        maxLength={limits.reportText}
        {...textLanguageOf(value)}
        value={value}
        readOnly={isFixed}
        onChange={({ target }) => onChange(target.value)}
      />
    )}
  </Field>
)
