import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { OpenZine } from '#contract/zines.ts'
import '#web/styles.css'
import { isSeen } from '#web/site/seen.testing.ts'
import { show } from '#web/site/site.testing.tsx'
import { exampleOpenZine, examplePage } from '#web/zines/example-zine.testing.ts'
import { Reader } from './reader.tsx'
import { choose } from './use-choices.ts'

async function read(pages: OpenZine['pages'], search = '') {
  await page.viewport(1200, 800)
  const zine = exampleOpenZine({ pages })
  await show(<Reader zine={zine} />, { at: `/zine/${zine.id}/read${search}` })
}

beforeEach(() => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
})
afterEach(() => {
  vi.unstubAllGlobals()
  choose({ mode: 'spread', cover: 'alone', zoom: 'page', hasLetters: true })
})

const press = (key: string) =>
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
const figure = (name: string) => page.getByRole('figure', { name, exact: true })

test('pages without a transcript say so', async () => {
  await read([examplePage(), examplePage({ transcript: 'Lamp.\n\nMoth.' }), examplePage()])
  press('t')
  const words = page.getByRole('region', { name: 'Words' })
  await isSeen(words.getByText('This page has no text.'))
  press('ArrowRight')
  await isSeen(words.getByText('Moth.', { exact: true }))
})

test('a picture has its creator’s alt text, or its number and title; text in another script declares its language', async () => {
  const pages = [examplePage(), examplePage({ altText: 'A moth', transcript: 'حبر على ورق' }), examplePage()]
  await read(pages, '?page=2')
  await expect.element(figure('Page 2 of 3').getByRole('img')).toHaveAccessibleName('A moth')
  const unnamed = figure('Page 3 of 3').getByRole('img')
  await expect.element(unnamed).toHaveAccessibleName('Page 3 of Moths of the Kitchen Window')
  press('t')
  const words = page.getByText('حبر على ورق')
  await expect.element(words).toHaveAttribute('lang', 'ar')
  await expect.element(words).toHaveAttribute('dir', 'rtl')
})

test('a picture that fails to load says so, can be loaded again, and the next one is there', async () => {
  const gone = examplePage({ url: '/media/gone-1600.webp', width: 3000, printWidth: 2480 })
  await read([gone, examplePage()])
  await isSeen('This page could not be loaded.')
  const asked = () =>
    performance.getEntriesByType('resource').filter(({ name }) => name.includes('/media/gone')).length
  const before = asked()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(asked).toBeGreaterThan(before)
  press('ArrowRight')
  await isSeen(figure('Page 2 of 2').getByRole('img'))
})

test('keys in a dialog or a field are not the reader’s', async () => {
  await read([examplePage(), examplePage(), examplePage()])
  await page.getByRole('button', { name: 'View' }).click()
  press('ArrowRight')
  await isSeen(page.getByRole('dialog', { name: 'View' }))
  await isSeen(figure('Page 1 of 3'))
})
