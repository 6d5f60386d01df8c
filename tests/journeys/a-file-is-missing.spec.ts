import type { Page } from '@playwright/test'
import { expectNoBarrier } from '../support/barriers.ts'
import { expect, register, test, unique } from '../support/journey.ts'
import { publish, sendAndPublish } from '../support/published-zine.ts'

/** A file that is gone, on a network where that is known before the scripts have come. */
async function openWithout(page: Page, files: RegExp, path: string) {
  await page.route(files, (route) => route.fulfill({ status: 404 }))
  await page.route('**/assets/start-*.js', async (route) => {
    await page.waitForFunction(() => {
      const media = document.querySelector<HTMLImageElement & HTMLVideoElement>('main :is(img, video)')
      return media && (media.error || (media.complete && media.naturalWidth === 0))
    })
    await route.continue()
  })
  await page.goto(path)
  await page.locator('html[data-ready]').waitFor()
}

test('a video that is gone says so at its zine’s address, however early that is known', async ({ page }) => {
  await register(page.request)
  const zine = await sendAndPublish(page.request, unique('Gone'), 'clip.mp4')
  await openWithout(page, /\.mp4$/, `/zine/${zine.id}`)
  await expect(page.getByText('Content unavailable')).toBeVisible()
  await expect(page.getByText('This media could not be loaded')).toBeVisible()
  await expect(page.locator('video')).toHaveCount(0)
  await expectNoBarrier(page)
})

test('a picture that is gone says so too, and leaves the other pages alone', async ({ page }) => {
  await register(page.request)
  const zine = await publish(page.request, unique('Gone'), 'photo.avif', 'wide.webp')
  const gone = /[^/]+(?=-\d+\.webp$)/.exec(zine.mediaUrls[0] ?? '')
  await openWithout(page, new RegExp(`${gone}[^/]*$`), `/zine/${zine.id}`)
  await expect(page.getByText('Image unavailable')).toBeVisible()
  await expect(page.getByText('This image could not be loaded')).toBeVisible()
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(page.getByRole('img', { name: `A page of ${zine.title}` })).toBeVisible()
  await expect(page.getByText('Image unavailable')).toBeHidden()
})

test('a face that is gone leaves the first two letters of the name', async ({ page }) => {
  const { id, username } = await register(page.request)
  const base64Image = `data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7`
  const put = await page.request.put(`/api/users/${id}/profile-picture`, { data: { base64Image } })
  expect(put.ok(), await put.text()).toBe(true)
  await openWithout(page, /\/media\//, `/public-profile/${id}`)
  await expect(page.locator('main .avatar')).toHaveText(username.slice(0, 2).toUpperCase())
})
