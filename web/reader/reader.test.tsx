import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { OpenPage, OpenZine } from '#contract/zines.ts'
import '#web/styles.css'
import { exampleOpenZine } from '#web/zines/example-zine.testing.ts'
import { Reader } from './reader.tsx'
import { choose } from './use-choices.ts'

const dot = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'

const leaf = (more: Partial<OpenPage> = {}): OpenPage => ({
  url: dot,
  kind: 'image',
  width: 800,
  height: 1000,
  placeholder: null,
  altText: '',
  contentNote: '',
  posterUrl: null,
  transcript: '',
  printWidth: null,
  ...more,
})

async function show(more: Partial<OpenZine>, search = '') {
  await page.viewport(1200, 800)
  const zine = exampleOpenZine(more)
  const at = `/zine/${zine.id}/read`
  const router = createMemoryRouter([{ path: '*', element: <Reader zine={zine} /> }], {
    initialEntries: [at + search],
  })
  await render(<RouterProvider router={router} />)
  return { zine, router }
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

test('each page is a picture with its maker’s words, under its number', async () => {
  await show({ pages: [leaf(), leaf({ altText: 'A moth' }), leaf()] }, '?page=2')
  await expect.element(figure('Page 2 of 3').getByRole('img')).toHaveAccessibleName('A moth')
  await expect
    .element(figure('Page 3 of 3').getByRole('img'))
    .toHaveAccessibleName('Page 3 of Moths of the Kitchen Window')
})

test('pages without words say that there are none', async () => {
  await show({ pages: [leaf(), leaf({ transcript: 'Lamp.\n\nMoth.' }), leaf()] })
  press('t')
  const words = page.getByRole('region', { name: 'Words' })
  await expect.element(words.getByText('Nothing is written down for this page.')).toBeVisible()
  press('ArrowRight')
  await expect.element(words.getByText('Moth.', { exact: true })).toBeVisible()
})

test('words in another script say which', async () => {
  await show({ pages: [leaf({ transcript: 'حبر على ورق' }), leaf()] })
  press('t')
  const words = page.getByText('حبر على ورق')
  await expect.element(words).toHaveAttribute('lang', 'ar')
  await expect.element(words).toHaveAttribute('dir', 'rtl')
})

test('a landscape page has the whole spread', async () => {
  const pages = [leaf(), leaf(), leaf({ width: 1600, height: 1000 }), leaf(), leaf()]
  await show({ pages }, '?page=3')
  await expect.element(figure('Page 3 of 5')).toBeVisible()
  expect(page.getByRole('figure').elements()).toHaveLength(1)
  press('ArrowRight')
  await expect.element(figure('Page 5 of 5')).toBeVisible()
})

test('a picture that does not come says so, and the next one is there', async () => {
  await show({
    pages: [leaf({ url: '/media/gone-1600.webp', width: 3000, printWidth: 2480 }), leaf()],
  })
  await expect.element(page.getByText('This page could not be loaded.')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible()
  press('ArrowRight')
  await expect.element(figure('Page 2 of 2').getByRole('img')).toBeVisible()
})

test('keys in a dialog or a field are not the reader’s', async () => {
  await show({ pages: [leaf(), leaf(), leaf()] })
  await page.getByRole('button', { name: 'View' }).click()
  press('ArrowRight')
  await expect.element(page.getByRole('dialog', { name: 'View' })).toBeVisible()
  await expect.element(figure('Page 1 of 3')).toBeVisible()
})

test('one page with nothing beside it ends as any zine does', async () => {
  await show({ pages: [leaf()] })
  await expect.element(figure('Page 1 of 1')).toBeVisible()
  press(' ')
  await expect.element(page.getByRole('heading', { name: 'The end' })).toBeVisible()
  press('Home')
  await expect.element(figure('Page 1 of 1')).toBeVisible()
})

test('turning says the page in the address, and makes no history', async () => {
  const { router, zine } = await show({ pages: Array.from({ length: 8 }, () => leaf()) })
  press('ArrowRight')
  press('ArrowRight')
  await expect
    .poll(() => router.state.location.pathname + router.state.location.search)
    .toBe(`/zine/${zine.id}/read?page=4`)
  expect(router.state.historyAction).toBe('REPLACE')
})
