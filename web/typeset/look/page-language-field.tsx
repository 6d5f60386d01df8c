import { useLingui } from '@lingui/react/macro'
import { LanguageField } from '#web/details/language-field.tsx'

type Props = { language: string; disabled?: boolean; onChange: (language: string) => void }

export const PageLanguageField = (props: Props) => {
  const { t } = useLingui()
  return <LanguageField {...props} mark={t`optional`} hint={t`For hyphens and quotation marks.`} />
}
