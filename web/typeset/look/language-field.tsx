import { languageName, offeredLanguages } from '#web/details/language-names.ts'
import { Field } from '#web/ui/forms/field.tsx'

type Props = { language: string; disabled?: boolean; onChange: (language: string) => void }

/** The language of a page, or an empty text. */
export const LanguageField = ({ language, disabled, onChange }: Props) => (
  <Field label="Language" mark="optional" hint="For hyphens and quotation marks.">
    {(field) => (
      <select
        className="input"
        {...field}
        value={language}
        disabled={disabled}
        onChange={({ target }) => onChange(target.value)}
      >
        <option value="">Not set</option>
        {!offeredLanguages().some(({ tag }) => tag === language) && language !== '' && (
          <option value={language}>{languageName(language)}</option>
        )}
        {languageOptions}
      </select>
    )}
  </Field>
)

/** Made once, because the fields render with each typed letter. */
const languageOptions = offeredLanguages().map(({ tag, name }) => (
  <option key={tag} value={tag}>
    {name}
  </option>
))
