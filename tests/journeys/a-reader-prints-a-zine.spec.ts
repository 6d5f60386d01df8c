import type { Page } from '@playwright/test'
import { expect, register, test, unique, visit } from '../support/journey.ts'
import { publish, sendAndPublish } from '../support/published-zine.ts'

/** How many sheets a page takes; each is an object of its own in the file. */
const sheetsOf = async (page: Page) =>
  (await page.pdf({ format: 'A4' })).toString('latin1').match(/\/Type\s*\/Page\b/g)?.length

/** Everything in words that paper would show. */
const wordsOf = (page: Page) => page.evaluate(() => document.body.innerText.trim().split(/\n+/))

test('a zine’s page prints title, maker and pages, one to a sheet, and nothing else', async ({ page }) => {
  const { username } = await register(page.request)
  const zine = await publish(page.request, unique('Paper'), 'photo.avif', 'wide.webp', 'scan-16-bit.png')
  await visit(page, `/zine/${zine.id}`)
  await page.emulateMedia({ media: 'print' })
  expect((await wordsOf(page)).sort()).toEqual([zine.title, username].sort())
  const pages = page.getByRole('img', { name: `A page of ${zine.title}` })
  await expect(pages).toHaveCount(3)
  expect(await sheetsOf(page)).toBe(3)
  // A browser fetches what is not in sight for the paper, which takes a moment.
  for (const each of await pages.all())
    await expect.poll(() => each.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
})

test('a zine that lies open over the rack prints the same', async ({ page }) => {
  const { username } = await register(page.request)
  const zine = await publish(page.request, unique('Paper'), 'photo.avif', 'wide.webp')
  await visit(page, `/?q=${zine.title}`)
  await page.getByRole('link', { name: zine.title }).click()
  await expect(page.getByRole('dialog').getByText('page 1 of 2', { exact: true })).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  const words = (await wordsOf(page)).filter((word) => word !== zine.title)
  expect(words).toEqual([username])
  expect(await sheetsOf(page)).toBe(2)
})

test('a video prints its still picture', async ({ page }) => {
  await register(page.request)
  const zine = await sendAndPublish(page.request, unique('Film'), 'clip.mp4')
  await visit(page, `/zine/${zine.id}`)
  await page.emulateMedia({ media: 'print' })
  await expect(page.locator('video')).toBeHidden()
  await expect(page.getByRole('img', { name: `A page of ${zine.title}` })).toBeVisible()
  expect(await sheetsOf(page)).toBe(1)
})
