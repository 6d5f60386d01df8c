import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { Viewer } from '#contract/accounts.ts'
import { english } from '#web/languages/english.testing.ts'
import { expectGone, expectVisible } from '#web/site/expectations.testing.ts'
import { member, memberId, memberServer, renderInSite } from '#web/site/site.testing.tsx'
import { dot, exampleZine } from '#web/zines/example-zine.testing.ts'
import { describeNewSince } from './following-tab.tsx'
import { readTitles } from './home-page.testing.tsx'
import { Page } from './home-page.tsx'

const listPath = `/api/users/${memberId}/followed-zines`
const seenPath = `${listPath}/seen`
const server = memberServer({ [seenPath]: { success: true }, '/api/zines': { zines: [], nextCursor: null } })

const readAt = '2026-11-26T09:00:00.000001+00:00'
const zineAt = (title: string, createdAt: string) =>
  exampleZine({ id: crypto.randomUUID(), title, createdAt, mediaUrls: [dot] })
const listOf = (newSince: string | null, nextCursor: string | null = null) => ({
  zines: [zineAt('Moths', '2026-11-25T08:00:00Z'), zineAt('Plot 14B', '2026-11-20T08:00:00Z')],
  nextCursor,
  terms: [],
  correction: null,
  newSince,
  readAt,
})

const open = (at: string, viewer: Partial<Viewer> | null = { followsCreators: true }) =>
  renderInSite(null, { viewer, routes: [{ path: '/', Component: Page }], at })

const heading = (name: string | RegExp) => page.getByRole('heading', { name })
const tab = page.getByRole('tab', { name: 'Following' })

test('zines since the last visit are above a line, and the visit is reported once with the time of the list', async () => {
  server.responses[listPath] = listOf('2026-11-24T12:00:00+00:00')
  await open('/?tab=following')
  await expectVisible(heading(/^New since/))
  await expectVisible(heading('Earlier'))
  expect(readTitles()).toEqual(['Moths', 'Plot 14B'])
  await expect.poll(() => server.calls(seenPath)).toBe(1)
  expect(server.bodyOf(seenPath)).toEqual({ readAt })
})

test.each([null, '2026-11-25T09:00:00+00:00'])('nothing is marked if nothing is new (%s)', async (newSince) => {
  server.responses[listPath] = listOf(newSince)
  await open('/?tab=following')
  await expect.poll(readTitles).toEqual(['Moths', 'Plot 14B'])
  await expectGone(heading(/New|Earlier/))
  await expect.poll(() => server.calls(seenPath)).toBe(1)
})

test('marks stay if the visit cannot be reported', async () => {
  server.responses = { ...server.responses, [listPath]: listOf('2026-11-24T12:00:00+00:00'), [seenPath]: undefined }
  await open('/?tab=following')
  await expectVisible(heading(/^New since/))
  await expect.poll(() => server.calls(seenPath)).toBe(1)
  await expectVisible(heading(/^New since/))
})

test.each(['q=moth', 'kind=poetry', 'cursor=next'])(
  'a part of the list is not reported as seen (%s)',
  async (query) => {
    const path = query === 'cursor=next' ? `${listPath}?${query}` : `${listPath}?${query.replace('q=', 'search=')}`
    server.responses[path] = listOf(null)
    await open(`/?tab=following&${query}`)
    await expect.poll(readTitles).toEqual(['Moths', 'Plot 14B'])
    expect(server.writes()).toEqual([])
  },
)

test('the tab is for members who follow a creator', async () => {
  await open('/')
  await expectVisible(tab)
})

test('members who follow no creator have four tabs, and learn at its address how to follow', async () => {
  server.responses[listPath] = { ...listOf(null), zines: [] }
  const { router } = await open('/', member)
  await expect.poll(() => page.getByRole('tab').elements()).toHaveLength(4)
  await router.navigate('/?tab=following')
  await expectVisible(heading('No followed zines yet'))
  await expect.element(page.getByRole('link', { name: 'Find creators' })).toHaveAttribute('href', '/?tab=creators')
  await expect.element(tab).toHaveAttribute('aria-selected', 'true')
})

test('guests are asked to sign in, and nothing is read', async () => {
  await open('/?tab=following', null)
  await expectVisible(page.getByRole('button', { name: 'Sign In' }))
  expect(server.calls(listPath)).toBe(0)
})

test.each([
  ['2026-11-27T08:00:00Z', 'New today'],
  ['2026-11-26T23:00:00Z', 'New since yesterday'],
  ['2026-11-24T00:00:00Z', 'New since Tuesday'],
  ['2026-11-21T13:00:00Z', 'New since Saturday'],
  ['2026-11-20T12:00:00Z', 'New since 20 November 2026'],
])('%s is described as %s', (newSince, text) => {
  expect(describeNewSince(english, newSince, Date.parse('2026-11-27T12:00:00Z'), 'UTC')).toBe(text)
})
