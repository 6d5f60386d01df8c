import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/accessibility.ts'
import { callApi, expect, fixtures, press, register, reload, test, toast, visit } from '../support/journey.ts'

const saveState = (page: Page) => page.locator('.editor-state')
const pageButton = (page: Page, n: number) =>
  page.getByRole('list', { name: 'Pages in order' }).getByRole('button', { name: `Page ${n}`, exact: true })
const maker = (page: Page) => page.getByRole('dialog', { name: /^(Make a|Edit) page$/ })
const field = (page: Page, label: string) => maker(page).getByRole('textbox', { name: label, exact: true })
/** Waits until the maker has drawn the pages, and the table has sent them. */
async function isSent(page: Page) {
  await expect(maker(page)).toBeHidden({ timeout: 60_000 })
  await expect(page.getByRole('button', { name: /^Remove (it|all)/ })).toBeHidden({ timeout: 120_000 })
}

async function openTable(page: Page) {
  await register(page.request)
  const { draft } = await callApi(page.request, 'post', '/api/drafts', { content: { title: 'Eleven Moths' } })
  await visit(page, `/draft/${draft.id}`)
}

async function makeTitlePage(page: Page) {
  await press(page, 'Make a page')
  await field(page, 'Title').fill('Eleven Moths')
  await field(page, 'Subtitle').fill('A field guide to the porch light')
  await expectAccessible(page, 'a page in the maker', maker(page).locator('canvas[data-drawn]'))
  await press(maker(page), 'Add page')
  await isSent(page)
  await expect(page.getByLabel(/^What page 1 shows/)).toHaveValue('Title page: Eleven Moths.')
}

const words = Array.from({ length: 330 }, (_, n) => `lamp${n}`)

// In a separate page, because the browser logs the interrupted requests to the console.
test('pages are made with words, continue, change, and are published as text', async ({ browser, baseURL }) => {
  test.slow()
  const page = await browser.newPage({ baseURL, viewport: { width: 1280, height: 900 } })
  const uncaught: string[] = []
  page.on('pageerror', ({ message }) => uncaught.push(message))
  await openTable(page)
  await makeTitlePage(page)
  await press(page, 'Add a page', 'Make a page')
  await field(page, 'Heading').fill('The porch')
  await field(page, 'Text').fill(words.join(' '))
  await expect(maker(page).getByText(/^\d+ words do not fit\.$/)).toBeVisible()
  await expectAccessible(page, 'a page with too many words')
  await press(maker(page), 'Continue on a new page')
  // The network is lost while the pages are sent.
  await page.context().setOffline(true)
  await press(maker(page), /^Add \d pages$/)
  await expect(maker(page)).toBeHidden()
  await page.context().setOffline(false)
  await isSent(page)
  await pageButton(page, 2).click()
  await expect(page.getByLabel(/^Words on this page/)).toHaveValue(/^The porch\n\nlamp0 lamp1 /)

  await pageButton(page, 1).click()
  await page.keyboard.press('Enter')
  await expect(field(page, 'Title')).toHaveValue('Eleven Moths')
  await field(page, 'Title').fill('Twelve Moths')
  await press(maker(page), 'Save page')
  await isSent(page)
  const transcript = page.getByLabel(/^Words on this page/)
  await expect(transcript).toHaveValue(/^Twelve Moths/)
  await press(page, 'Undo')
  await expect(transcript).toHaveValue(/^Eleven Moths/)
  await press(page, 'Redo')
  await expect(transcript).toHaveValue(/^Twelve Moths/)
  await expect(saveState(page)).toHaveText('Saved')
  await reload(page)
  await expect(transcript).toHaveValue(/^Twelve Moths/)
  await press(page, 'Edit page 1')
  await expect(field(page, 'Title')).toHaveValue('Twelve Moths')
  await page.keyboard.press('Escape')
  await press(page, 'Publish')
  await expect(toast(page, 'Your zine is published.')).toBeVisible()
  await expect(page).toHaveURL(/\/zine\//)
  await expect(page.getByRole('img', { name: 'Title page: Twelve Moths.' }).first()).toBeVisible()
  const zineId = new URL(page.url()).pathname.split('/')[2]
  const { zine } = await callApi(page.request, 'get', `/api/zines/${zineId}`)
  const texts: string[] = zine.pages.map(({ transcript: text }: { transcript: string }) => text)
  expect(texts.slice(1).join(' ').split(/\s+/)).toEqual(['The', 'porch', ...words])

  await visit(page, `/zine/${zineId}/edit`)
  await press(page, 'Edit page 1')
  await field(page, 'Title').fill('Thirteen Moths')
  await press(maker(page), 'Save page')
  await isSent(page)
  await press(page, 'Save changes')
  await expect(toast(page, 'Zine updated successfully')).toBeVisible()
  await expect(page.getByRole('img', { name: 'Title page: Thirteen Moths.' }).first()).toBeVisible()
  expect(uncaught).toEqual([])
  await page.close()
})

/** The average brightness of the upper third of a picture, from 0 to 255, and the picture's shape. */
const lookAt = (page: Page, url: string) =>
  page.evaluate(async (address) => {
    const picture = await createImageBitmap(await (await fetch(address)).blob())
    const { width, height } = picture
    const pen = new OffscreenCanvas(width, Math.floor(height / 3)).getContext('2d')
    pen?.drawImage(picture, 0, 0)
    const data = pen?.getImageData(0, 0, width, Math.floor(height / 3)).data ?? []
    let sum = 0
    for (let at = 0; at < data.length; at += 4) sum += data[at] ?? 0
    return { brightness: sum / (data.length / 4), ratio: width / height }
  }, url)

const storedPages = async (page: Page): Promise<{ url: string; altText: string; transcript: string }[]> => {
  const id = new URL(page.url()).pathname.split('/').at(-1)
  return (await callApi(page.request, 'get', `/api/drafts/${id}`)).draft.content.pages
}

test('a comic gets its pictures from the table, and follows the paper of the zine', async ({ page }) => {
  test.slow()
  await openTable(page)
  await page.getByLabel('Choose images').setInputFiles(fixtures('photo.avif'))
  await expect(pageButton(page, 1)).toBeVisible()
  await isSent(page)
  await page.getByLabel(/^What page 1 shows/).fill('A photo')
  await press(page, 'Add a page', 'Make a page')
  await maker(page).getByRole('radio', { name: 'Comic' }).check({ force: true })
  await maker(page)
    .getByRole('textbox', { name: /^Caption 1/ })
    .fill('Dusk')
  await maker(page)
    .getByRole('textbox', { name: /^Caption 2/ })
    .fill('Night')
  await press(maker(page), 'Add page')
  await isSent(page)
  await expect.poll(async () => (await storedPages(page)).length).toBe(2)
  const empty = await lookAt(page, (await storedPages(page))[1]?.url ?? '')

  await press(page, 'Edit page 2')
  await maker(page).getByText('Or use one from the table').first().click()
  await press(maker(page), 'A photo')
  await press(maker(page), 'Save page')
  await isSent(page)
  await expect.poll(async () => (await storedPages(page))[1]?.altText).toBe('Comic. Panel 1: A photo.')
  const filled = await lookAt(page, (await storedPages(page))[1]?.url ?? '')
  expect(filled.brightness).toBeLessThan(empty.brightness - 10)

  await page.getByRole('radio', { name: 'Square' }).check({ force: true })
  await press(page, 'Redraw it')
  await expect(page.getByText('1 page redrawn.')).toBeVisible()
  await expect(saveState(page)).toHaveText('Saved')
  const [, square] = await storedPages(page)
  expect(square).toMatchObject({ altText: 'Comic. Panel 1: A photo.', transcript: 'Dusk\n\nNight' })
  expect((await lookAt(page, square?.url ?? '')).ratio).toBe(1)
  await press(page, 'Undo')
  await expect(page.getByText('1 page made here has the old format.')).toBeVisible()
})

test('a page that two tabs change keeps the words of both', async ({ page: first, context }) => {
  test.slow()
  await openTable(first)
  await makeTitlePage(first)
  await expect(saveState(first)).toHaveText('Saved')
  const second = await context.newPage()
  await visit(second, new URL(first.url()).pathname)
  for (const [tab, title] of [
    [first, 'Ten Moths'],
    [second, 'Twelve Moths'],
  ] as const) {
    await tab.bringToFront()
    await press(tab, 'Edit page 1')
    await field(tab, 'Title').fill(title)
  }
  await first.bringToFront()
  await press(maker(first), 'Save page')
  await isSent(first)
  await expect(saveState(first)).toHaveText('Saved')
  await second.bringToFront()
  await press(maker(second), 'Save page')
  await isSent(second)
  await expect(saveState(second)).toHaveText('Saved')
  const transcripts = (await storedPages(second)).map(({ transcript }) => transcript.split('\n')[0])
  expect(transcripts).toEqual(['Ten Moths', 'Twelve Moths'])
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('the page stays in view above its fields', async ({ page }) => {
    test.slow()
    await openTable(page)
    await makeTitlePage(page)
    await press(page, 'Edit page 1')
    await maker(page).getByLabel('Language').scrollIntoViewIfNeeded()
    await expect(maker(page).locator('canvas[data-drawn]')).toBeInViewport({ ratio: 1 })
    await expect(maker(page).getByRole('button', { name: 'Save page' })).toBeInViewport({ ratio: 1 })
    await maker(page).getByLabel('Language').selectOption('English')
    await press(maker(page), 'Save page')
    await isSent(page)
    await expect(saveState(page)).toHaveText('Saved')
  })
})
