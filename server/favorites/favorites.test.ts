import { afterAll, expect, test } from 'vitest'
import { toggleZineFavorite } from '#contract/favorites.ts'
import { ZineList } from '#contract/zines.ts'
import { publishOnePage } from '#tests/support/library.ts'
import { untilLocksAreAwaited, withLock } from '#tests/support/locks.ts'
import { callConcurrently, type Member, startTestApp } from '#tests/support/test-app.ts'

const site = await startTestApp()
const reader = await site.signUp('reader')
const stranger = await site.signUp('stranger')
const creator = await site.signUp('creator')
afterAll(() => site.close())

const toggle = (zineId: string, as?: Member, userId?: string) =>
  site.call({ method: 'POST', path: '/api/favorites/zines', body: { zineId, userId }, as })

const favoritesOf = async (member: Member, query = '') =>
  ZineList.parse((await site.call({ path: `/api/users/${member.id}/favorites${query}`, as: member })).body)

async function favoriteCountOf(zineId: string) {
  const sql = `select favorite_count as kept, (select count(*)::int from favorites f where f.zine_id = s.zine_id) as real
               from zine_stats s where zine_id = $1`
  return (await site.pool.query(sql, [zineId])).rows[0]
}

test('favoriting twice leaves no favorite, and the counter follows', async () => {
  const { id } = await publishOnePage(site, creator, 'On and off')
  expect(toggleZineFavorite.response.parse((await toggle(id, reader)).body)).toEqual({
    isFavorited: true,
    favoriteCount: 1,
  })
  const byReader = await site.call<{ zine: object }>({ path: `/api/zines/${id}`, as: reader })
  expect(byReader.body.zine).toMatchObject({ isFavorited: true, favoriteCount: 1 })
  const guest = await site.call<{ zine: object }>({ path: `/api/zines/${id}` })
  expect(guest.body.zine).toMatchObject({ isFavorited: false, favoriteCount: 1 })
  expect((await toggle(id, reader)).body).toEqual({ isFavorited: false, favoriteCount: 0 })
})

test('forty concurrent toggles by one member end where they began', async () => {
  const { id } = await publishOnePage(site, creator, 'Busy thumb')
  const responses = await callConcurrently(40, () => toggle(id, reader))
  expect(responses.map((response) => response.status)).toEqual(Array(40).fill(200))
  expect(responses.filter((response) => response.body.isFavorited)).toHaveLength(20)
  expect(await favoriteCountOf(id)).toEqual({ kept: 0, real: 0 })
})

test('twelve members favoriting concurrently are all counted', async () => {
  const { id } = await publishOnePage(site, creator, 'Popular')
  const members = await callConcurrently(12, () => site.signUp())
  await Promise.all(members.map((member) => toggle(id, member)))
  expect(await favoriteCountOf(id)).toEqual({ kept: 12, real: 12 })
})

test('toggling a zine while it is being deleted ends with the zine deleted and without an error', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { id } = await publishOnePage(site, creator, 'Going')
    const deletion = site.call({ method: 'DELETE', path: `/api/zines/${id}`, as: creator })
    const toggles = await Promise.all([toggle(id, reader), toggle(id, stranger), toggle(id, reader)])
    expect((await deletion).status).toBe(200)
    for (const { status } of toggles) expect([200, 404]).toContain(status)
  }
})

test('a favorite whose zine is hidden before it is counted is removed', async () => {
  const { id } = await publishOnePage(site, creator, 'Hidden just then')
  const { toggling } = await withLock(site, `delete from zine_stats where zine_id = '${id}'`, async () => {
    const toggling = toggle(id, reader)
    await untilLocksAreAwaited(site)
    return { toggling }
  })
  expect((await toggling).status).toBe(404)
  const { rowCount } = await site.pool.query('select from favorites where zine_id = $1', [id])
  expect(rowCount).toBe(0)
})

test('favorites are listed latest first, page by page, and can be filtered by text', async () => {
  const member = await site.signUp()
  const titles = ['Bus at night', 'Moth at night', 'Moth by day']
  for (const title of titles) await toggle((await publishOnePage(site, creator, title)).id, member)
  const first = await favoritesOf(member, '?limit=2')
  const second = await favoritesOf(member, `?limit=2&cursor=${first.nextCursor}`)
  expect([...first.zines, ...second.zines].map((zine) => zine.title)).toEqual(titles.toReversed())
  expect(second.nextCursor).toBeNull()
  const filtered = await favoritesOf(member, '?search=night%20MOTH')
  expect(filtered.zines.map((zine) => zine.title)).toEqual(['Moth at night'])
})

test('a guest cannot favorite, and a member cannot favorite for another or read another’s favorites', async () => {
  const { id } = await publishOnePage(site, creator, 'Mine')
  expect((await toggle(id)).status).toBe(401)
  expect((await toggle(id, reader, stranger.id)).status).toBe(403)
  expect(await favoriteCountOf(id)).toEqual({ kept: 0, real: 0 })
  const path = `/api/users/${reader.id}/favorites`
  expect((await site.call({ path })).status).toBe(401)
  expect((await site.call({ path, as: stranger })).status).toBe(403)
})

test('a zine that does not exist is not found', async () => {
  expect((await toggle('01a1fc0a-7117-7285-b635-c994aaf5edeb', reader)).status).toBe(404)
})
