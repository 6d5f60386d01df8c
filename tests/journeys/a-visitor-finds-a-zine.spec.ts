import { expect, register, reload, test, uniqueName, visit } from '../support/journey.ts'
import { publishZines } from '../support/long-zine.ts'
import { publish } from '../support/published-zine.ts'

test('a visitor finds a zine by search and opens it', async ({ page, otherRequest }) => {
  const word = uniqueName('moth')
  const { username } = await register(otherRequest)
  const zine = await publish(
    otherRequest,
    `The ${word} window`,
    'photo-sideways-gps.jpg',
    'photo.avif',
    'scan-16-bit.png',
  )

  await visit(page, '/')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Find Or Create Your Next Favorite Zine')
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

  const response = await visit(page, `/zine/${zine.id}`)
  expect(response?.status()).toBe(200)
  await expect(page).toHaveTitle(new RegExp(zine.title))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(zine.title)
  const image = await page.locator('meta[property="og:image"]').getAttribute('content')
  expect((await page.request.get(new URL(image ?? '').pathname)).headers()['content-type']).toBe('image/webp')
})

test('Back returns to the place in a list, also after a reload', async ({ page, otherRequest }) => {
  const word = uniqueName('place')
  await register(otherRequest)
  await publishZines(
    otherRequest,
    Array.from({ length: 9 }, (_, index) => `${word} number ${index}`),
  )
  const scrollPosition = () => page.evaluate(() => window.scrollY)

  await visit(page, `/?tab=popular&q=${word}`)
  await expect(page.locator('.rack-card')).toHaveCount(9)
  // Late fonts would shift the lines.
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('/fonts-later')),
  )
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => document.fonts.ready)
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight - window.innerHeight))
  const before = await scrollPosition()
  expect(before).toBeGreaterThan(500)
  await page.locator('.rack-card').last().getByRole('link').last().click()
  await expect(page).toHaveURL(/\/profile\//)
  await page.goBack()
  await expect(page.locator('.rack-card')).toHaveCount(9)
  await expect.poll(scrollPosition).toBe(before)

  await page.locator('.rack-card h3 a').last().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('link', { name: /^reader/ }).click()
  await expect(page).toHaveURL(/\/profile\//)
  await reload(page)
  // Delays the list as a real network would.
  await page.route('**/api/search/zines*', async (route) => {
    await new Promise((later) => setTimeout(later, 300))
    await route.continue()
  })
  await page.goBack()
  await expect(dialog).toBeVisible()
  await expect(page.locator('.rack-card')).toHaveCount(9)
  await expect.poll(scrollPosition).toBe(before)
  await page.goBack()
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL(`/?tab=popular&q=${word}`)
  await expect(page.getByRole('searchbox')).toHaveValue(word)
  expect(await scrollPosition()).toBe(before)
})

test('a new visit begins at the top, and “Skip to content” leads to the content of each visit', async ({ page }) => {
  const scrollPosition = () => page.evaluate(() => window.scrollY)
  const skip = async () => {
    await page.getByRole('link', { name: 'Skip to content' }).focus()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/privacy#main')
  }
  const scrollDown = async () => {
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
    return scrollPosition()
  }
  await page.setViewportSize({ width: 390, height: 500 })
  await visit(page, '/privacy')
  await skip()
  const bottom = await scrollDown()
  expect(bottom).toBeGreaterThan(500)
  await page.getByRole('contentinfo').getByRole('link', { name: 'About' }).click()
  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).click()
  await expect(page).toHaveURL('/privacy')
  await skip()
  expect(await scrollPosition()).toBeLessThan(300)

  await scrollDown()
  await visit(page, '/privacy')
  expect(await scrollPosition()).toBe(0)
})

test('on a phone the first cover begins on the first screen, and all tabs of the own profile are in one line', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await register(page.request)
  await publish(page.request, uniqueName('Cover'))
  await visit(page, '/')
  expect((await page.locator('.rack-card').first().boundingBox())?.y).toBeLessThan(600)
  await visit(page, '/profile')
  const boxes = await page.getByRole('tab').evaluateAll((all) => all.map((tab) => tab.getBoundingClientRect().toJSON()))
  expect(boxes).toHaveLength(4)
  for (const { right, height } of boxes) expect([right <= 390, height < 50]).toEqual([true, true])
})
