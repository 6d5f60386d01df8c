import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { isGone, isSeen } from '#web/site/seen.testing.ts'
import { fakeCalls, field, openHome } from './home-page.testing.tsx'

const { asked, calls } = fakeCalls()
const status = page.getByRole('status').first()
const marked = () =>
  [...(CSS.highlights.get('found') ?? [])].map(({ startContainer, startOffset, endOffset }) =>
    startContainer.textContent?.slice(startOffset, endOffset),
  )

afterEach(() => CSS.highlights.clear())

test('screen readers announce a search result once, not for every keystroke', async () => {
  await openHome('/?q=lamp')
  asked[0]?.answer(['One Lamp'], { nextCursor: 'more' })
  await expect.element(status).toHaveTextContent('1+ zines found for lamp')
  const heard: (string | null)[] = []
  const ear = new MutationObserver(() => heard.push(status.element().textContent))
  ear.observe(status.element(), { childList: true, characterData: true, subtree: true })
  await field.fill('mot')
  await calls(2)
  await field.fill('moth')
  await calls(3)
  asked[2]?.answer([])
  await expect.element(status).toHaveTextContent('No zines found for moth')
  ear.disconnect()
  expect(heard).toEqual(['No zines found for moth'])
})

test('readers hear how to search more exactly, and that a list could not be read', async () => {
  await openHome('/?q=moth')
  await expect
    .element(field)
    .toHaveAccessibleDescription('Use “quotes” for exact words, @name for a creator.')
  asked[0]?.fail()
  await expect.element(status).toHaveTextContent('This could not be loaded')
})

test('a forgiven typo is told, with the way to search for it as typed', async () => {
  const router = await openHome('/?tab=popular&q=kitchn window')
  const correction = { understood: 'kitchen window', literal: '"kitchn" window' }
  asked[0]?.answer(['Moths of the Kitchen Window'], { terms: ['kitchen', 'window'], correction })
  await isSeen('Showing results for kitchen window. Search instead for kitchn window')
  const told = '1 zine found for kitchen window, because nothing matches kitchn window'
  await expect.element(status).toHaveTextContent(told)
  await page.getByRole('link', { name: 'kitchn window' }).click()
  await calls(2)
  expect(router.state.location.search).toBe('?tab=popular&q=%22kitchn%22+window')
  await expect.element(field).toHaveValue('"kitchn" window')
  asked[1]?.answer([], { terms: ['kitchn', 'window'], correction: null })
  await isSeen(page.getByRole('heading', { name: 'No zines found' }))
  await isGone(/^Showing results for/)
})

test('terms are marked where they are found, also in later results, and only during the search', async () => {
  await openHome('/?q=lamp')
  asked[0]?.answer(['One Lámp, one moth'], { terms: ['lamp'], nextCursor: 'more' })
  await expect.poll(() => marked()).toEqual(['Lámp'])
  await page.getByRole('link', { name: 'Load more' }).click()
  await calls(2)
  asked[1]?.answer(['LAMPLIGHT', 'Nothing of it'], { terms: ['lamp'] })
  await expect.poll(() => marked()).toEqual(['Lámp', 'LAMP'])
  await field.fill('')
  await calls(3)
  asked[2]?.answer(['One lamp'])
  await expect.poll(() => CSS.highlights.has('found')).toBe(false)
})
