import { Upload } from 'tus-js-client'
import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import '#web/styles.css'
import { button, cleanUpEditor, expectVisible } from '#web/site/expectations.testing.ts'
import { Header } from '#web/site/header.tsx'
import { member, memberId, memberServer, renderInSite } from '#web/site/site.testing.tsx'
import { blankRecipe } from '#web/typeset/recipe.ts'
import { exampleOpenZine } from '#web/zines/example-zine.testing.ts'
import { Page as DraftPage } from './draft-page.tsx'
import { Page as EditPage } from './edit-zine-page.tsx'
import { blankContent } from './table/content.ts'
import { examplePages } from './table/example-pages.testing.ts'
import { stripPage } from './table/layout-table.testing.tsx'

const id = '0199a0b2-0000-7000-8000-0000000000d1'
const kind = 'image' as const
const openPages = examplePages(14).map(({ isFromDocument: _, ...each }) => ({
  ...each,
  kind,
  posterUrl: null,
  printWidth: null,
  paperColour: null,
  captions: [],
}))
const contentPages = examplePages(14).map((each, n) => ({ ...each, recipe: n === 1 ? blankRecipe('text') : null }))
const content = { ...blankContent, title: 'Eleven Moths', pages: contentPages, placed: {} }
memberServer({
  [`/api/drafts/${id}`]: {
    draft: {
      id,
      zineId: id,
      projectId: null,
      version: 3,
      publishAt: null,
      refusal: null,
      content,
      createdAt: '2026-11-01T20:00:00Z',
      updatedAt: '2026-11-20T20:00:00Z',
    },
  },
  [`/api/drafts/${id}/documents`]: { documents: [] },
  [`/api/zines/${id}`]: {
    zine: exampleOpenZine({ id, creatorId: memberId, version: 4, pages: openPages, pageCount: 14 }),
  },
})
cleanUpEditor()
afterEach(() => vi.restoreAllMocks())

const EditWithHeader = () => (
  <>
    <Header />
    <EditPage />
  </>
)
const routes = [
  { path: '/draft/:id', Component: DraftPage },
  { path: '/zine/:id/edit', Component: EditWithHeader },
]

const strip = page.getByRole('list', { name: 'Pages in order' })
const pages = page.getByRole('region', { name: 'Pages' })
const altText = page.getByLabelText(/^What page 1 shows/)
const boxOf = (element: Element | null | undefined) => element?.getBoundingClientRect() ?? new DOMRect()

/** Opens the table with a large picture as page 1. It is still being sent, because the server has no pictures. */
async function openAt(width: number, height: number, at = `/draft/${id}`) {
  vi.spyOn(Upload.prototype, 'start').mockImplementation(() => undefined)
  await page.viewport(width, height)
  await renderInSite(null, { viewer: member, at, routes })
  await page.getByLabelText('Replace page 1').upload(await picture())
  const shown = () => pages.element().querySelector<HTMLImageElement>('img[src^="blob:"]')
  await expect.poll(() => shown()?.naturalHeight).toBe(2000)
  window.scrollTo(0, 0)
  return boxOf(shown())
}

async function picture() {
  const canvas = new OffscreenCanvas(1600, 2000)
  canvas.getContext('2d')?.fillRect(0, 0, 1600, 2000)
  return new File([await canvas.convertToBlob()], 'a.png', { type: 'image/png' })
}

test.each([`/draft/${id}`, `/zine/${id}/edit`])(
  'at 1280 × 800, %s shows a page, the strip and its tools',
  async (at) => {
    const shown = await openAt(1280, 800, at)
    expect(shown.height).toBeGreaterThan(300)
    const first = boxOf(stripPage(1).element())
    expect(first.left).toBeGreaterThan(shown.right)
    for (const element of [strip.element(), stripPage(14).element(), button('Move to page').element()]) {
      expect(boxOf(element).top).toBeGreaterThan(100)
      expect(boxOf(element).bottom).toBeLessThanOrEqual(800)
    }
    expect(shown.bottom).toBeLessThanOrEqual(800)
  },
)

test('at 1280 × 800, the strip covers neither the tools nor the texts of a page after scrolling', async () => {
  await openAt(1280, 800)
  const words = page.getByLabelText(/^Words on this page/).element()
  words.scrollIntoView({ block: 'center' })
  const stripBottom = () => boxOf(strip.element().parentElement).bottom
  await expect.poll(() => window.scrollY).toBeGreaterThan(100)
  expect(stripBottom()).toBeLessThan(boxOf(button('Move to page').element()).top)
  await page.getByRole('button', { name: 'As folded' }).click()
  button('Move to page').element().scrollIntoView({ block: 'end' })
  expect(boxOf(strip.element()).top).toBeGreaterThan(0)
  expect(stripBottom()).toBeLessThan(boxOf(button('Move to page').element()).top)
})

test('at 390 × 844, a removed page is noted below its tools, above the strip', async () => {
  await openAt(390, 844)
  await stripPage(2).click()
  await button('Remove page 2').click()
  const notice = boxOf(page.getByText('Page 2 was removed.').first().element())
  expect(notice.top).toBeGreaterThan(boxOf(button('Move to page').element()).bottom)
  expect(notice.bottom).toBeLessThan(boxOf(strip.element().parentElement).top)
})

test.each([390, 360])('at %i × 844, the tools of a page made here are in two rows', async (width) => {
  await openAt(width, 844)
  await stripPage(2).click()
  const topOf = (name: string) => boxOf(page.getByLabelText(name, { exact: true }).element()).top
  await expectVisible(button('Edit page 2'))
  expect(Math.abs(topOf('Edit page 2') - topOf('Remove page 2'))).toBeLessThan(8)
})

test('at 390 × 844, printing and publishing are in the first screen of the folded view', async () => {
  await openAt(390, 844, `/draft/${id}?view=folded`)
  await expectVisible(page.getByRole('list', { name: 'As it will be folded' }))
  const stripTop = boxOf(strip.element().parentElement).top
  for (const action of [button('Publish'), page.getByRole('link', { name: 'Print' })])
    expect(boxOf(action.element()).bottom).toBeLessThan(stripTop)
  await page.getByRole('button', { name: 'One page' }).click()
  expect(boxOf(button('Publish').element()).top).toBeGreaterThan(844)
})

test('at 1280 × 800, the form to schedule is visible as a whole', async () => {
  await openAt(1280, 800)
  await button('Schedule').click()
  await expect.poll(() => boxOf(page.getByRole('button', { name: /^Publish on/ }).element()).bottom).toBeLessThan(800)
})

test('texts can be closed, and stay closed on other pages', async () => {
  await openAt(1280, 800)
  await expectVisible(altText)
  await page.getByText('Texts of page 1').click()
  await stripPage(2).click()
  await expectVisible(page.getByText('Texts of page 2'))
  await expect.element(page.getByLabelText(/^What page 2 shows/)).not.toBeVisible()
})

test('at 390 × 844, the strip is one row at the bottom, until the pages end', async () => {
  const shown = await openAt(390, 844)
  const bottom = () => Math.round(boxOf(strip.element().parentElement).bottom)
  expect(bottom()).toBe(844)
  expect(boxOf(stripPage(14).element()).top).toBe(boxOf(stripPage(1).element()).top)
  const stripTop = boxOf(strip.element().parentElement).top
  expect(shown.bottom).toBeLessThan(stripTop)
  expect(boxOf(button('Move to page').element()).bottom).toBeLessThan(stripTop)
  expect(document.documentElement.scrollWidth).toBe(390)

  for (const field of [altText, page.getByLabelText(/^Content note of this page/)]) {
    ;(field.element() as HTMLElement).focus()
    expect(boxOf(field.element()).bottom).toBeLessThan(boxOf(strip.element().parentElement).top)
  }

  page.getByRole('textbox', { name: 'Title' }).element().scrollIntoView()
  await expect.poll(bottom).toBeLessThan(400)
})

test('at 390 × 844, the strip scrolls to the current page, and Tab moves to its tools', async () => {
  await openAt(390, 844)
  const isVisible = (n: number) => {
    const { left, right } = boxOf(stripPage(n).element())
    return left >= 0 && right <= 390
  }
  expect(isVisible(14)).toBe(false)
  await button('Previous page').click()
  await expect.poll(() => isVisible(14)).toBe(true)
  await userEvent.tab()
  await userEvent.tab()
  await userEvent.keyboard('{ArrowLeft}')
  await expect.element(stripPage(13)).toHaveFocus()
  await userEvent.keyboard('{Home}')
  await expect.element(stripPage(1)).toHaveFocus()
  expect(isVisible(1)).toBe(true)
  expect(window.scrollY).toBe(0)
  await userEvent.tab()
  await userEvent.tab()
  await expect.element(button('Move page 1 earlier')).toHaveFocus()
  const stripTop = boxOf(strip.element().parentElement).top
  expect(boxOf(button('Move page 1 earlier').element()).bottom).toBeLessThan(stripTop)
})

test('above an on-screen keyboard, the strip covers nothing', async () => {
  await openAt(390, 500)
  expect(boxOf(strip.element()).top).toBeGreaterThan(500)
})
