import type { Page } from '@playwright/test'
import { expect, register, test, unique, visit } from '../support/journey.ts'
import { publish } from '../support/published-zine.ts'

/** Which of its pictures a browser asks for from now on. */
function watch(page: Page, urls: string[]) {
  const hashes = urls.map((url) => url.slice('/media/'.length, '/media/'.length + 32))
  const asked = new Set<number>()
  page.on('request', (request) => {
    for (const [at, hash] of hashes.entries()) if (request.url().includes(hash)) asked.add(at)
  })
  return () => [...asked].toSorted()
}

test('a content note comes before the pictures of a zine are fetched', async ({ page, elsewhere }) => {
  const maker = await register(elsewhere, unique('maker'))
  const title = unique('Needles')
  const zine = await publish(elsewhere, title, 'photo.avif', 'see-through.png', 'photo-sideways-gps.jpg')
  const contentNote = { text: 'Needles, and a little blood', coversPages: true }
  const pages = zine.mediaUrls.map((url, at) => ({
    url,
    altText: '',
    contentNote: at === 1 ? 'A wound' : '',
  }))
  const changed = await elsewhere.put(`/api/zines/${zine.id}`, {
    data: { version: 1, contentNote, pages, mayPrint: true },
  })
  expect(changed.ok(), await changed.text()).toBe(true)
  const fetched = watch(page, zine.mediaUrls)

  await visit(page, `/profile/${maker.id}`)
  const card = page.getByRole('article')
  await expect(card.getByRole('note')).toContainText(contentNote.text)
  // Cards hydrate a moment after the page, and lose a click before that.
  await page.waitForLoadState('networkidle')
  await card.getByRole('button', { name: 'Not now' }).click()
  await expect(card.getByRole('button')).toHaveCount(1)
  await card.getByRole('link', { name: title }).click()
  const popup = page.getByRole('dialog')
  await expect(popup.getByRole('button', { name: 'Show it' })).toBeVisible()
  await popup.getByRole('button', { name: 'Not now' }).click()
  await expect(popup).toBeHidden()

  await visit(page, `/zine/${zine.id}/read`)
  await expect(page.getByRole('note')).toContainText(contentNote.text)
  await visit(page, `/zine/${zine.id}/text`)
  await expect(page.getByRole('note').first()).toBeVisible()
  await visit(page, `/zine/${zine.id}/print`)
  await expect(page.getByRole('note')).toContainText('A wound')
  expect(fetched()).toEqual([])

  await visit(page, `/zine/${zine.id}`)
  await page.getByRole('button', { name: 'Show it' }).click()
  await expect(page.getByRole('img', { name: `Cover of ${title}` })).toBeVisible()
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(page.getByRole('note')).toContainText('A wound')
  await page.getByRole('button', { name: 'Not now' }).click()
  await expect(page.getByRole('img', { name: `Page 3 of ${title}` })).toBeVisible()
  expect(fetched()).toEqual([0, 2])
  await page.reload()
  await expect(page.getByRole('img', { name: `Cover of ${title}` })).toBeVisible()
})

test('a member hides zines with a content note, or always shows them', async ({ page, elsewhere }) => {
  const maker = await register(elsewhere, unique('maker'))
  const title = unique('Wasps')
  const zine = await publish(elsewhere, title)
  const data = { version: 1, contentNote: { text: 'Wasps', coversPages: true } }
  await elsewhere.put(`/api/zines/${zine.id}`, { data })
  await register(page.request)

  const choose = async (name: string) => {
    await visit(page, '/account-settings')
    const answered = page.waitForResponse('**/content-notes')
    await page.getByRole('radio', { name }).check()
    expect((await answered).ok()).toBe(true)
  }
  await choose('Never list such zines')
  await visit(page, `/profile/${maker.id}`)
  await expect(page.getByRole('link', { name: title })).toBeHidden()
  await visit(page, `/zine/${zine.id}`)
  await expect(page.getByRole('button', { name: 'Show it' })).toBeVisible()
  await choose('Always show it')
  await visit(page, `/profile/${maker.id}`)
  await expect(page.getByRole('link', { name: title })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Show it' })).toBeHidden()
})
