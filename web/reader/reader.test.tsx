import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { FullZine } from '#contract/zines.ts'
import '#web/styles.css'
import { expectVisible } from '#web/site/expectations.testing.ts'
import { renderInSite as renderReader } from '#web/site/site.testing.tsx'
import { exampleOpenZine, examplePage } from '#web/zines/example-zine.testing.ts'
import { Reader } from './reader.tsx'
import { updateChoices } from './use-choices.ts'

async function read(pages: FullZine['pages'], search = '') {
  await page.viewport(1200, 800)
  const zine = exampleOpenZine({ pages })
  await renderReader(<Reader zine={zine} />, { at: `/zine/${zine.id}/read${search}` })
}

beforeEach(() => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
})
afterEach(() => {
  vi.unstubAllGlobals()
  updateChoices({ mode: 'spread', cover: 'alone', zoom: 'page', hasLetters: true })
})

const press = (key: string) =>
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
const figure = (name: string) => page.getByRole('figure', { name, exact: true })

test('pages without a transcript say so', async () => {
  await read([examplePage(), examplePage({ transcript: 'Lamp.\n\nMoth.' }), examplePage()])
  press('t')
  const textPanel = page.getByRole('region', { name: 'Words' })
  await expectVisible(textPanel.getByText('This page has no text.'))
  press('ArrowRight')
  await expectVisible(textPanel.getByText('Moth.', { exact: true }))
})

test('a picture has its creator’s alt text, or its number and title; text in another script declares its language', async () => {
  const pages = [examplePage(), examplePage({ altText: 'A moth', transcript: 'حبر على ورق' }), examplePage()]
  await read(pages, '?page=2')
  await expect.element(figure('Page 2 of 3').getByRole('img')).toHaveAccessibleName('A moth')
  const unnamed = figure('Page 3 of 3').getByRole('img')
  await expect.element(unnamed).toHaveAccessibleName('Page 3 of Moths of the Kitchen Window')
  press('t')
  const textInPanel = page.getByText('حبر على ورق')
  await expect.element(textInPanel).toHaveAttribute('lang', 'ar')
  await expect.element(textInPanel).toHaveAttribute('dir', 'rtl')
})

test('a picture that fails to load says so, can be loaded again, and the next one is there', async () => {
  const gone = examplePage({ url: '/media/gone-1600.webp', width: 3000, printWidth: 2480 })
  await read([gone, examplePage()])
  await expectVisible('This page could not be loaded.')
  const countRequests = () =>
    performance.getEntriesByType('resource').filter(({ name }) => name.includes('/media/gone')).length
  const before = countRequests()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(countRequests).toBeGreaterThan(before)
  press('ArrowRight')
  await expectVisible(figure('Page 2 of 2').getByRole('img'))
})

test('the focus ring of a tool is inside the bar', async () => {
  await read([examplePage(), examplePage(), examplePage()])
  for (const name of ['View', 'Next page']) {
    const tool = page.getByRole('button', { name }).element() as HTMLElement
    tool.focus({ focusVisible: true })
    const { outlineWidth, outlineOffset } = getComputedStyle(tool)
    const ringWidth = Number.parseFloat(outlineWidth) + Number.parseFloat(outlineOffset)
    expect(tool.matches(':focus-visible'), name).toBe(true)
    expect(ringWidth, name).toBeLessThanOrEqual(0)
  }
})

test('keys in a dialog or a field are not the reader’s', async () => {
  await read([examplePage(), examplePage(), examplePage()])
  await page.getByRole('button', { name: 'View' }).click()
  press('ArrowRight')
  await expectVisible(page.getByRole('dialog', { name: 'View' }))
  await expectVisible(figure('Page 1 of 3'))
})
