import { LanguageField } from '#web/details/language-field.tsx'

type Props = { language: string; disabled?: boolean; onChange: (language: string) => void }

export const PageLanguageField = (props: Props) => (
  <LanguageField {...props} mark="optional" hint="For hyphens and quotation marks." />
)
