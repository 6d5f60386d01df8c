import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
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
export const LanguageField = ({
  label = t`Language`,
  emptyLabel = t`Not set`,
  language,
  disabled,
  onChange,
  children,
  ...field
}: Props) => {
  const { t } = useLingui()
  return (
    <Field label={label} {...field}>
      {(control) => (
        <span className={css.row}>
          <select
            className="input"
            {...control}
            value={language}
            disabled={disabled}
            onChange={({ target }) => onChange(target.value)}
          >
            <option value="">{emptyLabel}</option>
            {!offeredLanguages().some(({ tag }) => tag === language) && language !== '' && (
              <option value={language}>{languageName(language)}</option>
            )}
            {languageOptions}
          </select>
          {children}
        </span>
      )}
    </Field>
  )
}

/** Made once, because the fields render with each typed letter. */
const languageOptions = offeredLanguages().map(({ tag, name }) => (
  <option key={tag} value={tag}>
    {name}
  </option>
))
