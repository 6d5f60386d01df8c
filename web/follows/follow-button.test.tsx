import { onlineManager, useQuery } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { UserProfile } from '#contract/creators.ts'
import { creatorId, creatorsResponse, exampleCreator, exampleProfile } from '#web/creators/example-creator.testing.ts'
import { FavoriteCreators } from '#web/profile/favorite-creators.tsx'
import { expectGone, expectToast, expectVisible } from '#web/site/expectations.testing.ts'
import { errorResponse, fakeServer, member, memberId, renderInSite } from '#web/site/site.testing.tsx'
import { readToast } from '#web/ui/toasts/toast-store.ts'
import { FollowButton } from './follow-button.tsx'

const toggling = '/api/favorites/creators'
const listPath = `/api/users/${memberId}/favorite-creators`
const statusPath = `${listPath}/${creatorId}`
const profilePath = `/api/users/${creatorId}`
const countPath = `${profilePath}/followers/count`
const server = fakeServer({
  [statusPath]: { isFollowing: false },
  [listPath]: creatorsResponse([]),
})

function Profile() {
  const { data } = useQuery<{ user: UserProfile }>({ queryKey: [profilePath] })
  if (!data) return null
  return (
    <>
      <p>{data.user.followerCount} counted</p>
      <FollowButton creator={data.user} />
    </>
  )
}

/** A profile with its button, next to the list of creators whom the viewer follows. */
const open = (viewer = member) =>
  renderInSite([<Profile key="profile" />, <FavoriteCreators key="list" userId={viewer.id} />], {
    viewer,
    cached: { [profilePath]: { user: exampleProfile({ followerCount: 1 }) } },
  })

const button = page.getByRole('button', { name: /Follow(ing)? dustymoths/ })
const counted = (count: number) => expectVisible(`${count} counted`)
const pressed = (is: boolean) => expect.element(button).toHaveAttribute('aria-pressed', String(is))

test('following shows immediately, then the server’s count, and fills the list of favorite creators', async () => {
  const respond = server.hold(toggling)
  await open()
  await button.click()
  await pressed(true)
  await counted(2)
  await expect.poll(() => server.calls(toggling)).toBe(1)
  expect(server.bodyOf(toggling)).toEqual({ userId: memberId, creatorId })
  server.responses[listPath] = creatorsResponse([exampleCreator({ follower_count: 8 })])
  respond({ isFollowing: true, followerCount: 8 })
  await counted(8)
  await expectVisible(page.getByRole('article').getByText('8 followers'))
  expect(readToast()?.title).toBe('Followed successfully')
})

test('a change already made in another tab is shown as the server returned it', async () => {
  server.responses[toggling] = { isFollowing: false, followerCount: 4 }
  await open()
  await button.click()
  await counted(4)
  await pressed(false)
  expect(readToast()?.title).toBe('Unfollowed successfully')
})

test('a press before the status is known does not undo a follow', async () => {
  const answer = server.hold(statusPath)
  server.responses[countPath] = { count: 5 }
  await open()
  await button.click()
  answer({ isFollowing: true })
  await pressed(true)
  await counted(5)
  expect(readToast()?.title).toBe('Followed successfully')
  expect(server.calls(toggling)).toBe(0)
})

test('a follow made on another device is not undone by pressing Follow here', async () => {
  server.responses[countPath] = { count: 3 }
  await open()
  await pressed(false)
  server.responses[statusPath] = { isFollowing: true }
  await button.click()
  await counted(3)
  await pressed(true)
  expect(server.calls(toggling)).toBe(0)
})

test('a click without a connection fails immediately, and is not sent later', async () => {
  await open()
  await pressed(false)
  delete server.responses[statusPath]
  onlineManager.setOnline(false)
  await button.click()
  await expect.poll(() => readToast()?.variant).toBe('destructive')
  await pressed(false)
  onlineManager.setOnline(true)
  expect(server.calls(toggling)).toBe(0)
})

test('data loaded during a follow stays when the follow fails', async () => {
  const answer = server.hold(toggling)
  const { queries } = await open()
  await button.click()
  await counted(2)
  const loaded = creatorsResponse([exampleCreator({ follower_count: 2 }), exampleCreator({ id: memberId })])
  queries.setQueryData(['/api/search/users'], loaded)
  answer(errorResponse('unavailable', 'Please try again.'))
  await counted(1)
  expect(queries.getQueryData<typeof loaded>(['/api/search/users'])?.creators).toMatchObject([
    { follower_count: 1 },
    { id: memberId },
  ])
})

test('only one toggle is in flight at a time', async () => {
  const answer = server.hold(toggling)
  await open()
  await button.click()
  await button.click()
  await expect.poll(() => server.calls(toggling)).toBe(1)
  server.responses[statusPath] = { isFollowing: true }
  answer({ isFollowing: true, followerCount: 2 })
  await expect.poll(() => readToast()?.title).toBe('Followed successfully')
  expect(server.calls(toggling)).toBe(1)
  await button.click()
  await expect.poll(() => server.calls(toggling)).toBe(2)
})

test.each([
  [
    errorResponse('too_many_requests', 'Too many tries. Please wait a minute.'),
    'Too many tries. Please wait a minute.',
  ],
  [undefined, 'Failed to update follow status'],
])('a failed save is undone with a message (%#)', async (response, description) => {
  server.responses[toggling] = response
  await open()
  await button.click()
  await expectToast({ title: 'Error', description, variant: 'destructive' })
  await pressed(false)
  await counted(1)
})

test('members cannot follow themselves', async () => {
  server.responses[`/api/users/${creatorId}/favorite-creators`] = creatorsResponse([])
  await open({ ...member, id: creatorId })
  await expect.element(page.getByRole('link', { name: 'Find creators' })).toHaveAttribute('href', '/?tab=creators')
  await expectVisible('1 counted')
  await expectGone(button)
})

test('a follow in another tab is shown in this one', async () => {
  const { queries } = await open()
  await expect.poll(() => queries.getQueryData([statusPath])).toEqual({ isFollowing: false })
  server.responses[listPath] = creatorsResponse([exampleCreator({})])
  const channel = new BroadcastChannel('foldout:follows')
  channel.postMessage({ viewerId: memberId, creatorId, isFollowing: true, followerCount: 3 })
  channel.close()
  await pressed(true)
  await counted(3)
  await expectVisible(page.getByRole('article'))
})

test('a status read before a follow in another tab does not undo it', async () => {
  const respond = server.hold(statusPath)
  const { queries } = await open()
  await expect.poll(() => server.calls(statusPath)).toBe(1)
  const channel = new BroadcastChannel('foldout:follows')
  channel.postMessage({ viewerId: memberId, creatorId, isFollowing: true, followerCount: 3 })
  channel.close()
  await counted(3)
  respond({ isFollowing: false })
  await expect.poll(() => queries.isFetching()).toBe(0)
  await pressed(true)
})
