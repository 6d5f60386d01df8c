import { expectAccessible } from '../support/accessibility.ts'
import { callApi, expect, press, reload, test, toast, visit } from '../support/journey.ts'
import {
  field,
  isSent,
  maker,
  makeTitlePage,
  openTable,
  pageButton,
  saveState,
  storedPages,
} from '../support/page-maker.ts'

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
  await expect(maker(page).getByText(/^\d+ words don’t fit\.$/)).toBeVisible()
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
