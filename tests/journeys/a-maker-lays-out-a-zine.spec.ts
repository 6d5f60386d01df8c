import type { Page } from '@playwright/test'
import { pdfOf, spreadPage } from '#server/documents/pdf.testing.ts'
import { expect, fixtures, register, reload, test, toast, visit } from '../support/journey.ts'
import { pictures } from '../support/published-zine.ts'

const stateOf = (page: Page) => page.locator('.editor-state')
const strip = (page: Page) => page.getByRole('list', { name: 'Pages in order' })
const inStrip = (page: Page, n: number) => strip(page).getByRole('button', { name: `Page ${n}`, exact: true })
const shows = (page: Page, n: number) => page.getByLabel(new RegExp(`^What page ${n} shows`))
const titleOf = (page: Page) => page.getByRole('textbox', { name: 'Title' })

/** A signed-in maker at the table of a draft with as many pages. */
async function begin(page: Page, pageCount: number) {
  await register(page.request)
  const urls = await pictures(page.request, ...Array(pageCount).fill('photo.avif'))
  const content = { title: 'Moths', pages: urls.map((url) => ({ url })) }
  const made = await page.request.post('/api/drafts', { data: { content } })
  expect(made.ok(), await made.text()).toBe(true)
  const { id } = (await made.json()).draft as { id: string }
  const address = `/draft/${id}`
  await visit(page, address)
  await expect(titleOf(page)).toBeVisible()
  const stored = async () => (await (await page.request.get(`/api/drafts/${id}`)).json()).draft
  return { address, stored }
}

test('pages are added, ordered with the keyboard, described, saved and published', async ({ page }) => {
  test.slow()
  const { stored } = await begin(page, 3)
  await page.getByLabel('Add pictures').setInputFiles(fixtures('wide.webp'))
  await expect(inStrip(page, 4)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Take it out' })).toBeHidden({ timeout: 120_000 })
  await expect(stateOf(page)).toHaveText('Saved')
  const before = (await stored()).content.pages.map(({ url }: { url: string }) => url)
  expect(before).toHaveLength(4)

  await inStrip(page, 4).click()
  await page.keyboard.press('Shift+Home')
  await expect(page.getByText('Page 4 is now page 1.')).toBeAttached()
  await expect(inStrip(page, 1)).toBeFocused()
  await shows(page, 1).fill('The cover: a large moth')
  await page.getByLabel(/^Words on this page/).fill('ELEVEN MOTHS')
  await titleOf(page).fill('Eleven Moths')
  await page.getByRole('checkbox', { name: 'Readers may print and fold this zine.' }).check()
  await expect(stateOf(page)).toHaveText(/^Unsaved/)
  await expect(stateOf(page)).toHaveText('Saved')
  const { content } = await stored()
  expect(content.pages.map(({ url }: { url: string }) => url)).toEqual([before[3], ...before.slice(0, 3)])
  expect(content).toMatchObject({
    title: 'Eleven Moths',
    mayPrint: true,
    pages: [{ altText: 'The cover: a large moth', transcript: 'ELEVEN MOTHS' }, {}, {}, {}],
  })

  await reload(page)
  await expect(shows(page, 1)).toHaveValue('The cover: a large moth')
  await page.getByRole('button', { name: 'As folded' }).click()
  await expect(page.getByText('Pages 2–3')).toBeVisible()
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(toast(page, 'Your zine is published.')).toBeVisible()
  await expect(page).toHaveURL(/\/zine\//)
  await expect(page.getByRole('heading', { name: 'Eleven Moths' })).toBeVisible()
  await expect(page.getByRole('img', { name: 'The cover: a large moth' })).toBeVisible()
})

test('a scanned booklet becomes pages in order', async ({ page }) => {
  test.slow()
  const { stored } = await begin(page, 0)
  const sheets: [string, string][] = [
    ['4', '1'],
    ['2', '3'],
  ]
  const buffer = pdfOf({ pages: sheets.map(spreadPage) })
  const pdf = { name: 'booklet.pdf', mimeType: 'application/pdf', buffer }
  await page.getByLabel('Choose a PDF').setInputFiles(pdf)
  await expect(page.getByText('Your PDF: 2 pages')).toBeVisible({ timeout: 60_000 })
  await expect(page.getByText('These look like two pages side by side.')).toBeVisible()
  await page.getByRole('button', { name: /^Split a booklet/ }).click()
  await expect(page.getByText('Your PDF: 4 pages')).toBeVisible({ timeout: 60_000 })
  await expect(inStrip(page, 4)).toBeVisible({ timeout: 60_000 })
  await expect(page.getByLabel(/^Words on this page/)).toHaveValue('1')
  await expect(page.getByText('Taken from your PDF. Please check it.')).toBeVisible()
  await expect(stateOf(page)).toHaveText('Saved')
  const words = (await stored()).content.pages.map(({ transcript }: { transcript: string }) => transcript)
  expect(words).toEqual(['1', '2', '3', '4'])
})

test('a project is laid out, scheduled, unscheduled and finished with its zine', async ({ page }) => {
  await register(page.request)
  const notes = 'Eleven of them.'
  const made = await page.request.post('/api/projects', { data: { title: 'Moths', notes } })
  const { project } = await made.json()
  const [url] = await pictures(page.request, 'photo.avif')
  const content = { title: 'Moths', pages: [{ url }] }
  const begun = await page.request.post('/api/drafts', { data: { projectId: project.id, content } })
  const { draft } = await begun.json()
  await visit(page, `/draft/${draft.id}`)
  await expect(page.getByText(notes)).toBeVisible()
  await page.getByRole('button', { name: 'Schedule' }).click()
  await page.getByRole('button', { name: /^Publish on/ }).click()
  await expect(page.locator('strong', { hasText: /^It is published on \w+ at 09:00$/ })).toBeVisible()
  await titleOf(page).fill('Moths, later')
  await expect(stateOf(page)).toHaveText('Saved')
  await page.getByRole('button', { name: 'Do not publish it by itself' }).click()
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'Mark the project finished?' })).toBeVisible()
  await page.getByRole('button', { name: 'Yes' }).click()
  await expect(page).toHaveURL(/\/zine\//)
  const after = await (await page.request.get(`/api/projects/${project.id}`)).json()
  expect(after.project.completedAt).not.toBeNull()
})
