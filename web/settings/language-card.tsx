import { useLingui } from '@lingui/react/macro'
import { usePageData } from '#web/page-data/page-data.tsx'
import { LanguageSwitcher } from '#web/ui/controls/language-switcher.tsx'
import { Setting } from './setting.tsx'

export function LanguageCard() {
  const { t } = useLingui()
  if (usePageData().site.languages.length === 0) return null
  return (
    <Setting title={t`Language`} hint={t`Of this site and of the emails that it sends you.`}>
      <LanguageSwitcher />
    </Setting>
  )
}
