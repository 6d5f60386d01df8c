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

const chooseTemplate = (page: Page, name: string) =>
  maker(page).getByRole('radio', { name, exact: true }).check({ force: true })

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

const photos = [
  'photo.avif',
  'wide.webp',
  'print-cmyk.jpg',
  'photo-sideways-gps.jpg',
  'scan-16-bit.png',
  'see-through.png',
]

/** Sends a picture from the device and describes it. */
async function addPicture(page: Page, name: string, { file, altText }: { file: string; altText: string }) {
  await maker(page).getByLabel(`Choose ${name}`).setInputFiles(fixtures(file))
  const description = maker(page).getByLabel(new RegExp(`^What ${name} shows`))
  await description.fill(altText, { timeout: 60_000 })
}

async function addPanels(page: Page, from: number, to: number) {
  for (let panel = from; panel <= to; panel += 1) {
    if (panel > 2) await press(maker(page), 'Add a panel')
    await addPicture(page, `picture ${panel}`, { file: photos[panel - 1] ?? '', altText: `Moth ${panel}` })
    await maker(page).getByLabel(`Caption ${panel}`).fill(`Night ${panel}`)
  }
}

const moths = (count: number) =>
  `Comic. ${Array.from({ length: count }, (_, index) => `Panel ${index + 1}: Moth ${index + 1}.`).join(' ')}`
const nights = (count: number) => Array.from({ length: count }, (_, index) => `Night ${index + 1}`).join('\n\n')

test('comics and a picture with words and dots are made, published, and edited again', async ({ page }) => {
  test.slow()
  await openTable(page)
  await press(page, 'Make a page')
  await chooseTemplate(page, 'Comic')
  await addPanels(page, 1, 2)
  await press(maker(page), 'Add page')
  await isSent(page)
  await press(page, 'Add a page', 'Make a page')
  await chooseTemplate(page, 'Full picture')
  await addPicture(page, 'picture', { file: 'photo.avif', altText: 'A moth on a lamp' })
  await field(page, 'Heading').fill('The lamp')
  await field(page, 'Text').fill('It was on all night.')
  await maker(page).getByRole('radio', { name: 'In the inks, with coarse dots' }).check({ force: true })
  await press(maker(page), 'Add page')
  await isSent(page)
  await expect(saveState(page)).toHaveText('Saved')
  await press(page, 'Publish')
  await expect(page).toHaveURL(/\/zine\//)
  const zineId = new URL(page.url()).pathname.split('/')[2]
  const readPages = async () => (await callApi(page.request, 'get', `/api/zines/${zineId}`)).zine.pages
  const full = {
    altText: 'Page filled by a picture: The lamp. A moth on a lamp.',
    transcript: 'The lamp\n\nIt was on all night.',
    recipe: { treatment: 'coarse' },
  }
  const before = await readPages()
  expect(before).toMatchObject([{ altText: moths(2), transcript: nights(2) }, full])

  await visit(page, `/zine/${zineId}/edit`)
  await press(page, 'Edit page 1')
  await expect(maker(page).getByRole('img', { name: 'Moth 1', exact: true })).toBeVisible()
  await addPanels(page, 3, 6)
  await expectAccessible(page, 'a comic of six panels')
  await press(maker(page), 'Save page')
  await isSent(page)
  await press(page, 'Save changes')
  await expect(toast(page, 'Zine updated successfully')).toBeVisible()
  const after = await readPages()
  expect(after).toMatchObject([{ altText: moths(6), transcript: nights(6) }, full])
  const urlsOf = ([comic]: { recipe: { pictures: { url: string }[] } }[]) =>
    comic?.recipe.pictures.map(({ url }) => url)
  expect(urlsOf(after)?.slice(0, 2)).toEqual(urlsOf(before))
  expect(new Set(urlsOf(after)).size).toBe(6)
  expect([after[0].url === before[0].url, after[1].url === before[1].url]).toEqual([false, true])
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
