import { type ComponentProps, useState } from 'react'
import * as limits from '#contract/limits.ts'
import { Field, type FieldProps } from './field.tsx'
import css from './password-field.module.css'

type PasswordFieldProps = Omit<FieldProps, 'children'> & ComponentProps<'input'>

/** A field for a password, which can be looked at. Nothing that is typed is trimmed. */
export function PasswordField({ label, mark, hint, error, ...input }: PasswordFieldProps) {
  const [shown, setShown] = useState(false)
  return (
    <Field label={label} mark={mark} hint={hint} error={error}>
      {(wiring) => (
        <span className={css.password}>
          <input
            className="input"
            type={shown ? 'text' : 'password'}
            autoCapitalize="none"
            spellCheck={false}
            maxLength={limits.passwordMax}
            {...wiring}
            {...input}
          />
          <button type="button" aria-pressed={shown} onClick={() => setShown(!shown)}>
            Show<span className="sr"> what is typed</span>
          </button>
        </span>
      )}
    </Field>
  )
}
