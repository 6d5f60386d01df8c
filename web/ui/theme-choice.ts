import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { onStoredChange, persist, readStored, removeStored } from '#web/browser/local-storage.ts'
import { onPage } from '#web/browser/page-events.ts'
import { createStore } from '#web/browser/store.ts'

export const themeChoices = ['system', 'light', 'dark'] as const
export type ThemeChoice = (typeof themeChoices)[number]

export const themeLabels: Record<ThemeChoice, MessageDescriptor> = {
  system: msg`System`,
  light: msg`Light`,
  dark: msg`Dark`,
}

/** Before the first paint, `entry-inline.ts` reads the same key and applies the theme. */
const key = 'foldout:theme'

const toChoice = (stored: unknown) => themeChoices.find((choice) => choice === stored) ?? 'system'

export const themeStore = createStore(import.meta.env.SSR ? 'system' : toChoice(readStored(key)))

/** Without storage, the choice applies only to this page. */
export function chooseTheme(choice: ThemeChoice) {
  if (choice === 'system') removeStored(key)
  else persist(key, choice)
  showTheme(choice)
}

/** Applies choices made in other tabs, also while this page was in the back/forward cache. */
export function followThemeChoice() {
  const stopListening = onStoredChange(key, (stored) => showTheme(toChoice(stored)))
  const stopRestoring = onPage({ pageshow: ({ persisted }) => persisted && showTheme(toChoice(readStored(key))) })
  return () => {
    stopListening()
    stopRestoring()
  }
}

function showTheme(choice: ThemeChoice) {
  const { dataset } = document.documentElement
  if (choice === 'system') delete dataset.theme
  else dataset.theme = choice
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[data-scheme]')) {
    const { scheme } = meta.dataset
    const chosenMedia = scheme === choice ? 'all' : 'not all'
    meta.media = choice === 'system' ? `(prefers-color-scheme: ${scheme})` : chosenMedia
  }
  themeStore.set(choice)
}
