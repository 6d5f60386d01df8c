import { expectNoBarrierInBothThemes } from '../support/barriers.ts'
import { expect, fixtures, register, test, unique, visit } from '../support/journey.ts'
import { publishMany } from '../support/long-zine.ts'
import { publish } from '../support/published-zine.ts'

test('no list, no zine and no page that stands alone has a barrier', async ({ page }) => {
  test.slow()
  const person = await register(page.request)
  const zine = await publish(page.request, unique('Open'), 'photo.avif', 'wide.webp')
  const lists = ['/', '/?tab=popular', '/?tab=creators', '/?tab=favorites', '/?q=nothing']
  for (const path of [...lists, '/about', '/nowhere', `/zine/${zine.id}`, `/profile/${person.id}`])
    await test.step(path, async () => {
      await visit(page, path)
      await page.waitForLoadState('networkidle')
      await expectNoBarrierInBothThemes(page)
    })
})

test('no dialog of a guest has a barrier', async ({ page, playwright, baseURL }) => {
  const creator = await playwright.request.newContext({ baseURL })
  await register(creator)
  const zine = await publish(creator, unique('Guest'), 'photo.avif', 'wide.webp')
  await visit(page, `/?q=${zine.title}`)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectNoBarrierInBothThemes(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Create Account' }).click()
  await expectNoBarrierInBothThemes(page)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Upload' }).first().click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectNoBarrierInBothThemes(page)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^Favorite / }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectNoBarrierInBothThemes(page)
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: zine.title }).click()
  await expect(page.getByRole('dialog').getByText('page 1 of 2', { exact: true })).toBeVisible()
  await expectNoBarrierInBothThemes(page)
})

test('no dialog of a member has a barrier', async ({ page }) => {
  await register(page.request)
  const zine = await publish(page.request, unique('Mine'))
  await visit(page, `/zine/${zine.id}`)
  await page.getByRole('button', { name: 'Zine menu' }).click()
  await expectNoBarrierInBothThemes(page)
  await page.getByRole('menuitem', { name: 'Delete Zine' }).click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await expectNoBarrierInBothThemes(page)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Upload' }).first().click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  await expectNoBarrierInBothThemes(page)
  await dialog.locator('input[type=file]').first().setInputFiles(fixtures('photo.avif', 'wide.webp'))
  await expect(dialog.getByRole('button', { name: 'Page 2', exact: true })).toBeVisible()
  await expectNoBarrierInBothThemes(page)
})

test('a zine is reached, opened, turned and left with the keyboard alone', async ({
  page,
  playwright,
  baseURL,
}) => {
  const creator = await playwright.request.newContext({ baseURL })
  await register(creator)
  const zine = await publish(creator, unique('Keys'), 'photo.avif', 'wide.webp')
  await visit(page, `/?q=${zine.title}`)
  const link = page.getByRole('link', { name: zine.title })
  for (
    let steps = 0;
    steps < 30 && !(await link.evaluate((element) => element === document.activeElement));
    steps += 1
  ) {
    await page.keyboard.press('Tab')
  }
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('page 1 of 2', { exact: true })).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(dialog.getByText('page 2 of 2', { exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(link).toBeFocused()
})

test('a rack that was looked through in a wide window fits a narrow one', async ({
  page,
  playwright,
  baseURL,
}) => {
  const word = unique('narrow')
  const creator = await playwright.request.newContext({ baseURL })
  await register(creator)
  await publishMany(
    creator,
    Array.from({ length: 17 }, (_, index) => `${word} ${index}`),
  )
  await publish(creator, `${word} is wide`, 'wide.webp')
  await visit(page, `/?q=${word}`)
  const first = page.locator('.rack-card img').first()
  const isDrawn = () => first.evaluate((image) => image.checkVisibility({ contentVisibilityAuto: true }))
  for (const to of [0, 99_999]) {
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.evaluate((y) => scrollTo(0, y), to)
    await expect.poll(isDrawn).toBe(to === 0)
    await page.setViewportSize({ width: 320, height: 700 })
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn))))
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(overflow, `${to}`).toBeLessThanOrEqual(0)
  }
})

test('nothing is wider than a small phone', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  const { id } = await register(page.request, unique('Wolkenkratzerbibliothe'))
  const zine = await publish(
    page.request,
    `${unique('A')} very long title that goes on for quite a while and then some more`,
  )
  const own = ['/profile', '/profile?tab=favorites', `/public-profile/${id}`, '/account-settings']
  for (const path of ['/', '/about', '/?tab=creators', `/zine/${zine.id}`, '/nowhere', ...own]) {
    await visit(page, path)
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(overflow, path).toBeLessThanOrEqual(0)
  }
})
