import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectGone, expectVisible } from '#web/site/expectations.testing.ts'
import { fakeCalls, openHome, searchField } from './home-page.testing.tsx'

const { respond, fail, expectRequests } = fakeCalls()
const status = page.getByRole('status').first()
const readMarks = () =>
  [...(CSS.highlights.get('found') ?? [])].map(({ startContainer, startOffset, endOffset }) =>
    startContainer.textContent?.slice(startOffset, endOffset),
  )

afterEach(() => CSS.highlights.clear())

test('screen readers announce a search result once, not for every keystroke', async () => {
  await openHome('/?q=lamp')
  await respond(0, ['One Lamp'], { nextCursor: 'more' })
  await expect.element(status).toHaveTextContent('1+ zines found for lamp')
  const announcements: (string | null)[] = []
  const observer = new MutationObserver(() => announcements.push(status.element().textContent))
  observer.observe(status.element(), { childList: true, characterData: true, subtree: true })
  await searchField.fill('mot')
  await expectRequests(2)
  await searchField.fill('moth')
  await expectRequests(3)
  await respond(2, [])
  await expect.element(status).toHaveTextContent('No zines found for moth')
  observer.disconnect()
  expect(announcements).toEqual(['No zines found for moth'])
})

test('readers hear how to search more exactly, and that a list could not be read', async () => {
  await openHome('/?q=moth')
  await expect.element(searchField).toHaveAccessibleDescription('Use “quotes” for exact words, @name for a creator.')
  await fail(0)
  await expect.element(status).toHaveTextContent('This could not be loaded')
})

test('a corrected typo is shown, with a link to search for the original', async () => {
  const router = await openHome('/?tab=popular&q=kitchn window')
  const correction = { understood: 'kitchen window', literal: '"kitchn" window' }
  await respond(0, ['Moths of the Kitchen Window'], { terms: ['kitchen', 'window'], correction })
  await expectVisible('Showing results for kitchen window. Search instead for kitchn window')
  const statusText = '1 zine found for kitchen window, because nothing matches kitchn window'
  await expect.element(status).toHaveTextContent(statusText)
  await page.getByRole('link', { name: 'kitchn window' }).click()
  await expectRequests(2)
  expect(router.state.location.search).toBe('?tab=popular&q=%22kitchn%22+window')
  await expect.element(searchField).toHaveValue('"kitchn" window')
  await respond(1, [], { terms: ['kitchn', 'window'], correction: null })
  await expectVisible(page.getByRole('heading', { name: 'No zines found' }))
  await expectGone(/^Showing results for/)
})

test('terms are marked where they are found, also in later results, and only during the search', async () => {
  await openHome('/?q=lamp')
  await respond(0, ['One Lámp, one moth'], { terms: ['lamp'], nextCursor: 'more' })
  await expect.poll(() => readMarks()).toEqual(['Lámp'])
  await page.getByRole('link', { name: 'Load more' }).click()
  await expectRequests(2)
  await respond(1, ['LAMPLIGHT', 'Nothing of it'], { terms: ['lamp'] })
  await expect.poll(() => readMarks()).toEqual(['Lámp', 'LAMP'])
  await searchField.fill('')
  await expectRequests(3)
  await respond(2, ['One lamp'])
  await expect.poll(() => CSS.highlights.has('found')).toBe(false)
})
