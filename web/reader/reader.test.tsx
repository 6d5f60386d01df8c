import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { FullZine } from '#contract/zines.ts'
import '#web/styles.css'
import { signInEvent } from '#web/accounts/viewer.ts'
import { button, expectGone, expectVisible } from '#web/site/expectations.testing.ts'
import { member, renderInSite as renderReader } from '#web/site/site.testing.tsx'
import { exampleOpenZine, examplePage } from '#web/zines/example-zine.testing.ts'
import { Reader } from './reader.tsx'
import { updateChoices } from './use-choices.ts'

type ReadOptions = { search?: string; viewer?: object } & Partial<FullZine>

async function read(pages: FullZine['pages'], { search = '', viewer, ...details }: ReadOptions = {}) {
  await page.viewport(1200, 800)
  const zine = exampleOpenZine({ pages, ...details })
  await renderReader(<Reader zine={zine} />, { at: `/zine/${zine.id}/read${search}`, viewer })
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

test('lists among the words are lists, and an automatic description does not repeat the words', async () => {
  const transcript = 'Soup\n\n- leek\n- salt\n2. Fry.\n3. Wait.\n\nOne line\nand another'
  await read([
    examplePage({ transcript, altText: 'List: Soup.' }),
    examplePage({ transcript: 'Lamp 14', altText: 'Page with a picture: Lamp 14. A lamp at night.' }),
  ])
  press('t')
  const textPanel = page.getByRole('region', { name: 'Words' })
  await expectVisible(textPanel.getByText('Wait.', { exact: true }))
  const items = [...textPanel.element().querySelectorAll('li')].map((item) => `${item.value} ${item.textContent}`)
  expect(items).toEqual(['0 leek', '0 salt', '2 Fry.', '3 Wait.'])
  await expectVisible(textPanel.getByText('One line and another'))
  await expectGone(textPanel.getByText('In the image'))
  press('ArrowRight')
  await expectVisible(textPanel.getByText('A lamp at night.', { exact: true }))
})

test('more entries than a page may have elements are lines', async () => {
  await read([
    examplePage({ transcript: Array.from({ length: 81 }, (_, n) => `- moth ${n}`).join('\n') }),
    examplePage(),
  ])
  press('t')
  await expectVisible(page.getByText(/- moth 80$/))
  expect(document.querySelectorAll('section li')).toHaveLength(0)
})

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
  await read(pages, { search: '?page=2' })
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

const theEnd = page.getByRole('region', { name: 'The end' })

test('at the end a guest can open the next issue, and other actions ask to sign in', async () => {
  const next = { id: 'lamps', title: 'Lamps', language: null, issue: '2' }
  await read([examplePage()], { series: { title: 'Mothlight', slug: 'mothlight', previous: null, next } })
  const asked: unknown[] = []
  const record = (event: Event) => asked.push((event as CustomEvent).detail.reason)
  window.addEventListener(signInEvent, record)
  press('ArrowRight')
  const nextIssue = theEnd.getByRole('link', { name: 'Next issue: Lamps' })
  await expect.element(nextIssue).toHaveAttribute('href', '/zine/lamps/read')
  await theEnd.getByRole('button', { name: 'Favorite' }).click()
  await theEnd.getByRole('button', { name: 'Put on a shelf' }).click()
  window.removeEventListener(signInEvent, record)
  expect(asked).toEqual(['favorite', 'shelf'])
})

test('at the end a member puts the zine on a shelf, and clicks in the dialog turn no pages', async () => {
  await read([examplePage()], { viewer: member })
  press('ArrowRight')
  await expectVisible(theEnd)
  expect(theEnd.getByRole('link', { name: /Next issue/ }).elements()).toHaveLength(0)
  await button('Put on a shelf').click()
  const dialog = page.getByRole('dialog', { name: 'Put on a shelf' })
  await expectVisible(dialog)
  await userEvent.click(dialog, { position: { x: 5, y: 5 } })
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expectGone(dialog)
  await expectVisible(theEnd)
  await expect.element(button('Put on a shelf')).toHaveFocus()
})

const slider = page.getByRole('slider', { name: 'Page' })
const manyPages = (count: number) =>
  Array.from({ length: count }, (_, at) => examplePage({ url: `/media/${String(at).padStart(32, '0')}-1600.webp` }))

test.each([
  ['ltr', 'ArrowRight'],
  ['rtl', 'ArrowLeft'],
] as const)(
  '%s: the page slider says where it is, and turns pages with the reader’s keys',
  async (readingDirection, onward) => {
    updateChoices({ mode: 'single' })
    await read(manyPages(12), { search: '?page=4', readingDirection })
    await expect.element(slider).toHaveAttribute('aria-valuetext', 'Page 4 of 12')
    ;(slider.element() as HTMLElement).focus()
    for (const [key, position] of [
      [onward, 'Page 5 of 12'],
      ['ArrowUp', 'Page 6 of 12'],
      [' ', 'Page 7 of 12'],
      ['PageUp', 'Page 6 of 12'],
      ['End', 'Page 12 of 12'],
      [onward, 'The end'],
      [onward === 'ArrowLeft' ? 'ArrowRight' : 'ArrowLeft', 'Page 12 of 12'],
      ['Home', 'Page 1 of 12'],
    ] as const) {
      await userEvent.keyboard(`{${key}}`)
      await expect.element(slider, { message: key }).toHaveAttribute('aria-valuetext', position)
    }
  },
)

const thumbnails = () => [...document.querySelectorAll<HTMLImageElement>('footer img')].map(({ src }) => src)

/** The x-coordinate of a share of the slider. */
function placeOn(share: number) {
  const { left, right, top, height } = slider.element().getBoundingClientRect()
  return { clientX: left + 9 + share * (right - left - 18), clientY: top + height / 2 }
}

test('the slider shows a small picture of the pages below the mouse, but loads none that a content note covers', async () => {
  const pages = manyPages(6).map((each, at) => (at === 4 ? { ...each, contentNote: 'Moths' } : each))
  await read(pages)
  const hover = (share: number) =>
    slider
      .element()
      .dispatchEvent(new PointerEvent('pointermove', { pointerType: 'mouse', bubbles: true, ...placeOn(share) }))
  hover(1 / 3)
  await expectVisible(page.getByText('Pages 2–3 of 6', { exact: true }))
  await expect
    .poll(thumbnails)
    .toEqual([pages[1], pages[2]].map((each) => expect.stringContaining(String(each?.url.slice(0, 39)))))
  expect(thumbnails().every((src) => src.endsWith('-400.webp'))).toBe(true)
  hover(2 / 3)
  await expectVisible(page.getByText('Pages 4–5 of 6', { exact: true }))
  await expectVisible(page.getByText('Content note', { exact: true }))
  await expect.poll(thumbnails).toEqual([expect.stringContaining(String(pages[3]?.url.slice(0, 39)))])
  await expect.element(slider).toHaveAttribute('aria-valuetext', 'Page 1 of 6')
})

const reader = page.getByRole('main')
const tap = (position: { x: number; y: number }) =>
  userEvent.click(page.getByRole('region', { name: /^Pages of/ }), { position })

test('a tap in the middle hides the bars, and another or keyboard focus shows them', async () => {
  await read(manyPages(3))
  await tap({ x: 600, y: 300 })
  await expect.element(reader).toHaveAttribute('data-bars', 'hidden')
  const height = () => document.querySelector('header')?.getBoundingClientRect().height
  expect(height()).toBe(1)
  await userEvent.keyboard('{Tab}')
  await expect.element(page.getByRole('link', { name: 'Back to the zine' })).toHaveFocus()
  expect(height()).toBeGreaterThan(40)
  await userEvent.keyboard('b')
  await expect.element(reader).not.toHaveAttribute('data-bars')
  await expect.element(reader).toHaveFocus()
  await userEvent.keyboard('b')
  expect(height()).toBe(1)
})

test('two taps zoom in at that point, and two more zoom out; the bars stay', async () => {
  await read(manyPages(3))
  const stage = page.getByRole('region', { name: /^Pages of/ }).element()
  const pictureAt = (x: number, y: number) => {
    const { left, top, width, height } = figure('Page 1 of 3').element().getBoundingClientRect()
    return [(x - left) / width, (y - top) / height]
  }
  const before = pictureAt(600, 500)
  for (const zoom of ['double', 'page']) {
    await userEvent.dblClick(stage, { position: { x: 600, y: 500 - stage.getBoundingClientRect().top } })
    await expect.element(stage).toHaveAttribute('data-zoom', zoom)
    for (const [at, share] of pictureAt(600, 500).entries()) expect(share).toBeCloseTo(before[at] ?? 0, 1)
  }
  await new Promise((resolve) => setTimeout(resolve, 400))
  await expect.element(reader).not.toHaveAttribute('data-bars')
})
