import type { Locator, Page } from '@playwright/test'
import { expect, press, register, test, uniqueName } from '../support/journey.ts'
import { altTextOf, publishLongZine, publishZines, transcriptOf } from '../support/long-zine.ts'

test.use({ javaScriptEnabled: false })

async function expectLoaded(pictures: Locator, count: number) {
  await expect(pictures).toHaveCount(count)
  for (const each of await pictures.all()) {
    await each.scrollIntoViewIfNeeded()
    await expect(each).toBeVisible()
    await expect.poll(() => each.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  }
}

/** Buttons that do nothing without scripts. Those of the languages send a form. */
const uselessButtons = (page: Page) => page.getByRole('button').and(page.locator(':not([formaction])'))

test('without scripts a zine is searched for, opened, and read page by page and as text', async ({
  page,
  otherRequest,
}) => {
  const word = uniqueName('plain')
  await register(otherRequest)
  const zine = await publishLongZine(otherRequest, { title: `The ${word} sheet`, count: 7, direction: 'rtl' })
  const alts = Array.from({ length: 7 }, (_, at) => altTextOf(at))
  await page.goto('/?tab=popular')
  await page.getByRole('searchbox').fill(word)
  await press(page, 'Search')
  await expect(page).toHaveURL(`/?tab=popular&q=${word}`)
  await expect(page.locator('.rack-card')).toHaveCount(1)
  await page.getByRole('link', { name: zine.title }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(zine.title)
  await expectLoaded(page.getByRole('img', { name: /^The drawing/ }), 7)
  await expect(uselessButtons(page)).toHaveCount(0)
  await expect(page.getByText('page 1 of 7', { exact: true })).toBeHidden()
  // Playwright finds elements inside noscript neither by text nor by role.
  const noScriptNotice = page.locator('body > noscript > details')
  await page.setViewportSize({ width: 390, height: 844 })
  const { height: heightOfNotice = 0 } = (await noScriptNotice.boundingBox()) ?? {}
  expect(heightOfNotice).toBeGreaterThan(10)
  expect(heightOfNotice, 'one line').toBeLessThan(50)
  await noScriptNotice.locator('summary').click()
  expect(await noScriptNotice.innerText()).toContain('Signing in, favoriting, uploading')

  await page.getByRole('link', { name: 'Read', exact: true }).click()
  await expect(page).toHaveURL(`/zine/${zine.id}/read`)
  const pages = page.locator('noscript figure img')
  await expectLoaded(pages, 7)
  expect(await pages.evaluateAll((all) => all.map((each) => each.getAttribute('alt')))).toEqual(alts)
  await expect(page.locator('.reader-stage')).toBeHidden()
  await expect(uselessButtons(page)).toHaveCount(0)
  await page.locator('noscript a').click()
  await expect(page).toHaveURL(`/zine/${zine.id}/text`)
  const headings = Array.from({ length: 6 }, (_, at) => `Page ${at + 2}`)
  await expect(page.getByRole('heading')).toHaveText([zine.title, 'Cover', ...headings])
  for (let at = 1; at < 7; at += 1) {
    await expect(page.getByText(altTextOf(at), { exact: true })).toBeVisible()
    await expect(page.getByText(transcriptOf(at), { exact: true })).toBeVisible()
  }
  await page.getByRole('link', { name: 'Back to the zine' }).click()
  await expect(page).toHaveURL(`/zine/${zine.id}`)

  await page.goto('/')
  await page.getByRole('link', { name: 'Surprise me' }).click()
  await expect(page).toHaveURL(/\/zine\/[0-9a-f-]{36}$/)
  await page.goto('/nowhere')
  await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible()
  const { height = 0 } = (await page.getByText('404', { exact: true }).boundingBox()) ?? {}
  expect(height, 'with its styles').toBeGreaterThan(90)
})

test('the page of a link in a mail says that it needs scripts', async ({ page }) => {
  for (const path of ['/moderate', '/reply', '/auth/callback']) {
    await page.goto(`${path}#token=secret&type=hide`)
    expect(await page.locator('main noscript').innerText(), path).toMatch(
      /^This link needs JavaScript\s+Nothing has happened yet\./,
    )
    await expect(page.getByText('One moment.'), path).toBeHidden()
    await expect(uselessButtons(page), path).toHaveCount(0)
  }
})

test('a page for members says how to sign in', async ({ page }) => {
  await page.goto('/account-settings')
  expect(await page.locator('main noscript').innerText()).toBe(
    'To sign in, turn on JavaScript for this site and reload the page.',
  )
})

test('Load more works without scripts', async ({ page, otherRequest }) => {
  test.slow()
  const word = uniqueName('rest')
  const { id } = await register(otherRequest)
  await publishZines(
    otherRequest,
    Array.from({ length: 25 }, (_, index) => `${word} ${index}`),
  )
  for (const path of [`/profile/${id}`, `/?q=${word}`]) {
    await page.goto(path)
    await expect(page.locator('.rack-card'), path).toHaveCount(24)
    const first = await page.locator('.rack-card h3').allTextContents()
    await page.getByRole('link', { name: 'Load more' }).click()
    await expect(page.locator('.rack-card'), path).toHaveCount(1)
    expect(first).not.toContain(await page.locator('.rack-card h3').textContent())
    await expect(page.getByRole('link', { name: 'Load more' })).toHaveCount(0)
  }
  await expect(page.getByText('The bottom of the pile: 1 more zine')).toBeVisible()
  await page.getByRole('link', { name: 'Start at the top' }).click()
  await expect(page.locator('.rack-card')).toHaveCount(24)
})
