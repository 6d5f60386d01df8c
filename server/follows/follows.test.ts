import { afterAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import * as contract from '#contract/follows.ts'
import { lockAccount, removeAccount } from '#server/accounts/delete-account.queries.ts'
import { untilLocksAreAwaited } from '#tests/support/locks.ts'
import { callConcurrently, type Member, startTestApp } from '#tests/support/test-app.ts'
import { toggleCreatorFollow } from './follows.queries.ts'

const site = await startTestApp()
const reader = await site.signUp('reader')
const stranger = await site.signUp('stranger')
const creator = await site.signUp('creator')
afterAll(() => site.close())

const unknownId = '01a1fc0a-7117-7285-b635-c994aaf5edeb'

const toggle = (creatorId: string, as?: Member, userId?: string) =>
  site.call({ method: 'POST', path: '/api/favorites/creators', body: { creatorId, userId }, as })

const followedBy = async (
  member: Member,
  query = '',
): Promise<z.infer<typeof contract.listFavoriteCreators.response>> => {
  const path = `/api/users/${member.id}/favorite-creators${query}`
  return contract.listFavoriteCreators.response.parse((await site.call({ path, as: member })).body)
}

async function countsOf({ id }: { id: string }) {
  const sql = `select follower_count as kept, (select count(*)::int from follows f where f.creator_id = s.creator_id) as real
               from creator_stats s where creator_id = $1`
  return (await site.pool.query(sql, [id])).rows[0]
}

const members = (count: number) => callConcurrently(count, () => site.signUp())

describe('following', () => {
  test('twice leaves no follow; counter, profile and status change immediately', async () => {
    const follower = await site.signUp()
    const status = () => site.call({ path: `/api/users/${reader.id}/favorite-creators/${follower.id}`, as: reader })
    expect(contract.toggleCreatorFollow.response.parse((await toggle(follower.id, reader)).body)).toEqual({
      isFollowing: true,
      followerCount: 1,
    })
    expect((await status()).body).toEqual({ isFollowing: true })
    const count = await site.call({ path: `/api/users/${follower.id}/followers/count` })
    expect(count.body).toEqual({ count: 1 })
    const profile = await site.call({ path: `/api/users/${follower.id}` })
    expect(profile.body.user).toMatchObject({ followerCount: 1 })
    expect((await toggle(follower.id.toUpperCase(), reader, reader.id)).body).toEqual({
      isFollowing: false,
      followerCount: 0,
    })
    expect((await status()).body).toEqual({ isFollowing: false })
  })

  test('oneself is rejected, also by the database', async () => {
    const expectedError = {
      status: 400,
      body: { code: 'invalid_request', error: 'You cannot follow yourself.' },
    }
    for (const id of [reader.id, reader.id.toUpperCase()]) expect(await toggle(id, reader)).toMatchObject(expectedError)
    await expect(toggleCreatorFollow(site.db, reader.id, reader.id)).rejects.toThrow('You cannot follow yourself.')
    expect(await countsOf(reader)).toEqual({ kept: 0, real: 0 })
  })

  test('is rejected for guests and in another member’s name', async () => {
    expect((await toggle(creator.id)).status).toBe(401)
    expect(await toggle(creator.id, stranger, reader.id)).toMatchObject({
      status: 403,
      body: { code: 'not_yours' },
    })
    expect(await countsOf(creator)).toEqual({ kept: 0, real: 0 })
  })

  test('an unknown member is not found, and neither is any subresource', async () => {
    const responses = await Promise.all([
      toggle(unknownId, reader),
      site.call({ path: `/api/users/${unknownId}/followers/count` }),
      site.call({ path: `/api/users/${reader.id}/favorite-creators/${unknownId}`, as: reader }),
    ])
    for (const response of responses) expect(response).toMatchObject({ status: 404, body: { code: 'not_found' } })
  })
})

describe('at the same time', () => {
  test('twelve concurrent followers are all counted', async () => {
    const [follower, ...fans] = await members(13)
    if (!follower) throw new Error('Nobody signed up.')
    const responses = await Promise.all(fans.map((fan) => toggle(follower.id, fan)))
    expect(responses.map(({ status }) => status)).toEqual(Array(12).fill(200))
    expect(await countsOf(follower)).toEqual({ kept: 12, real: 12 })
  })

  test('forty concurrent toggles end where they began', async () => {
    const follower = await site.signUp()
    const responses = await callConcurrently(40, () => toggle(follower.id, reader))
    expect(responses.map(({ status }) => status)).toEqual(Array(40).fill(200))
    expect(responses.filter(({ body }) => body.isFollowing)).toHaveLength(20)
    expect(await countsOf(follower)).toEqual({ kept: 0, real: 0 })
  })

  test('two members who follow each other concurrently do not deadlock', async () => {
    const [one, other] = (await members(2)) as [Member, Member]
    const rounds = Array.from({ length: 10 }, () => [toggle(one.id, other), toggle(other.id, one)]).flat()
    expect((await Promise.all(rounds)).map(({ status }) => status)).toEqual(Array(20).fill(200))
    expect([await countsOf(one), await countsOf(other)]).toEqual(Array(2).fill({ kept: 0, real: 0 }))
  })

  test('following a member who is deleting their account ends without an error and without leftovers', async () => {
    for (let round = 0; round < 5; round++) {
      const leaver = await site.signUp()
      const body = { username: leaver.username }
      const deletion = site.call({ method: 'DELETE', path: `/api/users/${leaver.id}`, body, as: leaver })
      const toggles = [toggle(leaver.id, reader), toggle(leaver.id, stranger), toggle(creator.id, leaver)]
      for (const { status } of await Promise.all(toggles)) expect([200, 401, 404]).toContain(status)
      expect((await deletion).status).toBe(200)
      const left = 'select 1 from follows where $1 in (follower_id, creator_id)'
      expect((await site.pool.query(left, [leaver.id])).rows).toEqual([])
      const { kept, real } = await countsOf(creator)
      expect(kept).toBe(real)
    }
  })
})

describe('favorite creators', () => {
  test('are listed latest first, page by page, and can be filtered by text', async () => {
    const [member, ...followed] = [
      await site.signUp(),
      await site.signUp('bus_at_night'),
      await site.signUp('moth_at_night'),
      await site.signUp('moth_by_day'),
    ]
    for (const { id } of followed) await toggle(id, member)
    const first = await followedBy(member, '?limit=2')
    const second = await followedBy(member, `?limit=2&cursor=${first.nextCursor}`)
    const names = [...first.creators, ...second.creators].map(({ username }) => username)
    expect(names).toEqual(followed.map(({ username }) => username).toReversed())
    expect(second.nextCursor).toBeNull()
    const filtered = await followedBy(member, '?search=night%20MOTH')
    expect(filtered.creators.map(({ username }) => username)).toEqual(['moth_at_night'])
    expect(filtered.creators[0]).toMatchObject({ follower_count: 1, zine_count: 0 })
  })

  test('and followed creators are visible only to the member', async () => {
    for (const path of ['favorite-creators', `favorite-creators/${creator.id}`].map(
      (end) => `/api/users/${reader.id}/${end}`,
    )) {
      expect((await site.call({ path })).status).toBe(401)
      expect((await site.call({ path, as: stranger })).status).toBe(403)
    }
  })
})

test('a follow of a member whose account is being deleted waits and does not block the deletion', async () => {
  const leaving = await site.signUp()
  await toggle(creator.id, leaving)
  const lateFollow = await site.db.transaction().execute(async (tx) => {
    await lockAccount(tx, leaving.id)
    const following = toggle(stranger.id, leaving)
    // The session ends only with the account, so the request has passed authentication and waits for the lock.
    await untilLocksAreAwaited(site)
    await removeAccount(tx, leaving.id)
    return { following }
  })
  expect((await lateFollow.following).status).toBe(401)
  expect(await countsOf(stranger)).toMatchObject({ kept: (await countsOf(stranger)).real })
})
