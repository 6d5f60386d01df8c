import { expect, register, reload, test, unique, visit } from '../support/journey.ts'
import { publishMany } from '../support/long-zine.ts'
import { publish } from '../support/published-zine.ts'

test('a visitor finds a zine by search and opens it', async ({ page, playwright, baseURL }) => {
  const word = unique('moth')
  const creator = await playwright.request.newContext({ baseURL })
  const { username } = await register(creator)
  const zine = await publish(
    creator,
    `The ${word} window`,
    'photo-sideways-gps.jpg',
    'photo.avif',
    'scan-16-bit.png',
  )

  await visit(page, '/')
  await expect(page.getByRole('heading', { level: 1 })).toContainText(
    'Find Or Create Your Next Favorite Zine',
  )
  await page.getByRole('searchbox').fill(word.toUpperCase())
  await expect(page).toHaveURL(new RegExp(`q=${word}`, 'i'))
  await expect(page.locator('.rack-card')).toHaveCount(1)
  await page.getByRole('link', { name: zine.title }).click()

  const dialog = page.getByRole('dialog')
  await expect(page).toHaveURL(`/zine/${zine.id}`)
  await expect(dialog.getByText(`About ${zine.title}`)).toBeVisible()
  await expect(dialog.getByRole('link', { name: username })).toHaveAttribute('href', /\/profile\//)
  await expect(dialog.getByText(/Posted .* ago/)).toBeVisible()
  await expect(dialog.getByText('page 1 of 3', { exact: true })).toBeVisible()
  await page.keyboard.press('ArrowLeft')
  await expect(dialog.getByText('page 3 of 3', { exact: true })).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(dialog.getByText('page 1 of 3', { exact: true })).toBeVisible()
})

test('a zine’s address shows the same zine as a page, with a preview for links', async ({
  page,
  playwright,
  baseURL,
}) => {
  const creator = await playwright.request.newContext({ baseURL })
  await register(creator)
  const zine = await publish(creator, unique('Address'))
  const answer = await visit(page, `/zine/${zine.id}`)
  expect(answer?.status()).toBe(200)
  await expect(page).toHaveTitle(new RegExp(zine.title))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(zine.title)
  const image = await page.locator('meta[property="og:image"]').getAttribute('content')
  expect((await page.request.get(new URL(image ?? '').pathname)).headers()['content-type']).toBe('image/webp')
})

test('Back returns to the same tab, text and place', async ({ page, playwright, baseURL }) => {
  const word = unique('rack')
  const creator = await playwright.request.newContext({ baseURL })
  await register(creator)
  await publishMany(
    creator,
    Array.from({ length: 9 }, (_, index) => `${word} number ${index}`),
  )

  await visit(page, `/?tab=popular&q=${word}`)
  await expect(page.locator('.rack-card')).toHaveCount(9)
  const card = page.getByRole('link', { name: /number 0/ })
  await card.scrollIntoViewIfNeeded()
  const before = await page.evaluate(() => window.scrollY)
  expect(before).toBeGreaterThan(300)
  await card.click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page).toHaveURL(`/?tab=popular&q=${word}`)
  await expect(page.getByRole('searchbox')).toHaveValue(word)
  expect(Math.abs((await page.evaluate(() => window.scrollY)) - before)).toBeLessThan(5)

  await page.locator('.rack-card').last().getByRole('link').last().click()
  await expect(page).toHaveURL(/\/profile\//)
  await page.goBack()
  await expect(page.locator('.rack-card')).toHaveCount(9)
  await expect
    .poll(async () => Math.abs((await page.evaluate(() => window.scrollY)) - before))
    .toBeLessThan(5)
})

test('after a reload, Back to a zine over a list finds the list where it was', async ({
  page,
  playwright,
  baseURL,
}) => {
  const word = unique('place')
  const creator = await playwright.request.newContext({ baseURL })
  await register(creator)
  await publishMany(
    creator,
    Array.from({ length: 9 }, (_, index) => `${word} number ${index}`),
  )

  await visit(page, `/?q=${word}`)
  await expect(page.locator('.rack-card')).toHaveCount(9)
  // With every line where it stays: faces of letters that come late move them.
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => document.fonts.ready)
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight - window.innerHeight))
  const before = await page.evaluate(() => window.scrollY)
  expect(before).toBeGreaterThan(500)
  await page.locator('.rack-card h3 a').last().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('link', { name: /^reader/ }).click()
  await expect(page).toHaveURL(/\/profile\//)
  await reload(page)
  // What the list is read with takes its time, as on any line.
  await page.route('**/api/search/zines*', async (route) => {
    await new Promise((later) => setTimeout(later, 300))
    await route.continue()
  })
  await page.goBack()
  await expect(dialog).toBeVisible()
  await expect(page.locator('.rack-card')).toHaveCount(9)
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(before)
  await page.goBack()
  await expect(dialog).toBeHidden()
  expect(await page.evaluate(() => window.scrollY)).toBe(before)
})

test('Back from a search returns to the whole list, where it was', async ({ page, playwright, baseURL }) => {
  const word = unique('back')
  const creator = await playwright.request.newContext({ baseURL })
  await register(creator)
  await publishMany(
    creator,
    Array.from({ length: 4 }, (_, index) => `${word} number ${index}`),
  )

  await visit(page, '/about')
  await page.getByRole('link', { name: 'Foldout, home' }).click()
  await expect(page.locator('.rack-card').first()).toBeVisible()
  const field = page.getByRole('searchbox')
  await field.focus()
  await page.evaluate(() => window.scrollTo(0, 120))
  await page.keyboard.type(word, { delay: 20 })
  await expect(page.locator('.rack-card')).toHaveCount(4)
  await page.keyboard.type(' number')
  await expect(page).toHaveURL(`/?q=${word}+number`)
  await page.evaluate(() => window.scrollTo(0, 300))
  await page.goBack()
  await expect(page).toHaveURL('/')
  await expect(field).toHaveValue('')
  await expect(page.getByText(/zines, newest first/)).toBeVisible()
  expect(await page.evaluate(() => window.scrollY)).toBe(120)
  await page.goForward()
  await expect(page).toHaveURL(`/?q=${word}+number`)
  await expect(page.locator('.rack-card')).toHaveCount(4)
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(300)
  await page.goBack()
  await page.goBack()
  await expect(page).toHaveURL('/about')
})

test('what is not there is a 404, and says so', async ({ page }) => {
  for (const path of [
    '/nowhere',
    '/zine/01a1fc0a-7117-7285-b635-c994aaf5edeb',
    '/profile/01a1fc0a-7117-7285-b635-c994aaf5edeb',
  ]) {
    expect((await visit(page, path))?.status(), path).toBe(404)
  }
  await visit(page, '/nowhere')
  await expect(page.getByText('Page Not Found')).toBeVisible()
})

test('nothing found says what to do', async ({ page }) => {
  await visit(page, `/?q=${unique('nothing')}`)
  await expect(page.getByRole('heading', { name: 'No zines found' })).toBeVisible()
  await expect(
    page.getByText('Try adjusting your search or browse different categories to discover amazing zines.'),
  ).toBeVisible()
  await page.getByRole('tab', { name: 'Creators' }).click()
  await expect(page.getByRole('heading', { name: 'No creators found' })).toBeVisible()
  await expect(page.getByText('Try adjusting your search terms.')).toBeVisible()
})
