import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Locator, page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { OpenZine } from '#contract/zines.ts'
import { viewerPath } from '#web/accounts/viewer.ts'
import { createQueries } from '#web/api/queries.ts'
import { App } from '#web/app.tsx'
import { examplePageData } from '#web/page/example-page-data.testing.ts'
import { exampleOpenZine, examplePage } from '#web/zines/example-zine.testing.ts'
import { zineQuery } from '#web/zines/open-zine.ts'
import { Page } from './print-page.tsx'

type Answer = (signal: AbortSignal) => Promise<Response>
const pictures = new Map<number, Answer>()
const readPages: number[] = []
let zine: OpenZine | null = null

beforeEach(async () => {
  pictures.clear()
  readPages.length = 0
  const jpeg = await smallJpeg()
  vi.stubGlobal(
    'fetch',
    async (path: string, { signal = new AbortController().signal }: { signal?: AbortSignal }) => {
      const number = Number(/pages\/(\d+)\/print\.jpg$/.exec(path)?.[1])
      if (!number) return zine ? Response.json({ zine }) : refused(404, 'This zine does not exist.')
      readPages.push(number)
      return pictures.get(number)?.(signal) ?? new Response(jpeg)
    },
  )
})
afterEach(() => vi.unstubAllGlobals())

async function smallJpeg() {
  const canvas = new OffscreenCanvas(30, 40)
  canvas.getContext('2d')?.fillRect(0, 0, 30, 40)
  return canvas.convertToBlob({ type: 'image/jpeg' })
}

const refused = (status: number, error: string) =>
  Response.json({ error, code: 'not_yours', requestId: 'r' }, { status })

function zineOf(count: number, more: Partial<OpenZine> = {}) {
  const print = { width: 1748, height: 2480, printWidth: 1748 }
  const pages = Array.from({ length: count }, (_, at) => examplePage({ ...print, altText: `Page ${at + 1}` }))
  return exampleOpenZine({ pages, mayPrint: true, ...more })
}

async function openPrint(opened: OpenZine, search = '?paper=a4', userId?: string) {
  zine = opened
  const queries = createQueries()
  queries.setQueryData(zineQuery(opened.id).queryKey, { zine: opened } as never)
  queries.setQueryData([viewerPath], { user: userId ? { id: userId } : null })
  const routes = [{ path: '/zine/:id/print', Component: Page }]
  const router = createMemoryRouter(routes, { initialEntries: [`/zine/${opened.id}/print${search}`] })
  await render(
    <App data={examplePageData} queries={queries}>
      <RouterProvider router={router} />
    </App>,
  )
  return router
}

const press = (what: Locator) => (what.element() as HTMLElement).click()
const radio = (name: string | RegExp) => page.getByRole('radio', { name })
const layoutsShown = () =>
  page
    .getByRole('group', { name: 'Layout' })
    .getByRole('radio')
    .elements()
    .map((each) => (each as HTMLInputElement).value)
const make = page.getByRole('button', { name: 'Make the PDF' })

describe('the choices', () => {
  test.each([
    [2, ['single']],
    [4, ['booklet', 'quarter', 'single']],
    [8, ['mini', 'booklet', 'quarter', 'single']],
    [9, ['booklet', 'quarter', 'single']],
  ])('of a zine of %i pages are those that suit it', async (count, layouts) => {
    await openPrint(zineOf(count))
    await expect.element(make).toBeVisible()
    expect(layoutsShown()).toEqual(layouts)
    const comic = page.getByRole('link', { name: 'a CBZ' })
    expect(comic.element().getAttribute('href')).toBe(`/api/zines/${zine?.id}/zine.cbz`)
  })

  test.each([
    ['en-US', 'Letter'],
    ['de-AT', 'A4'],
    ['C', 'A4'],
    ['', 'A4'],
  ])('begin in a browser whose language is “%s” with the paper %s', async (language, paper) => {
    const inBrowser = vi.spyOn(navigator, 'language', 'get').mockReturnValue(language)
    await openPrint(zineOf(8), '')
    await expect.element(radio(paper)).toBeChecked()
    inBrowser.mockRestore()
  })

  test('stand in the address, and are read from it', async () => {
    const router = await openPrint(zineOf(40), '?layout=quarter&paper=letter&sides=hand&margin=none&trim=on')
    for (const name of [/^Quarter/, 'Letter', /^One side/, 'To the edge'])
      await expect.element(radio(name)).toBeChecked()
    await expect.element(page.getByRole('checkbox', { name: /^I will trim/ })).toBeChecked()
    await expect.element(page.getByText(/^Home printers lose about 4 mm/)).toBeVisible()
    press(radio('A4'))
    await expect
      .poll(() => router.state.location.search)
      .toBe('?layout=quarter&paper=a4&sides=hand&margin=none&trim=on')
  })

  test('that make no sense are taken for none', async () => {
    await openPrint(zineOf(9), '?layout=mini&paper=b5&sides=7&trim=on')
    await expect.element(radio(/^Booklet/)).toBeChecked()
    await expect.element(radio(/short edge$/)).toBeChecked()
    expect(page.getByRole('checkbox', { name: /^I will trim/ }).query()).toBeNull()
  })

  test('tell of blank pages, and of two copies instead of them', async () => {
    await openPrint(zineOf(10))
    await expect.element(page.getByText('3 sheets of A4, printed on both sides.')).toBeVisible()
    await expect.element(page.getByText('10 pages: 2 blank ones are added before the back.')).toBeVisible()
    press(radio(/^Quarter/))
    await expect.element(page.getByText(/^Each sheet carries its pages twice/)).toBeVisible()
  })

  test('tell what the printer’s window is to be told', async () => {
    await openPrint(zineOf(8))
    await expect.element(page.getByText(/actual size, no “fit to page”\./)).toBeVisible()
    press(radio(/^Booklet/))
    await expect.element(page.getByText(/“fit to page”, flip on the short edge\./)).toBeVisible()
    press(radio(/^Quarter/))
    await expect.element(page.getByText(/“fit to page”, flip on the long edge\./)).toBeVisible()
    await expect.element(page.getByText(/folds in the wrong places/)).toBeVisible()
    press(radio(/^Single pages/))
    await expect.element(page.getByText(/folds in the wrong places/)).not.toBeInTheDocument()
  })

  test('tell up to which size older pictures are sharp', async () => {
    const older = zineOf(8)
    for (const each of older.pages) each.printWidth = 1600
    await openPrint(older)
    const sentence = page.getByText('Prints up to A6 in full sharpness.')
    await expect.element(make).toBeVisible()
    expect(sentence.query()).toBeNull()
    press(radio(/^Single/))
    await expect.element(sentence).toBeVisible()
  })
})

describe('the live sheet', () => {
  test('says and shows which page lies where, on every side', async () => {
    await openPrint(zineOf(8, { readingDirection: 'rtl' }))
    await expect
      .element(page.getByRole('img', { name: 'Sheet 1: 3, 2, 1, 8; upside down: 4, 5, 6, 7' }))
      .toBeVisible()
    press(radio(/^Booklet/))
    await expect.element(page.getByRole('img', { name: 'Sheet 1, front: 1, 8' })).toBeVisible()
    for (const name of [
      'Sheet 1, back: 7, 2',
      'Sheet 2, front: 3, 6',
      'Sheet 2, back: 5, 4',
      'Sheet 1, front: 1, 8',
    ]) {
      press(page.getByRole('button', { name: 'Next side' }))
      await expect.element(page.getByRole('img', { name })).toBeVisible()
    }
    press(radio(/long edge$/))
    press(page.getByRole('button', { name: 'Next side' }))
    await expect.element(page.getByRole('img', { name: 'Sheet 1, back: upside down: 2, 7' })).toBeVisible()
  })
})

describe('who may', () => {
  test('others may not where the maker has not said so, and nothing is fetched for them', async () => {
    await openPrint(zineOf(8, { mayPrint: false }))
    await expect
      .element(page.getByText('The maker of this zine has not allowed others to print it.'))
      .toBeVisible()
    expect(make.query()).toBeNull()
    expect(readPages).toEqual([])
  })

  test('the maker always may', async () => {
    const own = zineOf(8, { mayPrint: false })
    await openPrint(own, '', own.creatorId)
    await expect.element(make).toBeVisible()
  })
})

describe('making the PDF', () => {
  test('reads page after page, and gives it the zine’s name', async () => {
    await openPrint(zineOf(8, { title: 'Tea: 1/2 "strong"?' }))
    press(make)
    const link = page.getByRole('link', { name: 'Save the PDF' })
    await expect.element(link).toBeVisible()
    expect(readPages).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
    expect(link.element().getAttribute('download')).toBe('Tea 1 2 strong.pdf')
    const head = await (await (await realFetch(link)).blob()).slice(0, 5).text()
    expect(head).toBe('%PDF-')
  })

  const realFetch = (link: { element: () => Element }) => {
    vi.unstubAllGlobals()
    return fetch((link.element() as HTMLAnchorElement).href)
  }

  test('counts pages, and ends when it is cancelled', async () => {
    let given: AbortSignal | undefined
    pictures.set(3, (signal) => {
      given = signal
      return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    })
    await openPrint(zineOf(8))
    press(make)
    await expect.element(page.getByText('Page 3 of 8')).toBeVisible()
    press(page.getByRole('button', { name: 'Cancel' }))
    await expect.element(make).toBeVisible()
    expect(given?.aborted).toBe(true)
    expect(page.getByRole('alert').query()).toBeNull()
    expect(readPages).toEqual([1, 2, 3])
  })

  test.each([
    [403, 'The maker of this zine has not allowed others to print it.'],
    [404, 'Page 2 is not there any more. The zine was changed or deleted.'],
    [429, 'Slow down.'],
  ])('says what a refusal (%i) means, and tries again', async (status, sentence) => {
    const error = status === 429 ? 'Slow down.' : 'The maker of this zine has not allowed others to print it.'
    pictures.set(2, async () => refused(status, error))
    await openPrint(zineOf(5))
    press(make)
    await expect.element(page.getByRole('alert')).toHaveTextContent(sentence)
    pictures.clear()
    press(page.getByRole('button', { name: 'Try again' }))
    await expect.element(page.getByRole('link', { name: 'Save the PDF' })).toBeVisible()
  })

  test('says that the line broke, and that a picture is damaged', async () => {
    pictures.set(2, () => Promise.reject(new TypeError('Failed to fetch')))
    await openPrint(zineOf(5))
    press(make)
    await expect
      .element(page.getByRole('alert'))
      .toHaveTextContent('Page 2 did not arrive. Check the connection.')
    pictures.set(2, async () => new Response('no picture'))
    press(page.getByRole('button', { name: 'Try again' }))
    await expect
      .element(page.getByRole('alert'))
      .toHaveTextContent('Page 2 cannot be put into a PDF by this browser.')
  })

  test('other choices ask for another PDF', async () => {
    await openPrint(zineOf(5))
    press(make)
    await expect.element(page.getByRole('link', { name: 'Save the PDF' })).toBeVisible()
    press(radio('Letter'))
    await expect.element(make).toBeVisible()
    expect(page.getByRole('link', { name: 'Save the PDF' }).query()).toBeNull()
  })
})
