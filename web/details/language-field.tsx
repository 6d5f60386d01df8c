import { useLingui } from '@lingui/react/macro'
import { type ReactNode, useMemo } from 'react'
import { Field, type FieldProps } from '#web/ui/forms/field.tsx'
import css from './language-field.module.css'
import { languageName, offeredLanguages } from './language-names.ts'

type Props = Omit<FieldProps, 'label' | 'children'> & {
  label?: string
  /** The choice of no language. */
  emptyLabel?: string
  language: string
  disabled?: boolean
  onChange: (language: string) => void
  /** Next to the list of languages. */
  children?: ReactNode
}

/** One language, or an empty text. */
export const LanguageField = ({ label, emptyLabel, language, disabled, onChange, children, ...field }: Props) => {
  const { t, i18n } = useLingui()
  const offered = offeredLanguages(i18n.locale)
  // The fields render with each typed letter.
  const options = useMemo(
    () =>
      offeredLanguages(i18n.locale).map(({ tag, name }) => (
        <option key={tag} value={tag}>
          {name}
        </option>
      )),
    [i18n.locale],
  )
  return (
    <Field label={label ?? t`Language`} {...field}>
      {(control) => (
        <span className={css.row}>
          <select
            className="input"
            {...control}
            value={language}
            disabled={disabled}
            onChange={({ target }) => onChange(target.value)}
          >
            <option value="">{emptyLabel ?? t`Not set`}</option>
            {!offered.some(({ tag }) => tag === language) && language !== '' && (
              <option value={language}>{languageName(i18n.locale, language)}</option>
            )}
            {options}
          </select>
          {children}
        </span>
      )}
    </Field>
  )
}
