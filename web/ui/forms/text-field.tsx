import type { ComponentProps } from 'react'
import * as limits from '#contract/limits.ts'
import { Field, type FieldProps } from './field.tsx'

type TextFieldProps = Omit<FieldProps, 'children'> & ComponentProps<'input'>

/** A field for one line of text. */
export const TextField = ({ label, mark, hint, error, className = 'input', ...input }: TextFieldProps) => (
  <Field label={label} mark={mark} hint={hint} error={error}>
    {(wiring) => <input className={className} {...wiring} {...input} />}
  </Field>
)

/** A field for a name or a code, which no keyboard begins with a capital and no browser corrects. */
export const UsernameField = (props: TextFieldProps) => (
  <TextField autoComplete="username" autoCapitalize="none" spellCheck={false} {...props} />
)

export const EmailField = (props: TextFieldProps) => (
  <TextField type="email" autoComplete="email" maxLength={limits.email} {...props} />
)
