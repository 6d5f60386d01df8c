import { expect, register, test, toast, unique, visit } from '../support/journey.ts'
import { publish } from '../support/published-zine.ts'

// In a page of its own, for here the browser complains of what the journey takes away from it.
test('a page whose code does not arrive says so, and is there when it is tried again', async ({
  browser,
  baseURL,
}) => {
  const page = await browser.newPage({ baseURL })
  await visit(page, '/')
  await page.route('**/assets/about-page*', (route) => route.abort())
  await page.getByRole('banner').getByRole('link', { name: 'About' }).click()
  await expect(page.getByRole('heading', { name: 'This page could not be loaded' })).toBeVisible()
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page).toHaveTitle(/About/)
  await page.close()
})

test('what is opened without a connection is there by itself when it is back', async ({
  browser,
  baseURL,
}) => {
  const creator = await browser.newContext({ baseURL })
  const { username } = await register(creator.request)
  const { title } = await publish(creator.request, unique('Offline'))
  await creator.close()
  const context = await browser.newContext({ baseURL })
  const page = await context.newPage()
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
  await page.getByRole('link', { name: username }).click()
  await expect(page.getByRole('heading', { name: 'This page could not be loaded' })).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByRole('heading', { level: 1, name: username })).toBeVisible()

  await visit(page, '/')
  await context.setOffline(true)
  await page.getByRole('tab', { name: 'Popular' }).click()
  await expect(page.getByRole('heading', { name: 'The rack could not be reached' })).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByRole('link', { name: title })).toBeVisible()
  await context.close()
})

test('a notification whose code did not arrive does not keep the next one from being seen', async ({
  browser,
  baseURL,
}) => {
  const page = await browser.newPage({ baseURL })
  const { id } = await register(page.request)
  await page.route('**/assets/toast*', (route) => route.abort())
  const uncaught: string[] = []
  page.on('pageerror', ({ message }) => uncaught.push(message))
  await visit(page, `/profile/${id}`)
  const change = async (bio: string) => {
    await page.getByRole('button', { name: /Add a bio|Edit bio/ }).click()
    await page.getByRole('textbox', { name: 'Bio' }).fill(bio)
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText(bio)).toBeVisible()
  }
  await change(unique('First'))
  await page.unrouteAll()
  await change(unique('Second'))
  await expect(toast(page, 'Your profile has been updated successfully.')).toBeVisible()
  expect(uncaught).toEqual([])
  await page.close()
})

test('without a connection a follow says so, and a profile can be asked for again', async ({
  browser,
  baseURL,
}) => {
  const creator = await browser.newContext({ baseURL })
  const { id, username } = await register(creator.request)
  await creator.close()
  const page = await browser.newPage({ baseURL })
  await register(page.request)
  await visit(page, `/profile/${id}`)
  // The part that draws notifications comes when the page has been still for a while.
  await expect(page.getByRole('region', { name: 'Notifications' })).toBeAttached()
  await page.context().setOffline(true)
  await page.getByRole('button', { name: `Follow ${username}` }).click()
  await expect(toast(page, 'Error')).toBeVisible()
  await expect(page.getByText('0 followers')).toBeVisible()
  await page.context().setOffline(false)
  await page.getByRole('button', { name: `Follow ${username}` }).click()
  await expect(toast(page, 'Followed successfully')).toBeVisible()
  await expect(page.getByText('1 follower', { exact: true })).toBeVisible()
  await page.close()
})
