import type { Page } from '@playwright/test'
import { expectAccessible, expectPagesAccessible } from '../support/accessibility.ts'
import { callApi, expect, press, register, test, uniqueName, visit } from '../support/journey.ts'
import { publish } from '../support/published-zine.ts'

/** Records which of a zine's pictures the browser requests from now on. */
function recordRequests(page: Page, urls: string[]) {
  const hashes = urls.map((url) => url.slice('/media/'.length, '/media/'.length + 32))
  const requested = new Set<number>()
  page.on('request', (request) => {
    for (const [at, hash] of hashes.entries()) if (request.url().includes(hash)) requested.add(at)
  })
  return () => [...requested].toSorted()
}

test('a content note is shown before the pictures of a zine are fetched', async ({ page, otherRequest }) => {
  const maker = await register(otherRequest, uniqueName('maker'))
  const title = uniqueName('Needles')
  const zine = await publish(otherRequest, title, 'photo.avif', 'see-through.png', 'photo-sideways-gps.jpg')
  const contentNote = { text: 'Needles, and a little blood', coversPages: true }
  const pages = zine.mediaUrls.map((url, at) => ({
    url,
    altText: '',
    contentNote: at === 1 ? 'A wound' : '',
  }))
  await callApi(otherRequest, 'put', `/api/zines/${zine.id}`, {
    version: 1,
    contentNote,
    pages,
    mayPrint: true,
  })
  const fetched = recordRequests(page, zine.mediaUrls)

  await visit(page, `/profile/${maker.id}`)
  const card = page.getByRole('article')
  await expect(card.getByRole('note')).toContainText(contentNote.text)
  // Cards hydrate shortly after the page and ignore clicks until then.
  await page.waitForLoadState('networkidle')
  await expectAccessible(page, 'a covered card')
  await press(card, 'Not now')
  await expect(card.getByRole('button')).toHaveCount(1)
  await card.getByRole('link', { name: title }).click()
  const popup = page.getByRole('dialog')
  await expect(popup.getByRole('button', { name: 'Show it' })).toBeVisible()
  await press(popup, 'Not now')
  await expect(popup).toBeHidden()

  await expectPagesAccessible(page, `/zine/${zine.id}`, `/zine/${zine.id}/read`)
  await expect(page.getByRole('note')).toContainText(contentNote.text)
  await visit(page, `/zine/${zine.id}/text`)
  await expect(page.getByRole('note').first()).toBeVisible()
  await visit(page, `/zine/${zine.id}/print`)
  await expect(page.getByRole('note')).toContainText('A wound')
  await expectAccessible(page, 'a covered zine for printing')
  expect(fetched()).toEqual([])

  await visit(page, `/zine/${zine.id}`)
  await press(page, 'Show it')
  await expect(page.getByRole('img', { name: `Cover of ${title}` })).toBeVisible()
  await press(page, 'Next page')
  await expect(page.getByRole('note')).toContainText('A wound')
  await press(page, 'Not now')
  await expect(page.getByRole('img', { name: `Page 3 of ${title}` })).toBeVisible()
  expect(fetched()).toEqual([0, 2])
  await page.reload()
  await expect(page.getByRole('img', { name: `Cover of ${title}` })).toBeVisible()
})
