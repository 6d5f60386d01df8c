import type { Page } from '@playwright/test'
import { pdfOf, spreadPage } from '#server/documents/pdf.testing.ts'
import { expectAccessible } from '../support/accessibility.ts'
import {
  callApi,
  expect,
  fixtures,
  press,
  register,
  reload,
  test,
  toast,
  uniqueName,
  visit,
} from '../support/journey.ts'
import { numberedPages } from '../support/long-zine.ts'
import { pictures } from '../support/published-zine.ts'

const saveState = (page: Page) => page.locator('.session-state')
const pageStrip = (page: Page) => page.getByRole('list', { name: 'Pages in order' })
const pageButton = (page: Page, n: number) => pageStrip(page).getByRole('button', { name: `Page ${n}`, exact: true })
const altTextField = (page: Page, n: number) => page.getByLabel(new RegExp(`^What page ${n} shows`))
const titleField = (page: Page) => page.getByRole('textbox', { name: 'Title' })

const storedDraft = async (page: Page) => {
  const id = new URL(page.url()).pathname.split('/').at(-1)
  return (await callApi(page.request, 'get', `/api/drafts/${id}`)).draft
}

test('a sixth picture moves the upload to the table, where pages are ordered, described and published', async ({
  page,
}) => {
  test.slow()
  const maker = await register(page.request)
  await visit(page, '/')
  await press(page.getByRole('banner'), 'Upload')
  const dialog = page.getByRole('dialog')
  await dialog.locator('input[type=file]').first().setInputFiles(fixtures('photo.avif', 'wide.webp'))
  const title = uniqueName('Moths')
  await dialog.getByLabel('Title').fill(title)
  await dialog.getByText('9:16').click()
  await dialog.getByLabel('What page 1 shows').fill('A moth on a lamp')
  await dialog.getByText('Words on this page').click()
  await dialog.getByLabel('Words on page 1').fill('Mind the lamp')
  await dialog.getByLabel('Add more images').setInputFiles(fixtures(...Array(4).fill('photo.avif')))
  await expect(dialog.getByText('You can upload up to 5 images total.')).toBeVisible()
  await expectAccessible(page, 'an upload that is too long')
  await dialog.getByRole('button', { name: 'Lay it out instead.' }).press('Enter')
  await expect(page).toHaveURL(/\/draft\/[0-9a-f-]{36}$/)
  await expect(dialog).toBeHidden()
  await expect(titleField(page)).toHaveValue(title)
  await expect(page.getByRole('radio', { name: '9:16' })).toBeChecked()
  // The table also holds the four pages that did not fit.
  await expect(pageButton(page, 6)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Remove it' })).toBeHidden({ timeout: 120_000 })
  await pageButton(page, 1).click()
  await expect(altTextField(page, 1)).toHaveValue('A moth on a lamp')
  await expect.poll(async () => (await storedDraft(page)).content.pages.length).toBe(6)
  await expect(saveState(page)).toHaveText('Saved')
  const before = (await storedDraft(page)).content.pages.map(({ url }: { url: string }) => url)

  await pageButton(page, 6).click()
  await page.keyboard.press('Shift+Home')
  await expect(page.getByText('Page 6 is now page 1.')).toBeAttached()
  await expect(pageButton(page, 1)).toBeFocused()
  await altTextField(page, 1).fill('The cover: a large moth')
  await page.getByLabel(/^Words on this page/).fill('ELEVEN MOTHS')
  await titleField(page).fill('Eleven Moths')
  await page.getByRole('checkbox', { name: 'Readers may print and fold this zine.' }).check()
  await expect(saveState(page)).toHaveText(/^Unsaved/)
  await expect(saveState(page)).toHaveText('Saved')
  const { content } = await storedDraft(page)
  expect(content.pages.map(({ url }: { url: string }) => url)).toEqual([before[5], ...before.slice(0, 5)])
  expect(content).toMatchObject({ title: 'Eleven Moths', mayPrint: true })
  expect(content.pages.slice(0, 2)).toMatchObject([
    { altText: 'The cover: a large moth', transcript: 'ELEVEN MOTHS' },
    { altText: 'A moth on a lamp', transcript: 'Mind the lamp' },
  ])

  await visit(page, `/profile/${maker.id}`)
  const ticket = page.getByRole('listitem').filter({ hasText: 'Eleven Moths' })
  await expect(ticket).toContainText('6 pages')
  await expectAccessible(page, 'drafts on the profile')
  await ticket.getByRole('link', { name: 'Eleven Moths' }).click()
  await expect(page).toHaveURL(/\/draft\//)
  await reload(page)
  await expect(altTextField(page, 1)).toHaveValue('The cover: a large moth')
  await expectAccessible(page, 'a draft')
  await press(page, 'As folded')
  await expectAccessible(page, 'pages as folded', page.getByText('Cover', { exact: true }))
  await press(page, 'Publish')
  await expect(toast(page, 'Your zine is published.')).toBeVisible()
  await expect(page).toHaveURL(/\/zine\//)
  await expect(page.getByRole('heading', { name: 'Eleven Moths' })).toBeVisible()
  await expect(page.getByRole('img', { name: 'The cover: a large moth' })).toBeVisible()
})

test('a scanned booklet becomes pages in order', async ({ page }) => {
  test.slow()
  await register(page.request)
  const { draft } = await callApi(page.request, 'post', '/api/drafts', { content: { title: 'Moths' } })
  await visit(page, `/draft/${draft.id}`)
  const sheets: [string, string][] = [
    ['4', '1'],
    ['2', '3'],
  ]
  const buffer = pdfOf({ pages: sheets.map(spreadPage) })
  const pdf = { name: 'booklet.pdf', mimeType: 'application/pdf', buffer }
  await page.getByLabel('Choose a PDF').setInputFiles(pdf)
  await expect(page.getByText('Your PDF: 2 pages')).toBeVisible({ timeout: 60_000 })
  await expect(page.getByText('These look like two pages side by side.')).toBeVisible()
  await page.getByRole('button', { name: /^Split as a booklet/ }).click()
  await expect(page.getByText('Your PDF: 4 pages')).toBeVisible({ timeout: 60_000 })
  await expect(pageButton(page, 4)).toBeVisible({ timeout: 60_000 })
  await expect(page.getByLabel(/^Words on this page/)).toHaveValue('1')
  await expect(page.getByText('Taken from your PDF. Please check it.')).toBeVisible()
  await expect(saveState(page)).toHaveText('Saved')
  const { version, content } = await storedDraft(page)
  const transcripts = content.pages.map(({ transcript }: { transcript: string }) => transcript)
  expect(transcripts).toEqual(['1', '2', '3', '4'])
  await expectAccessible(page, 'pages of a PDF')
  const otherVersion = { version, content: { ...content, title: 'Theirs' } }
  await callApi(page.request, 'put', `/api/drafts/${draft.id}`, otherVersion)
  await titleField(page).fill('Mine')
  await press(page, 'Compare and choose')
  await expectAccessible(page, 'two versions of a draft', page.getByRole('dialog'))
})

test('a project is laid out, scheduled, unscheduled and finished with its zine', async ({ page }) => {
  await register(page.request)
  const notes = 'Eleven of them.'
  const { project } = await callApi(page.request, 'post', '/api/projects', { title: 'Moths', notes })
  const [url] = await pictures(page.request, 'photo.avif')
  const content = { title: 'Moths', pages: [{ url }] }
  const { draft } = await callApi(page.request, 'post', '/api/drafts', { projectId: project.id, content })
  await visit(page, `/draft/${draft.id}`)
  await expect(page.getByText(notes)).toBeVisible()
  await press(page, 'Schedule', /^Publish on/)
  await expect(page.locator('strong', { hasText: /^It will be published on \w+ at 09:00$/ })).toBeVisible()
  await titleField(page).fill('Moths, later')
  await expect(saveState(page)).toHaveText('Saved')
  await press(page, 'Cancel scheduling', 'Publish')
  await expect(page.getByRole('dialog', { name: 'Mark the project as finished?' })).toBeVisible()
  await press(page, 'Mark as finished')
  await expect(page).toHaveURL(/\/zine\//)
  const after = await callApi(page.request, 'get', `/api/projects/${project.id}`)
  expect(after.project.completedAt).not.toBeNull()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('a held page is dragged, a menu moves a page with two taps, and a swipe scrolls the strip', async ({ page }) => {
    await register(page.request)
    const urls = await numberedPages(page.request, 14)
    const pages = urls.map((url, index) => ({ url, altText: `Page ${index + 1}` }))
    const { draft } = await callApi(page.request, 'post', '/api/drafts', { content: { title: 'Moths', pages } })
    await visit(page, `/draft/${draft.id}`)
    const order = async () =>
      (await storedDraft(page)).content.pages.map(({ altText }: { altText: string }) => Number(altText.slice(5)))
    const inOrder = Array.from({ length: 14 }, (_, index) => index + 1)
    const scrolled = () => pageStrip(page).evaluate((list) => list.scrollLeft)
    const touch = await touchscreen(page)
    await expect(pageButton(page, 6)).toBeInViewport({ ratio: 1 })
    const [first, sixth] = [await middleOf(page, 1), await middleOf(page, 6)]

    await touch.hold(sixth)
    await touch.drag(sixth, first)
    await expect(page.getByText('Page 6 is now page 1.')).toBeAttached()
    await expect(altTextField(page, 1)).toHaveValue('Page 6')
    await expect(saveState(page)).toHaveText('Saved')
    expect(await order()).toEqual([6, ...inOrder.filter((n) => n !== 6)])

    // At the edge, the strip scrolls on under the resting finger.
    await touch.hold(first)
    await touch.moveTo(first, { ...first, x: 385 })
    await expect.poll(async () => (await pageButton(page, 14).boundingBox())?.x).toBeLessThan(340)
    await touch.end()
    await expect(page.getByText('Page 1 is now page 14.')).toBeAttached()
    await press(page, 'Undo')
    await expect(altTextField(page, 1)).toHaveValue('Page 6')

    await pageButton(page, 14).tap()
    await page.getByRole('button', { name: 'Move to page' }).tap()
    await page.getByRole('menuitem', { name: '2', exact: true }).tap()
    await expect(page.getByText('Page 14 is now page 2.')).toBeAttached()
    await expect(saveState(page)).toHaveText('Saved')
    expect((await order()).slice(0, 3)).toEqual([6, 14, 1])
    const moved = await order()
    const before = await scrolled()
    await touch.drag(sixth, first)
    await expect.poll(scrolled).toBeGreaterThan(before + 100)
    expect(await order()).toEqual(moved)
    await expectAccessible(page, 'the strip on a phone')
  })
})

type Point = { x: number; y: number }

async function middleOf(page: Page, n: number): Promise<Point> {
  const { x, y, width, height } = await pageButton(page, n).evaluate((button) =>
    button.getBoundingClientRect().toJSON(),
  )
  return { x: x + width / 2, y: y + height / 2 }
}

async function touchscreen(page: Page) {
  const client = await page.context().newCDPSession(page)
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: Point[]) =>
    client.send('Input.dispatchTouchEvent', { type, touchPoints })
  let isDown = false
  const start = async (at: Point) => {
    if (!isDown) await send('touchStart', at)
    isDown = true
  }
  const moveTo = async (from: Point, to: Point) => {
    await start(from)
    for (let step = 1; step <= 10; step += 1)
      await send('touchMove', { x: from.x + ((to.x - from.x) * step) / 10, y: to.y })
  }
  const end = async () => {
    await send('touchEnd')
    isDown = false
  }
  return {
    hold: async (at: Point) => {
      await start(at)
      await expect(pageStrip(page).locator('[data-held]')).toBeVisible()
    },
    moveTo,
    end,
    drag: async (from: Point, to: Point) => {
      await moveTo(from, to)
      await end()
    },
  }
}
