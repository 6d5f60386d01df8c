import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import type { FullZine } from '#contract/zines.ts'
import { checkAnswer, failOnWrongAnswers } from '#web/site/check-answer.testing.ts'
import { expectGone, expectVisible } from '#web/site/expectations.testing.ts'
import { errorResponse, renderInSite } from '#web/site/site.testing.tsx'
import { exampleRecipe } from '#web/typeset/example-recipe.testing.ts'
import { exampleOpenZine, examplePage } from '#web/zines/example-zine.testing.ts'
import { Page } from './print-page.tsx'
import '#web/styles.css'

type RespondWith = (signal: AbortSignal) => Promise<Response>
const pictures = new Map<number, RespondWith>()
const readPages: number[] = []
let zine: FullZine | null = null

beforeEach(async () => {
  pictures.clear()
  readPages.length = 0
  const jpeg = await smallJpeg()
  async function respond(path: string, signal: AbortSignal) {
    const number = Number(/pages\/(\d+)\/print\.jpg$/.exec(path)?.[1])
    if (!number) return zine ? Response.json({ zine }) : errorResponse('not_found', 'This zine does not exist.')
    readPages.push(number)
    return (await pictures.get(number)?.(signal)) ?? new Response(jpeg)
  }
  vi.stubGlobal('fetch', async (path: string, { signal = new AbortController().signal }: { signal?: AbortSignal }) =>
    checkAnswer('GET', path, await respond(path, signal)),
  )
})
failOnWrongAnswers()
afterEach(() => vi.unstubAllGlobals())

async function smallJpeg() {
  const canvas = new OffscreenCanvas(30, 40)
  canvas.getContext('2d')?.fillRect(0, 0, 30, 40)
  return canvas.convertToBlob({ type: 'image/jpeg' })
}

function zineOf(count: number, overrides: Partial<FullZine> = {}) {
  const print = { width: 1748, height: 2480, printWidth: 1748 }
  const pages = Array.from({ length: count }, (_, at) => examplePage({ ...print, altText: `Page ${at + 1}` }))
  return exampleOpenZine({ pages, mayPrint: true, ...overrides })
}

async function openPrint(opened: FullZine, search = '?paper=a4', userId?: string) {
  zine = opened
  const { router } = await renderInSite(null, {
    viewer: userId ? { id: userId } : null,
    cached: { [`/api/zines/${opened.id}`]: { zine } },
    routes: [{ path: '/zine/:id/print', Component: Page }],
    at: `/zine/${opened.id}/print${search}`,
  })
  return router
}

const press = (locator: Locator) => (locator.element() as HTMLElement).click()
const radio = (name: string | RegExp) => page.getByRole('radio', { name })
const prepareButton = page.getByRole('button', { name: 'Prepare the PDF' })
const printButton = page.getByRole('button', { name: 'Print the PDF' })

describe('the choices', () => {
  test('are those that suit the count of pages', async () => {
    await openPrint(zineOf(9))
    await expectVisible(prepareButton)
    const layouts = page.getByRole('group', { name: 'Layout' }).getByRole('radio').elements()
    expect(layouts.map((radioButton) => (radioButton as HTMLInputElement).value)).toEqual([
      'booklet',
      'quarter',
      'sixteen',
      'mini-poster',
      'single',
    ])
    const comic = page.getByRole('link', { name: 'the CBZ' })
    expect(comic.element().getAttribute('href')).toBe(`/api/zines/${zine?.id}/zine.cbz`)
    await expectVisible('Reading on screen? Get the CBZ for comic apps.')
  })

  test.each([
    ['en-US', 'Letter'],
    ['de-AT', 'A4'],
    ['C', 'A4'],
    ['', 'A4'],
  ])('start in a browser whose language is “%s” with the paper %s', async (language, paper) => {
    const inBrowser = vi.spyOn(navigator, 'language', 'get').mockReturnValue(language)
    await openPrint(zineOf(8), '')
    await expect.element(radio(paper)).toBeChecked()
    inBrowser.mockRestore()
  })

  test('are in the address, and are read from it', async () => {
    const router = await openPrint(zineOf(40), '?layout=quarter&paper=letter&sides=hand&margin=none&trim=on')
    for (const name of [/^Quarter/, 'Letter', /^One side/, 'To the edge'])
      await expect.element(radio(name)).toBeChecked()
    await expect.element(page.getByRole('checkbox', { name: /^I’ll trim/ })).toBeChecked()
    await expectVisible(/^Home printers lose about 4 mm/)
    press(radio('A4'))
    await expect
      .poll(() => router.state.location.search)
      .toBe('?layout=quarter&paper=a4&sides=hand&margin=none&trim=on')
  })

  test.each([
    ['mini', 8, /^Mini zine Eight/],
    ['french-fold-poster', 5, /^French fold with a poster/],
  ])('take the layout %s from a link', async (layout, pages, name) => {
    await openPrint(zineOf(pages), `?layout=${layout}`)
    await expect.element(radio(name)).toBeChecked()
  })

  test('that are invalid are ignored', async () => {
    await openPrint(zineOf(9), '?layout=mini&paper=b5&sides=7&trim=on')
    await expect.element(radio(/^Booklet/)).toBeChecked()
    await expect.element(radio(/short edge$/)).toBeChecked()
    expect(page.getByRole('checkbox', { name: /^I’ll trim/ }).query()).toBeNull()
  })

  test('show blank pages, and two copies instead of them', async () => {
    await openPrint(zineOf(10))
    await expectVisible('3 sheets of A4, printed on both sides.')
    await expectVisible('10 pages: 2 blank pages are added before the back.')
    press(radio(/^Quarter/))
    await expectVisible(/^Each sheet holds two copies/)
  })

  test('show the settings for the print dialog', async () => {
    await openPrint(zineOf(8))
    await expectVisible(/actual size, not “fit to page”\./)
    press(radio(/^Booklet/))
    await expectVisible(/“fit to page”, flip on the short edge\./)
    press(radio(/^Quarter/))
    await expectVisible(/“fit to page”, flip on the long edge\./)
    await expectVisible(/folds in the wrong places/)
    press(radio(/^Single pages/))
    await expectGone(/folds in the wrong places/)
  })

  test('show up to which size older pictures are sharp', async () => {
    const older = zineOf(8)
    for (const zinePage of older.pages) zinePage.printWidth = 1600
    await openPrint(older)
    const sharpnessHint = page.getByText('Sharp up to A6.')
    await expectVisible(prepareButton)
    expect(sharpnessHint.query()).toBeNull()
    press(radio(/^Single/))
    await expectVisible(sharpnessHint)
  })
})

describe('a poster', () => {
  const back = async (name: string) => {
    await expectVisible(prepareButton)
    press(page.getByRole('button', { name: 'Next side' }))
    await expectVisible(page.getByRole('img', { name, exact: true }))
    return document.querySelector('figure img')
  }

  test.each([
    ['upright, so it is turned', 2480, true],
    ['wide, so it is not', 5000, false],
  ])('fills the back of a landscape sheet: it is %s', async (_, width, isTurned) => {
    const opened = zineOf(9)
    const poster = { ...examplePage({ altText: 'Poster' }), width, height: 3508, printWidth: width }
    await openPrint({ ...opened, pages: opened.pages.with(8, poster) }, '?paper=a4&layout=mini-poster')
    expect((await back('Sheet 1, back: 9'))?.hasAttribute('data-turned')).toBe(isTurned)
    await expectGone(/^The poster is sharp|is wide and/)
  })

  test('is judged on the whole sheet', async () => {
    await openPrint(zineOf(9), '?paper=a4&layout=mini-poster')
    await expectVisible('The poster is sharp up to A5.')
  })

  test('fills the inside of a French fold, without marks', async () => {
    const markedPaths = () => document.querySelectorAll('[role="img"] svg path[d^="M"]').length
    await openPrint(zineOf(5), '?paper=a4&layout=french-fold-poster')
    await expectVisible(page.getByRole('img', { name: 'Sheet 1, front: upside down: 3, 2; 4, 1', exact: true }))
    expect(markedPaths()).toBe(1)
    expect((await back('Sheet 1, back: 5'))?.hasAttribute('data-turned')).toBe(false)
    expect(markedPaths()).toBe(0)
  })
})

test.each([
  [4, /^Each sheet holds two copies/, /tape them together/],
  [6, /tape them together on the back/, /^Each sheet holds two copies/],
])('an accordion of %s pages is one strip', async (pages, shown, hidden) => {
  await openPrint(zineOf(pages), '?paper=a4&layout=accordion')
  await expectVisible(shown)
  await expectGone(hidden)
})

describe('wide pages', () => {
  const zineWithWide = (...wide: number[]) => {
    const opened = zineOf(8)
    const pages = opened.pages.map((each, at) =>
      wide.includes(at + 1) ? { ...each, width: 2480, height: 1748 } : each,
    )
    return { ...opened, pages }
  }
  const turn = page.getByRole('checkbox', { name: 'Turn wide pages sideways' })
  const turnedPictures = () => document.querySelectorAll('img[data-turned]').length

  test('are turned to fill the paper, or stay upright and small', async () => {
    const router = await openPrint(zineWithWide(3, 4))
    await expectVisible('Pages 3, 4 are wide and turned sideways to fill the paper.')
    expect(turnedPictures()).toBe(2)
    await turn.click()
    await expectVisible('Pages 3, 4 are wide and printed small.')
    expect(turnedPictures()).toBe(0)
    await expect.poll(() => router.state.location.search).toContain('wide=upright')
  })

  test('stay upright in a zine with a wide cover, until its reader turns them', async () => {
    await openPrint(zineWithWide(1, 2))
    await expect.element(turn).not.toBeChecked()
    await expectVisible('Pages 1, 2 are wide and printed small.')
    await turn.click()
    await expectVisible('Pages 1, 2 are wide and turned sideways to fill the paper.')
  })

  test('are no choice where there are none', async () => {
    await openPrint(zineOf(8))
    await expectVisible(prepareButton)
    await expectGone(turn)
  })
})

describe('the color of the paper', () => {
  const paper = page.getByRole('checkbox', { name: /^Do not print the paper color/ })
  const filtered = () => document.querySelectorAll('img[style*="without-mint"]').length

  test('of pages made here is left out, unless the reader wants it', async () => {
    const opened = zineOf(8)
    const pages = opened.pages.map((each, at) => (at < 2 ? { ...each, paperColour: 'mint' as const } : each))
    const router = await openPrint({ ...opened, pages })
    await expect.element(paper).toBeChecked()
    expect(filtered()).toBe(2)
    await paper.click()
    await expect.element(paper).not.toBeChecked()
    expect(filtered()).toBe(0)
    await expect.poll(() => router.state.location.search).toContain('tint=on')
  })

  test('is no choice without such pages, and readers are offered no plates', async () => {
    await openPrint(zineOf(8))
    await expectVisible(prepareButton)
    await expectGone(paper)
    await expectGone(page.getByRole('heading', { name: /^Plates/ }))
  })
})

describe('plates', () => {
  const makePlates = page.getByRole('button', { name: 'Make the plates' })

  test('are made for each ink of the maker’s pages, with what a press may not print well', async () => {
    const opened = zineOf(2)
    const [first, last] = opened.pages
    const recipe = exampleRecipe({ template: 'solid', inks: ['black', 'pink'] })
    const pages = [{ ...first, recipe }, last] as FullZine['pages']
    pictures.set(2, () => Promise.reject(new TypeError('Failed to fetch')))
    await openPrint({ ...opened, title: 'Moths at night', pages }, '?paper=a4', opened.creatorId)
    press(page.getByRole('button', { name: 'Set up the plates' }))
    await expect.element(radio('Darks in black, mid-tones in pink')).toBeChecked()
    await expect.element(page.getByRole('heading', { name: /^Plates for/ })).toHaveFocus()
    press(makePlates)
    await expectVisible('Page 2 could not be downloaded. Check your connection.')
    pictures.clear()
    press(page.getByRole('button', { name: 'Try again' }))
    await expectVisible('Pages 1, 2 are more than 70% pink. Large solids dry slowly and smear.')
    await expectVisible(/^Pages 1, 2 have ink 5 mm from the edge/)
    const saved = page.getByRole('link', { name: /^Save Moths/ }).elements()
    expect(saved.map((link) => link.getAttribute('download'))).toEqual([
      'Moths-at-night-0-cover-sheet.pdf',
      'Moths-at-night-1-pink.pdf',
      'Moths-at-night-2-black.pdf',
    ])
    press(radio('All in pink'))
    await expectVisible(makePlates)
    expect(page.getByRole('link', { name: /^Save Moths/ }).query()).toBeNull()
  })
})

describe('bleed and crop marks', () => {
  const bleed = radio(/^Bleed of 3 mm/)
  const search = '?paper=a4&layout=single&margin=bleed'

  test('are for single pages of the maker, whose pages are drawn again', async () => {
    const opened = zineOf(2)
    const [first, last] = opened.pages
    const pages = [{ ...first, recipe: exampleRecipe() }, last] as FullZine['pages']
    await openPrint({ ...opened, pages }, search, opened.creatorId)
    await expect.element(bleed).toBeChecked()
    press(prepareButton)
    await expectVisible(printButton)
    expect(readPages).toEqual([2])
  })

  test('are no choice for readers', async () => {
    await openPrint(zineOf(2), search)
    await expect.element(radio(/^5 mm around/)).toBeChecked()
    expect(bleed.query()).toBeNull()
  })
})

test('the live sheet describes the position of each page on every side', async () => {
  await openPrint(zineOf(8, { readingDirection: 'rtl' }))
  const sheet = (name: string) => expectVisible(page.getByRole('img', { name, exact: true }))
  const turn = () => press(page.getByRole('button', { name: 'Next side' }))
  await sheet('Sheet 1: 3, 2, 1, 8; upside down: 4, 5, 6, 7')
  press(radio(/^Booklet/))
  const sides = ['Sheet 1, front: 1, 8', 'Sheet 1, back: 7, 2', 'Sheet 2, front: 3, 6', 'Sheet 2, back: 5, 4']
  for (const side of sides) {
    await sheet(side)
    turn()
  }
  await sheet('Sheet 1, front: 1, 8')
  press(radio(/long edge$/))
  turn()
  await sheet('Sheet 1, back: upside down: 2, 7')
})

test('the live sheet is the paper, also on a site that is read from right to left', async () => {
  document.documentElement.dir = 'rtl'
  onTestFinished(() => document.documentElement.removeAttribute('dir'))
  await openPrint(zineOf(8), '?paper=a4&layout=booklet')
  await expectVisible(page.getByRole('img', { name: 'Sheet 1, front: 8, 1', exact: true }))
  const numbers = [...document.querySelectorAll('figure b')]
  const [back = 0, cover = 0] = ['8', '1'].map((number) => {
    const place = numbers.find(({ textContent }) => textContent === number)
    return place?.getBoundingClientRect().left
  })
  expect(back).toBeLessThan(cover)
})

describe('the steps', () => {
  const steps = () =>
    page
      .getByRole('region', { name: /^(Three folds|Fold and|Cut, fold|Keep them|Two cuts|Cut it|Two folds)/ })
      .getByRole('listitem')
      .elements()
      .map((step) => step.textContent ?? '')
      .join('\n')
  const marks = page.getByRole('checkbox', { name: /^Marks for folding/ })

  test.each([
    ['mini', 8, ['along the ticks', 'along the dashed line'], ['between the pages', 'along the crease in the middle']],
    ['booklet', 12, ['by the number at the fold'], ['in the order of the pages']],
    ['sixteen', 16, ['along the ticks', 'both layers along the dashed line'], ['from the back cover up to']],
    ['accordion', 6, ['along the dashed line', 'along the ticks'], ['lengthwise, between the pages', 'like a fan']],
    ['french-fold', 4, ['along the ticks'], ['between the pages']],
    ['mini-poster', 9, ['along the ticks', 'along the dashed line'], ['there is the poster']],
    [
      'quarter',
      16,
      ['by the number at the fold', 'along the dashed line'],
      ['in the order of the pages', 'between the'],
    ],
  ])('of a %s name marks and numbers only if they are printed', async (layout, pages, withMarks, without) => {
    await openPrint(zineOf(pages), `?paper=a4&layout=${layout}`)
    await expectVisible(marks)
    for (const text of withMarks) expect(steps()).toContain(text)
    press(marks)
    for (const text of without) await expect.poll(steps).toContain(text)
    expect(steps()).not.toMatch(/tick|number|dashed/)
    press(marks)
    for (const text of withMarks) await expect.poll(steps).toContain(text)
    press(radio('To the edge'))
    for (const text of without) await expect.poll(steps).toContain(text)
    expect(steps()).not.toMatch(/tick|number|dashed/)
  })

  test('follow a checkbox that names the numbers only if sheets are stacked', async () => {
    await openPrint(zineOf(8), '?layout=booklet')
    await expect.element(marks).toHaveAccessibleName('Marks for folding, and sheet numbers')
    press(radio(/^Quarter/))
    await expect.element(marks).toHaveAccessibleName('Marks for folding and cutting')
  })
})

describe('permission', () => {
  test('others cannot print unless the creator allows it, and nothing is fetched for them', async () => {
    await openPrint(zineOf(8, { mayPrint: false }))
    await expectVisible('The creator of this zine does not allow printing.')
    expect(prepareButton.query()).toBeNull()
    expect(readPages).toEqual([])
  })

  test('the creator always can', async () => {
    const ownZine = zineOf(8, { mayPrint: false })
    await openPrint(ownZine, '', ownZine.creatorId)
    await expectVisible(prepareButton)
  })
})

describe('preparing the PDF', () => {
  test('counts pages, and ends when it is cancelled', async () => {
    let fetchSignal: AbortSignal | undefined
    pictures.set(3, (signal) => {
      fetchSignal = signal
      return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    })
    await openPrint(zineOf(8))
    press(prepareButton)
    await expectVisible('Page 3 of 8')
    press(page.getByRole('button', { name: 'Cancel' }))
    await expectVisible(prepareButton)
    expect(fetchSignal?.aborted).toBe(true)
    expect(page.getByRole('alert').query()).toBeNull()
    expect(readPages).toEqual([1, 2, 3])
  })

  test.each([
    ['not_found', 'Page 2 no longer exists. The zine was changed or deleted.'],
    ['too_many_requests', 'Slow down.'],
  ] as const)('says what a refusal (%s) means, and tries again', async (code, message) => {
    pictures.set(2, async () => errorResponse(code, 'Slow down.'))
    await openPrint(zineOf(5))
    press(prepareButton)
    await expect.element(page.getByRole('alert')).toHaveTextContent(message)
    pictures.clear()
    press(page.getByRole('button', { name: 'Try again' }))
    await expectVisible(page.getByRole('link', { name: 'Save the PDF' }))
  })

  test('reports a broken connection, and a damaged picture', async () => {
    pictures.set(2, () => Promise.reject(new TypeError('Failed to fetch')))
    await openPrint(zineOf(5))
    press(prepareButton)
    await expectVisible('Page 2 could not be downloaded. Check your connection.')
    pictures.set(2, async () => new Response('no picture'))
    press(page.getByRole('button', { name: 'Try again' }))
    await expectVisible('This browser can’t put page 2 into a PDF.')
  })

  test('moves keyboard focus to Print, and other choices request another PDF', async () => {
    await openPrint(zineOf(5))
    await expectVisible(prepareButton)
    prepareButton.element().focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(printButton).toHaveFocus()
    const { href } = page.getByRole('link', { name: 'Save the PDF' }).element() as HTMLAnchorElement
    const open = page.getByRole('link', { name: 'Open the PDF in a new tab' })
    await expect.element(open).toHaveAttribute('href', href)
    await expect.element(open).toHaveAttribute('target', '_blank')
    press(radio('Letter'))
    await expectVisible(prepareButton)
    expect(page.getByRole('link', { name: 'Save the PDF' }).query()).toBeNull()
    await expect(fetch(href)).rejects.toThrow()
  })

  test('leaves focus where the reader put it, and returns it when it is cancelled', async () => {
    const released = Promise.withResolvers<void>()
    pictures.set(5, async () => {
      await released.promise
      return new Response(await smallJpeg())
    })
    await openPrint(zineOf(5))
    press(prepareButton)
    await expectVisible('Page 5 of 5')
    page.getByRole('button', { name: 'Cancel' }).element().focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(prepareButton).toHaveFocus()
    press(prepareButton)
    await expectVisible('Page 5 of 5')
    radio('A4').element().focus()
    released.resolve()
    await expectVisible(printButton)
    await expect.element(radio('A4')).toHaveFocus()
  })
})

describe('Print', () => {
  const prepare = async () => {
    await openPrint(zineOf(5))
    press(prepareButton)
    await expectVisible(printButton)
    return (page.getByRole('link', { name: 'Save the PDF' }).element() as HTMLAnchorElement).href
  }
  const hasViewer = navigator.pdfViewerEnabled
  const useViewer = (print: () => void) => {
    const viewer = { print } as Window
    vi.spyOn(navigator, 'pdfViewerEnabled', 'get').mockReturnValue(true)
    vi.spyOn(HTMLIFrameElement.prototype, 'contentWindow', 'get').mockReturnValue(viewer)
  }
  /** Prints. The headless shell has no viewer, so its frame never loads. */
  async function pressPrint(address: string) {
    const before = document.querySelector('iframe')
    press(printButton)
    await expect.poll(() => document.querySelector('iframe')).not.toBe(before)
    const frame = document.querySelector('iframe')
    expect(frame?.src).toBe(address)
    if (!hasViewer) frame?.dispatchEvent(new Event('load'))
  }
  afterEach(() => vi.restoreAllMocks())

  test('opens the print dialog of the browser’s PDF viewer, each time it is pressed', async () => {
    const print = vi.fn()
    useViewer(print)
    const address = await prepare()
    await pressPrint(address)
    await expect.poll(() => print.mock.calls.length).toBe(1)
    await pressPrint(address)
    await expect.poll(() => print.mock.calls.length).toBe(2)
  })

  test('opens the file if the viewer cannot print, or if there is none', async () => {
    const opened = vi.spyOn(window, 'open').mockReturnValue(window)
    useViewer(() => {
      throw new DOMException('Blocked', 'SecurityError')
    })
    const address = await prepare()
    await pressPrint(address)
    await expectVisible('Print the file in the tab that opened.')
    vi.spyOn(navigator, 'pdfViewerEnabled', 'get').mockReturnValue(false)
    opened.mockReturnValue(null)
    press(printButton)
    await expectVisible('Open the file and print it there.')
    expect(opened.mock.calls).toEqual([[address], [address]])
  })
})
