import type { Page } from '@playwright/test'
import { expectNoBarrier } from '../support/barriers.ts'
import { expect, register, reload, test, toast, visit } from '../support/journey.ts'
import { scannedBooklet } from '../support/scanned-booklet.ts'

const stateOf = (page: Page) => page.locator('.editor-state')
const strip = (page: Page) => page.getByRole('list', { name: 'Pages in order' })
const inStrip = (page: Page, n: number) => strip(page).getByRole('button', { name: `Page ${n}`, exact: true })
const shows = (page: Page, n: number) => page.getByLabel(new RegExp(`^What page ${n} shows`))
const titleOf = (page: Page) => page.getByRole('textbox', { name: 'Title' })

/** Drawings with a number each. */
const pictures = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    name: `${at + 1}.svg`,
    mimeType: 'image/svg+xml',
    buffer: Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="500"><rect width="400" height="500" fill="hsl(${at * 45} 70% 60%)"/><circle cx="200" cy="250" r="${40 + at * 15}"/></svg>`,
    ),
  }))

/** A signed-in maker at the table of a draft. */
async function begin(page: Page, content: object = {}, more: object = {}) {
  const maker = await register(page.request)
  const made = await page.request.post('/api/drafts', { data: { content, ...more } })
  expect(made.ok(), await made.text()).toBe(true)
  const { id } = (await made.json()).draft as { id: string }
  const address = `/draft/${id}`
  await visit(page, address)
  await expect(titleOf(page)).toBeVisible()
  const stored = async () => (await (await page.request.get(`/api/drafts/${id}`)).json()).draft
  return { maker, id, address, stored }
}

/** What the site fetches ahead has come by then: a page that goes offline in the middle of it complains. */
async function goOffline(page: Page) {
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('/zine-popup')),
  )
  await page.waitForTimeout(1_000)
  await page.context().setOffline(true)
}

async function addPictures(page: Page, count: number) {
  await page.getByLabel('Choose pictures').setInputFiles(pictures(count))
  await expect(inStrip(page, count)).toBeVisible()
  await expect(page.getByRole('button', { name: /^Take (it|all \d) out$/ })).toBeHidden({ timeout: 120_000 })
}

test('eight pictures are laid out by keys, described, saved by themselves, and published', async ({
  page,
}) => {
  test.slow()
  const { stored } = await begin(page)
  await expect(page.getByText('Drop pictures or a PDF here')).toBeVisible()
  await expectNoBarrier(page)
  await addPictures(page, 8)
  await expect(stateOf(page)).toHaveText('Saved')
  const before = (await stored()).content.pages.map(({ url }: { url: string }) => url)
  expect(before).toHaveLength(8)

  await inStrip(page, 8).click()
  await page.keyboard.press('Shift+Home')
  await expect(page.getByText('Page 8 is now page 1.')).toBeAttached()
  await expect(inStrip(page, 1)).toBeFocused()
  await shows(page, 1).fill('The cover: a large moth')
  await page.getByLabel(/^Words on this page/).fill('ELEVEN MOTHS')
  await titleOf(page).fill('Eleven Moths')
  await page.getByRole('checkbox', { name: 'Readers may print and fold this zine.' }).check()
  await expect(stateOf(page)).toHaveText(/^Unsaved/)
  await expect(stateOf(page)).toHaveText('Saved')
  const { content } = await stored()
  expect(content.pages.map(({ url }: { url: string }) => url)).toEqual([before[7], ...before.slice(0, 7)])
  expect(content).toMatchObject({
    title: 'Eleven Moths',
    mayPrint: true,
    pages: [{ altText: 'The cover: a large moth', transcript: 'ELEVEN MOTHS' }, ...Array(7).fill({})],
  })

  await reload(page)
  await expect(shows(page, 1)).toHaveValue('The cover: a large moth')
  await page.getByRole('button', { name: 'As folded' }).click()
  await expect(page.getByText('Pages 2–3')).toBeVisible()
  await expectNoBarrier(page)
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(toast(page, 'Your zine is published.')).toBeVisible()
  await expect(page).toHaveURL(/\/zine\//)
  await expect(page.getByRole('heading', { name: 'Eleven Moths' })).toBeVisible()
  await expect(page.getByRole('img', { name: 'The cover: a large moth' })).toBeVisible()
})

test('a maker scans a booklet, and its pages come out in order', async ({ page }) => {
  test.slow()
  const { stored } = await begin(page, { title: 'Scanned' })
  await page
    .getByLabel('Choose a PDF')
    .setInputFiles({ name: 'booklet.pdf', mimeType: 'application/pdf', buffer: scannedBooklet() })
  await expect(page.getByText('Your PDF: 4 pages')).toBeVisible({ timeout: 60_000 })
  await expect(page.getByText('These look like two pages side by side.')).toBeVisible()
  await expect(inStrip(page, 4)).toBeVisible()
  await expectNoBarrier(page)
  await page.getByRole('button', { name: /^Split a booklet/ }).click()
  await expect(page.getByText('Your PDF: 8 pages')).toBeVisible({ timeout: 60_000 })
  await expect(inStrip(page, 8)).toBeVisible()
  await expect(page.getByLabel(/^Words on this page/)).toHaveValue('Page 1')
  await expect(page.getByText('Taken from your PDF. Please check it.')).toBeVisible()
  await expect(stateOf(page)).toHaveText('Saved')
  const words = (await stored()).content.pages.map(({ transcript }: { transcript: string }) => transcript)
  expect(words).toEqual(Array.from({ length: 8 }, (_, at) => `Page ${at + 1}`))
  await reload(page)
  await expect(inStrip(page, 8)).toBeVisible()
  await expect(strip(page).getByRole('button', { name: /^Page \d+$/ })).toHaveCount(8)
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(page).toHaveURL(/\/zine\//)
})

test('a draft open in two tabs: what one saves the other follows, or its maker chooses', async ({ page }) => {
  const { address, stored } = await begin(page, { title: 'Moths' })
  const other = await page.context().newPage()
  await visit(other, address)
  await titleOf(other).fill('Moths of the other tab')
  await expect(titleOf(page)).toHaveValue('Moths of the other tab')

  await goOffline(page)
  await titleOf(page).fill('Mine')
  await expect(page.getByText('You are offline.')).toBeVisible()
  const { version, content } = await stored()
  await page.request.put(`/api${address.replace('draft', 'drafts')}`, {
    data: { version, content: { ...content, title: 'Theirs' } },
  })
  await page.context().setOffline(false)
  await page.getByRole('button', { name: 'Compare and choose' }).click()
  await expectNoBarrier(page)
  await page.getByRole('button', { name: 'Keep mine' }).click()
  await expect(stateOf(page)).toHaveText('Saved')
  expect((await stored()).content.title).toBe('Mine')
  await expect(page.getByText('Put aside at')).toBeVisible()
  await page.getByRole('button', { name: 'Bring it back' }).click()
  await expect(titleOf(page)).toHaveValue('Theirs')
})

test('what was changed offline is there after a reload, and saved once the connection is back', async ({
  page,
}) => {
  const { stored, address } = await begin(page, { title: 'Moths' })
  await goOffline(page)
  await titleOf(page).fill('Moths at night')
  await expect(stateOf(page)).toHaveText('Offline')
  const next = await page.context().newPage()
  await page.close()
  await next.context().setOffline(false)
  await visit(next, address)
  await expect(titleOf(next)).toHaveValue('Moths at night')
  await expect(stateOf(next)).toHaveText('Saved')
  expect((await stored()).content.title).toBe('Moths at night')
})

test('a draft is scheduled, changed and taken back, and a stranger finds nothing at its address', async ({
  page,
  browser,
}) => {
  const { address, stored } = await begin(page, { title: 'Moths' })
  await page.getByRole('button', { name: 'Schedule' }).click()
  await page.getByRole('button', { name: /^Publish on/ }).click()
  await expect(page.getByText('A zine needs at least one page.')).toBeVisible()
  await addPictures(page, 1)
  await page.getByRole('button', { name: /^Publish on/ }).click()
  await expect(page.locator('strong', { hasText: /^It is published on \w+ at 09:00$/ })).toBeVisible()
  expect((await stored()).publishAt).toMatch(/T\d\d:00/)
  await titleOf(page).fill('Moths, later')
  await expect(stateOf(page)).toHaveText('Saved')
  await page.getByRole('button', { name: 'Do not publish it by itself' }).click()
  await expect(page.getByRole('button', { name: 'Publish', exact: true })).toBeVisible()
  expect(await stored()).toMatchObject({ publishAt: null, content: { title: 'Moths, later' } })

  const stranger = await (await browser.newContext()).newPage()
  await register(stranger.request)
  await visit(stranger, address)
  await expect(stranger.getByRole('heading', { name: 'Page Not Found' })).toBeVisible()
  await stranger.context().close()

  await page.getByRole('button', { name: 'Draft menu' }).click()
  await page.getByRole('menuitem', { name: 'Delete Draft' }).click()
  await page.getByRole('button', { name: 'Delete Draft' }).click()
  await expect(page).toHaveURL(/\/profile\//)
})

test('a project is laid out with its notes beside, and finished with its zine', async ({ page }) => {
  await register(page.request)
  const made = await page.request.post('/api/projects', {
    data: { title: 'Moths', notes: 'Eleven of them.' },
  })
  const { project } = await made.json()
  const begun = await page.request.post('/api/drafts', {
    data: { projectId: project.id, content: { title: 'Moths' } },
  })
  const { draft } = await begun.json()
  await visit(page, `/draft/${draft.id}`)
  await expect(page.getByText('Eleven of them.')).toBeVisible()
  await addPictures(page, 2)
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'Mark the project finished?' })).toBeVisible()
  await page.getByRole('button', { name: 'Yes' }).click()
  await expect(page).toHaveURL(/\/zine\//)
  const after = await (await page.request.get(`/api/projects/${project.id}`)).json()
  expect(after.project.completedAt).not.toBeNull()
})
