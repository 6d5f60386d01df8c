import type { Locator, Page } from '@playwright/test'
import { callApi, expect, fixtures, press, register, test, visit } from '../support/journey.ts'
import { pictures, publish } from '../support/published-zine.ts'

/**
 * What a screen reader finds, in its order and with its names, compared with the files in `reading-order/`. If a change is
 * intended, write them again: `npx playwright test reading-order --project=short --update-snapshots`.
 */
const expectOrder = async (region: Locator, name: string) =>
  expect(withoutChanges(await region.ariaSnapshot())).toMatchSnapshot(`${name}.yml`)

/** Addresses and times differ in every run, and the names of languages between browsers. */
const withoutChanges = (snapshot: string) =>
  `${snapshot}\n`
    .replace(/^ *- (\/url:|option) .*\n/gm, '')
    .replace(/Posted .* ago/, 'Posted … ago')
    .replace(/(?<=- (link|combobox) .*):$/gm, '')

/** The last part of a page that is loaded. */
const expectWhole = (page: Page) => expect(page.getByRole('region', { name: 'Notifications' })).toBeAttached()

const title = 'A reading order'
const main = (page: Page) => page.getByRole('main')
const dialog = (page: Page) => page.getByRole('dialog')

test('the site, a zine and its pages are read in order', async ({ page, otherRequest }) => {
  await register(otherRequest, 'reading-order')
  const zine = await publish(otherRequest, title, 'photo.avif', 'wide.webp')
  await callApi(otherRequest, 'put', `/api/zines/${zine.id}`, { version: 1, mayPrint: true })
  await visit(page, `/?q=${title}`)
  await expect(page.getByRole('link', { name: title })).toBeVisible()
  await expectWhole(page)
  await expectOrder(page.locator('body'), 'home')
  await visit(page, `/zine/${zine.id}`)
  for (const name of ['More about this zine', 'Save for offline'])
    await expect(page.getByRole('button', { name })).toBeVisible()
  await expectOrder(main(page), 'zine')
  await visit(page, `/zine/${zine.id}/read`)
  await expect(page.getByRole('img', { name: `A page of ${title}` }).first()).toBeVisible()
  await expectWhole(page)
  await expectOrder(page.locator('body'), 'reader')
  await visit(page, `/zine/${zine.id}/print`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expectOrder(main(page), 'print')
})

test('uploading, layout and making pages are read in order', async ({ page }) => {
  await register(page.request, 'order-of-work')
  await visit(page, '/')
  await press(page.getByRole('banner'), 'Upload')
  await dialog(page).locator('input[type=file]').first().setInputFiles(fixtures('photo.avif', 'wide.webp'))
  await expect(dialog(page).getByText('all 2 pages are ready')).toBeVisible({ timeout: 60_000 })
  await expectOrder(dialog(page), 'upload')
  const pages = (await pictures(page.request, 'photo.avif', 'wide.webp')).map((url) => ({ url }))
  const { draft } = await callApi(page.request, 'post', '/api/drafts', { content: { title, pages } })
  await visit(page, `/draft/${draft.id}`)
  await expect(page.getByRole('list', { name: 'Pages in order' })).toBeVisible()
  await expectOrder(main(page), 'layout-table')
  const notes = '# Moths\n\nThey come to the light.\n\n# Lamps\n\nThey wait.'
  const { project } = await callApi(page.request, 'post', '/api/projects', { title, notes })
  await visit(page, `/project/${project.id}/edit`)
  await press(page, "Got it, let's create!", 'Make pages')
  // Once the pages are laid out, the text size is chosen too.
  await expect(dialog(page).getByRole('list', { name: 'All pages' })).toBeVisible()
  await expectOrder(dialog(page), 'make-pages')
})
