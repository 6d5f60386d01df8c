import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { fillStorage } from '#web/site/expectations.testing.ts'
import { renderInSite } from '#web/site/site.testing.tsx'
import { chooseTheme, followThemeChoice } from '#web/ui/theme-choice.ts'
import { ThemeCard } from './theme-card.tsx'

const key = 'foldout:theme'
const { dataset } = document.documentElement
const option = (name: string) => page.getByRole('radio', { name })

afterEach(() => {
  vi.restoreAllMocks()
  chooseTheme('system')
})

test('the theme is chosen with the keyboard, applied immediately and saved in this browser', async () => {
  await renderInSite(<ThemeCard />)
  await expect.element(option('System')).toBeChecked()
  option('System').element().focus()
  await userEvent.keyboard('{ArrowDown}{ArrowDown}')
  await expect.element(option('Dark')).toBeChecked()
  expect(dataset.theme).toBe('dark')
  expect(localStorage.getItem(key)).toBe('"dark"')
  await userEvent.keyboard('{ArrowUp}')
  expect(dataset.theme).toBe('light')
  await userEvent.keyboard('{ArrowUp}')
  expect([dataset.theme, localStorage.getItem(key)]).toEqual([undefined, null])
})

test('without storage the choice still applies to the page', async () => {
  fillStorage()
  await renderInSite(<ThemeCard />)
  await page.getByText('Dark', { exact: true }).click()
  await expect.element(option('Dark')).toBeChecked()
  expect(dataset.theme).toBe('dark')
})

test('a choice in another tab applies, and an unknown one is the system’s', async () => {
  const stop = followThemeChoice()
  await renderInSite(<ThemeCard />)
  const storeInOtherTab = (newValue: string) =>
    window.dispatchEvent(new StorageEvent('storage', { key, newValue, storageArea: localStorage }))
  storeInOtherTab('"light"')
  await expect.element(option('Light')).toBeChecked()
  expect(dataset.theme).toBe('light')
  storeInOtherTab('{"sepia":1}')
  await expect.element(option('System')).toBeChecked()
  expect(dataset.theme).toBeUndefined()
  stop()
})

test('the browser’s own controls follow the choice', () => {
  document.head.insertAdjacentHTML('beforeend', '<meta data-scheme="light"><meta data-scheme="dark">')
  const metas = [...document.head.querySelectorAll<HTMLMetaElement>('meta[data-scheme]')]
  const media = () => metas.map((meta) => meta.media)
  chooseTheme('dark')
  expect(media()).toEqual(['not all', 'all'])
  chooseTheme('system')
  expect(media()).toEqual(['(prefers-color-scheme: light)', '(prefers-color-scheme: dark)'])
  for (const meta of metas) meta.remove()
})
