import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/accessibility.ts'
import { expect, register, test, uniqueName, visit } from '../support/journey.ts'
import { publishLongZine } from '../support/long-zine.ts'

const theme = (page: Page) => page.getByRole('contentinfo').getByLabel('Theme')
const paper = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
const [light, dark] = ['rgb(243, 236, 220)', 'rgb(20, 18, 14)']

test('a chosen theme applies in all tabs, and on the next page before any script file', async ({ page, context }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  const other = await context.newPage()
  await visit(other, '/about')
  await expect(theme(other)).toHaveValue('system')
  await visit(page, '/')
  await theme(page).selectOption('Dark')
  await expect.poll(() => paper(page)).toBe(dark)
  await expect.poll(() => paper(other)).toBe(dark)
  await expect(theme(other)).toHaveValue('dark')

  await context.route('**/assets/*.js', (route) => route.abort())
  await other.goto('/about', { waitUntil: 'commit' })
  await other.locator('main h1').waitFor()
  expect(await paper(other)).toBe(dark)
  const themeColors = other.locator('meta[name="theme-color"]')
  expect(await themeColors.evaluateAll((metas) => metas.map((meta) => (meta as HTMLMetaElement).media))).toEqual([
    'not all',
    'all',
  ])
  await context.unroute('**/assets/*.js')

  await visit(page, '/about')
  await expectAccessible(page)
  await theme(page).selectOption('System')
  await expect.poll(() => paper(page)).toBe(light)
})

test('the reader is dark in every theme, and leaving it returns to the chosen one', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await register(page.request)
  const zine = await publishLongZine(page.request, { title: uniqueName('Theme'), count: 6 })
  await visit(page, '/account-settings')
  await page.getByRole('group', { name: 'Colors of the site' }).getByText('Light').click()
  await expect.poll(() => paper(page)).toBe(light)
  await visit(page, `/zine/${zine.id}/read`)
  expect(await paper(page)).toBe(dark)
  await page.getByRole('link', { name: 'Back to the zine' }).click()
  await expect.poll(() => paper(page)).toBe(light)
})
