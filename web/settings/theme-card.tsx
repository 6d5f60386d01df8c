import { useLingui } from '@lingui/react/macro'
import { useSyncExternalStore } from 'react'
import { RadioGroup } from '#web/ui/forms/radio-group.tsx'
import { chooseTheme, themeChoices, themeLabels, themeStore } from '#web/ui/theme-choice.ts'
import { Setting } from './setting.tsx'

export function ThemeCard() {
  const { t } = useLingui()
  const theme = useSyncExternalStore(themeStore.subscribe, themeStore.read, () => undefined)
  return (
    <Setting title={t`Theme`} hint={t`Applies to everyone who uses this browser.`}>
      <RadioGroup
        legend={t`Colors of the site`}
        values={themeChoices}
        value={theme}
        onChange={chooseTheme}
        label={(choice) => t(themeLabels[choice])}
        look="row"
        hint={t`System follows your device. Zines look the same in both, and the reader is always dark.`}
      />
    </Setting>
  )
}
