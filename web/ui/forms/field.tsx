import { Trans } from '@lingui/react/macro'
import { type ComponentProps, type ReactNode, useId, useState } from 'react'
import { textLanguageOf } from '#contract/text-language.ts'
import '../styles/input.css'
import * as limits from '#contract/limits.ts'
import css from './field.module.css'

type ControlProps = {
  id: string
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}

export type FieldProps = {
  label: string
  mark?: string
  hint?: ReactNode
  error?: string
  children: (fieldProps: ControlProps) => ReactNode
}

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

/** The language of a text that a member writes. An empty field has the direction of the page. */
function valueLanguage({
  value,
  defaultValue,
  type = 'text',
}: ComponentProps<'input'> | (ComponentProps<'textarea'> & { type?: string })) {
  const text = value ?? defaultValue
  if (text === '') return {}
  return typeof text === 'string' && text && type === 'text' ? textLanguageOf(text) : { dir: 'auto' }
}

type TextFieldProps = Omit<FieldProps, 'children'> & ComponentProps<'input'>

export const TextField = ({ label, mark, hint, error, className = 'input', ...input }: TextFieldProps) => (
  <Field label={label} mark={mark} hint={hint} error={error}>
    {(fieldProps) => <input className={className} {...fieldProps} {...valueLanguage(input)} {...input} />}
  </Field>
)

/** `tools` are buttons beside the label. */
export type TextAreaProps = Omit<FieldProps, 'children'> & ComponentProps<'textarea'> & { tools?: ReactNode }

export const TextArea = ({ label, mark, hint, error, tools, ...area }: TextAreaProps) => (
  <Field label={label} mark={mark} hint={hint} error={error}>
    {(fieldProps) => (
      <>
        {tools}
        <textarea className="input" {...fieldProps} {...valueLanguage(area)} {...area} />
      </>
    )}
  </Field>
)

/** Prevents automatic capitals and spelling correction in usernames and codes. */
export const UsernameField = (props: TextFieldProps) => (
  <TextField autoComplete="username" autoCapitalize="none" spellCheck={false} {...props} />
)

export const EmailField = (props: TextFieldProps) => (
  <TextField type="email" autoComplete="email" maxLength={limits.email} {...props} />
)

type PasswordFieldProps = Omit<FieldProps, 'children'> & ComponentProps<'input'>

export function PasswordField({ label, mark, hint, error, ...input }: PasswordFieldProps) {
  const [shown, setShown] = useState(false)
  return (
    <Field label={label} mark={mark} hint={hint} error={error}>
      {(fieldProps) => (
        <span className={css.password}>
          <input
            className="input"
            type={shown ? 'text' : 'password'}
            autoCapitalize="none"
            spellCheck={false}
            maxLength={limits.passwordMax}
            {...fieldProps}
            {...input}
          />
          <button type="button" aria-pressed={shown} onClick={() => setShown(!shown)}>
            <Trans>
              Show<span className="sr"> what is typed</span>
            </Trans>
          </button>
        </span>
      )}
    </Field>
  )
}

export const Problem = ({ children }: { children: ReactNode }) =>
  children && (
    <p className="error" role="alert">
      {children}
    </p>
  )
