import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import * as delays from '#contract/delays.ts'
import { button, expectVisible } from '#web/site/expectations.testing.ts'
import { errorResponse } from '#web/site/site.testing.tsx'
import { fakeCalls, openHome, readTitles, searchField } from './home-page.testing.tsx'

const { respond, respondWith, requests, expectRequests } = fakeCalls()
const paths = () => requests.map(({ path }) => path)
const pause = (time = delays.searchDebounce + 100) => new Promise((later) => setTimeout(later, time))
const rack = page.getByRole('tabpanel')

test('typing is one search, made when it has paused', async () => {
  const router = await openHome()
  await respond(0, [])
  // Types without waiting: on a busy machine, the time between two keys may exceed the debounce.
  for (const text of ['m', 'mo', 'mot', 'moth']) setFieldText(text)
  expect(requests).toHaveLength(1)
  await expectRequests(2)
  expect(requests[1]?.path).toBe('/api/search/zines?search=moth')
  expect(router.state.location.search).toBe('?q=moth')
})

test('a late response never replaces a newer one, and is aborted', async () => {
  await openHome()
  await searchField.fill('first')
  await expectRequests(2)
  await searchField.fill('second')
  await expectRequests(3)
  expect(requests[1]?.isAborted()).toBe(true)
  await respond(2, ['The newer one'])
  await expectVisible('The newer one')
  await respond(1, ['The late one'])
  await pause(100)
  expect(readTitles()).toEqual(['The newer one'])
})

test('earlier results stay, marked as old, until the new response arrives', async () => {
  await openHome('/?q=lamp')
  await respond(0, ['One Lamp, One Moth'])
  await expectVisible(page.getByRole('article'))
  await searchField.fill('bus')
  await expectRequests(2)
  expect(readTitles()).toEqual(['One Lamp, One Moth'])
  expect(document.querySelectorAll('.skeleton-blank')).toHaveLength(0)
  await expect.element(rack).toHaveAttribute('aria-busy', 'true')
  await respond(1, ['Night Bus Haiku'])
  await expectVisible('Night Bus Haiku')
  await expect.element(rack).toHaveAttribute('aria-busy', 'false')
})

test('another tab shows placeholders, not the earlier results', async () => {
  await openHome('/?q=lamp')
  await respond(0, ['One Lamp, One Moth'])
  await expectVisible(page.getByRole('article'))
  await page.getByRole('tab', { name: 'Popular' }).click()
  await expect.element(page.getByText('Loading zines')).toBeInTheDocument()
  expect(readTitles()).toEqual([])
})

test('Enter searches immediately', async () => {
  await openHome()
  await searchField.fill('moth')
  await userEvent.keyboard('{Enter}')
  await expectRequests(2)
  expect(paths()[1]).toBe('/api/search/zines?search=moth')
  await pause()
  expect(requests).toHaveLength(2)
})

test('Escape clears the search immediately', async () => {
  const router = await openHome('/?q=moth')
  await searchField.click()
  await userEvent.keyboard('{Escape}')
  await expect.element(searchField).toHaveValue('')
  await expectRequests(2)
  expect(paths()[1]).toBe('/api/zines')
  expect(router.state.location.search).toBe('')
})

test('text in composition is searched after a longer pause', async () => {
  await openHome()
  const input = searchField.element() as HTMLInputElement
  // Without waiting: on a slow machine, the longer pause might end first.
  setFieldText('ね')
  input.dispatchEvent(new CompositionEvent('compositionstart', { bubbles: true }))
  setFieldText('ねk')
  input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', isComposing: true, bubbles: true }))
  await pause()
  expect([input.value, paths()]).toEqual(['ねk', ['/api/zines']])
  setFieldText('ねこ')
  input.dispatchEvent(new CompositionEvent('compositionend', { bubbles: true }))
  await expectRequests(2)
  expect(new URL(`http://foldout.example${paths()[1]}`).searchParams.get('search')).toBe('ねこ')
})

test('a keyboard that never ends its composition is supported', async () => {
  await openHome()
  await searchField.fill('m')
  searchField.element().dispatchEvent(new CompositionEvent('compositionstart', { bubbles: true }))
  await searchField.fill('moth')
  await expectRequests(2)
  expect(paths()[1]).toBe('/api/search/zines?search=moth')
})

function setFieldText(text: string) {
  const input = searchField.element() as HTMLInputElement
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text)
  input.dispatchEvent(new InputEvent('input', { bubbles: true }))
}

test('choosing a tab while typing shows that tab with that text', async () => {
  const router = await openHome()
  const tab = page.getByRole('tab', { name: 'Popular' }).element() as HTMLElement
  // Types without waiting: on a slow machine, the debounce might end first.
  setFieldText('moth')
  tab.click()
  await expect.poll(() => router.state.location.search).toBe('?tab=popular&q=moth')
  await expect.poll(() => paths().at(-1)).toBe('/api/search/zines?filter=popular&search=moth')
})

test('a search is one entry in the history, from which Back leads to the list as it was', async () => {
  const router = await openHome('/?tab=popular')
  await searchField.fill('moth')
  await expect.poll(() => router.state.location.search).toBe('?tab=popular&q=moth')
  await searchField.fill('lamp')
  await expect.poll(() => router.state.location.search).toBe('?tab=popular&q=lamp')
  await router.navigate(-1)
  expect(router.state.location.search).toBe('?tab=popular')
  await expect.element(searchField).toHaveValue('')
  await router.navigate(1)
  expect(router.state.location.search).toBe('?tab=popular&q=lamp')
  await expect.element(searchField).toHaveValue('lamp')
})

test('clearing a search goes back to the list before it, and leaves no second one', async () => {
  const router = await openHome()
  const first = router.state.location.key
  for (const text of ['moth', 'lamp']) {
    await searchField.fill(text)
    await expect.poll(() => router.state.location.search).toBe(`?q=${text}`)
    await searchField.fill('')
    await expect.poll(() => router.state.location.search).toBe('')
    expect(router.state.location.key).toBe(first)
  }
})

test.each([
  [new Response('', { status: 502, statusText: 'Bad Gateway' }), 'HTTP error! status: 502'],
  [errorResponse('invalid_request', 'No.'), 'No.'],
])('a search that was not answered says why, and is tried again (%#)', async (response, message) => {
  await openHome('/?q=moth')
  await respondWith(0, response)
  await expectVisible(message)
  await button('Try again').click()
  await expectRequests(2)
  await respond(1, ['One Lamp, One Moth'])
  await expectVisible(page.getByRole('article'))
})
