import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/accessibility.ts'
import { expect, register, reload, test, visit } from '../support/journey.ts'
import { journeyPort } from '../support/journey-data.ts'
import { uploadAndPublish } from '../support/published-zine.ts'
import { createSeparateSite } from '../support/separate-site.ts'

/** A separate site, because an announcement would appear on the pages of every other journey. */
const port = journeyPort + 9
test.use({ baseURL: `http://localhost:${port}` })

let site: Awaited<ReturnType<typeof createSeparateSite>>
test.beforeAll(async () => {
  site = await createSeparateSite(port)
  await site.start()
})
test.afterAll(() => site.remove())

const announcement = (page: Page) => page.getByRole('complementary', { name: 'Announcement' })
const headerTop = (page: Page) => page.getByRole('banner').evaluate((header) => header.getBoundingClientRect().top)

test('an announcement is shown until it is dismissed or removed', async ({ page, request }) => {
  await register(request)
  const { id } = await uploadAndPublish(request, 'Moths', 'photo.avif')
  await site.runAdmin('announce', 'Closed on Friday, from 20:00 to 21:00 UTC, while we move to a larger machine.')
  await expect(async () => {
    await visit(page, '/')
    await expect(announcement(page)).toBeVisible({ timeout: 100 })
  }).toPass()
  await expectAccessible(page)

  await visit(page, `/zine/${id}/read`)
  await expect(page.getByRole('main')).toBeVisible()
  await expect(announcement(page)).toBeHidden()
  await visit(page, `/zine/${id}`)
  await expect(announcement(page)).toContainText('Closed on Friday')
  await page.emulateMedia({ media: 'print' })
  await expect(announcement(page)).toBeHidden()
  await page.emulateMedia({ media: 'screen' })

  await announcement(page).getByRole('button', { name: 'Dismiss' }).focus()
  await page.keyboard.press('Enter')
  await expect(announcement(page)).toBeHidden()
  await expect(page.getByRole('main')).toBeFocused()
  for (const path of ['/', '/about']) {
    await visit(page, path)
    await expect(announcement(page)).toBeHidden()
    expect(await headerTop(page)).toBe(0)
  }

  await site.runAdmin('announce', 'Open again.')
  await expect(async () => {
    await reload(page)
    await expect(announcement(page)).toHaveText(/^Open again\./, { timeout: 100 })
  }).toPass()
  await site.runAdmin('announcement', 'remove')
  await expect(async () => {
    await reload(page)
    await expect(announcement(page)).toBeHidden({ timeout: 100 })
  }).toPass()
})
