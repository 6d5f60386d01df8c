import type { Page } from '@playwright/test'
import { callApi, expect, register, test, uniqueName } from '../support/journey.ts'
import { publish, uploadAndPublish } from '../support/published-zine.ts'

/** Opens a page whose media are missing. The browser reports the errors before the scripts have loaded. */
async function openWithoutFiles(page: Page, files: RegExp, path: string) {
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

test('missing videos, pictures and photos are replaced by a message', async ({ page }) => {
  const { id, username } = await register(page.request)
  const film = await uploadAndPublish(page.request, uniqueName('Gone'), 'clip.mp4')
  const zine = await publish(page.request, uniqueName('Gone'), 'photo.avif', 'wide.webp')
  const base64Image = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'
  await callApi(page.request, 'put', `/api/users/${id}/profile-picture`, { base64Image })

  await openWithoutFiles(page, /\.mp4$/, `/zine/${film.id}`)
  await expect(page.getByText('Content unavailable')).toBeVisible()
  await expect(page.getByText('This media could not be loaded')).toBeVisible()
  await expect(page.locator('video')).toHaveCount(0)

  const missingFile = /[^/]+(?=-\d+\.webp$)/.exec(zine.mediaUrls[0] ?? '')
  await openWithoutFiles(page, new RegExp(`${missingFile}[^/]*$`), `/zine/${zine.id}`)
  await expect(page.getByText('Image unavailable')).toBeVisible()
  await expect(page.getByText('This image could not be loaded')).toBeVisible()
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(page.getByRole('img', { name: `A page of ${zine.title}` })).toBeVisible()
  await expect(page.getByText('Image unavailable')).toBeHidden()

  await openWithoutFiles(page, /\/media\//, `/public-profile/${id}`)
  await expect(page.locator('main .avatar').first()).toHaveText(username.slice(0, 2).toUpperCase())
})
