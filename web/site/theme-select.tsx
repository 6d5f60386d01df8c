import { useLingui } from '@lingui/react/macro'
import { useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { chooseTheme, themeChoices, themeLabels, themeStore } from '#web/ui/theme-choice.ts'
import footer from './footer.module.css'

/** Rendered into the footer after hydration, so that it is not in the initial bundle. */
export function ThemeSelect() {
  const { t } = useLingui()
  const theme = useSyncExternalStore(themeStore.subscribe, themeStore.read)
  const container = document.querySelector(`.${footer.theme}`)
  if (!container) return null
  return createPortal(
    <label>
      {t`Theme`}
      <select
        value={theme}
        onChange={({ target }) => chooseTheme(themeChoices.find((choice) => choice === target.value) ?? 'system')}
      >
        {themeChoices.map((choice) => (
          <option key={choice} value={choice}>
            {t(themeLabels[choice])}
          </option>
        ))}
      </select>
    </label>,
    container,
  )
}
