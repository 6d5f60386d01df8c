import { expect, fixtures, press, register, test, toast, uniqueName, visit } from '../support/journey.ts'
import { publish } from '../support/published-zine.ts'

// In separate pages, because the browser logs the interrupted requests to the console.
test('missing code is fetched again, and a proxy’s refusal is shown', async ({ browser, baseURL }) => {
  const page = await browser.newPage({ baseURL })
  const uncaught: string[] = []
  page.on('pageerror', ({ message }) => uncaught.push(message))
  const { id } = await register(page.request)
  await page.route('**/assets/{about-page,toast}*', (route) => route.abort())
  await visit(page, `/profile/${id}`)
  const change = async (bio: string) => {
    await press(page, /Add a bio|Edit bio/)
    await page.getByRole('textbox', { name: 'Bio' }).fill(bio)
    await press(page, 'Save')
    await expect(page.getByText(bio)).toBeVisible()
  }
  await change(uniqueName('First'))
  await page.getByRole('banner').getByRole('link', { name: 'About' }).click()
  await expect(page.getByRole('heading', { name: 'This page could not be loaded' })).toBeVisible()
  await page.unrouteAll()
  await press(page, 'Try again')
  await expect(page).toHaveTitle(/About/)
  await page.locator('html[data-ready]').waitFor()
  await page.goBack()
  await change(uniqueName('Second'))
  await expect(toast(page, 'Your profile has been updated successfully.')).toBeVisible()

  // The refusal comes from a proxy and not from the site.
  await page.route('**/api/uploads', (route) => route.fulfill({ status: 413, body: '<html></html>' }))
  await press(page.getByRole('banner'), 'Upload')
  await page.getByRole('dialog').locator('input[type=file]').first().setInputFiles(fixtures('photo.avif'))
  await expect(toast(page, 'Upload failed: Payload Too Large')).toBeVisible()
  expect(uncaught).toEqual([])
  await page.close()
})

test('content opened offline appears when the connection is back', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ baseURL })
  const page = await context.newPage()
  const { username } = await register(page.request)
  const { title } = await publish(page.request, uniqueName('Offline'))
  await visit(page, `/?q=${title}`)
  await context.setOffline(true)
  await page.getByRole('link', { name: title }).click()
  const dialog = page.getByRole('dialog')
  await expect(page).toHaveURL(/\/zine\//)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await context.setOffline(false)
  await expect(dialog.getByText(`About ${title}`)).toBeVisible()

  await page.goBack()
  await context.setOffline(true)
  await page.getByRole('article').getByRole('link', { name: username }).click()
  await expect(page.getByRole('heading', { name: 'This page could not be loaded' })).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByRole('heading', { level: 1, name: username })).toBeVisible()

  await visit(page, '/')
  await context.setOffline(true)
  await page.getByRole('tab', { name: 'Popular' }).click()
  await expect(page.getByRole('heading', { name: 'The zines could not be loaded' })).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByRole('link', { name: title })).toBeVisible()
  await context.close()
})
