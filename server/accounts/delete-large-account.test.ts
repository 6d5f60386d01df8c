import { chmod, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { expect, test } from 'vitest'
import { openPool } from '#server/db/connection.ts'
import { findRunningPostgres } from '#server/db/embedded/database.ts'
import { isSignedIn, signInFromNewBrowser } from '#tests/support/account.ts'
import { removeDataFolder } from '#tests/support/data-folder.ts'
import { fillLargeAccount } from '#tests/support/large-account.ts'
import { publishOnePage } from '#tests/support/library.ts'
import { registerAt } from '#tests/support/registration.ts'
import { runSite } from '#tests/support/running-site.ts'
import { type Member, openTestApp } from '#tests/support/test-app.ts'
import { removeInSteps } from './delete-account.jobs.ts'
import { removeCreatorZinesFromIndex, removeZines } from './delete-account-steps.queries.ts'

const site = await openTestApp()
const leavingMember = await site.signUp('Leaver')
const fan = await site.signUp('Fan')
const keptZine = await publishOnePage(site, fan, 'Stays')
await fillLargeAccount(site.pool, leavingMember.id, { zines: 250, fans: 80, favorited: 1_500 })
for (const each of [leavingMember, fan]) await favorite(each, keptZine.id)
const newest = await zinesAt('/api/zines?limit=100')
for (const { id } of newest) await favorite(fan, id)
await shelve(fan, [keptZine.id, ...newest.slice(0, 30).map(({ id }) => id)])
await shelve(leavingMember, [keptZine.id])
// A stranger who guesses the placeholder address must not be able to register it first.
const stranger = {
  email: `${leavingMember.id}@deleted.invalid`,
  username: 'Stranger',
  password: 'correct horse',
}
await site.auth('sign-up/email', stranger)
const deletion = await site.delete(`/api/users/${leavingMember.id}`, leavingMember, { username: 'Leaver' })

async function zinesAt(path: string, as?: Member) {
  return (await site.get<{ zines: { id: string; creatorId: string }[] }>(path, as)).body.zines
}
function favorite(as: Member, zineId: string) {
  return site.post('/api/favorites/zines', { zineId }, as)
}

async function shelve(as: Member, zineIds: string[]) {
  for (const id of zineIds) await site.put(`/api/shelves/to-read/zines/${id}`, { after: null }, as)
}

/** The creators on the fan's shelf, and its item counter. */
const onShelf = () =>
  site.sql(
    `select z.creator_id as of, item_count as counted from shelves sh join shelf_items i on i.shelf_id = sh.id
     left join zines z on z.id = i.zine_id where sh.owner_id = $1 order by i.position`,
    fan.id,
  )

const wrongCounters = async (pool: pg.Pool) =>
  (
    await pool.query(
      `select zine_id::text from zine_stats s where favorite_count <> (select count(*) from favorites f where f.zine_id = s.zine_id)
       union all select creator_id::text from creator_stats s
         where follower_count <> (select count(*) from follows f where f.creator_id = s.creator_id)
            or zine_count <> (select count(*) from zines z where z.creator_id = s.creator_id)
       union all select term from terms where zines <>
         (select count(*) from zine_search where string_to_array(document, ' ') && array[term])`,
    )
  ).rows

test('the response says that the rest takes some minutes, and signs out all devices', async () => {
  expect(newest.every(({ creatorId }) => creatorId === leavingMember.id)).toBe(true)
  expect(deletion).toMatchObject({ status: 200, body: { success: true, isPending: true } })
  expect(await isSignedIn(site, leavingMember)).toBe(false)
  for (const email of [leavingMember.email, `deleted ${leavingMember.id}`])
    expect((await signInFromNewBrowser(site, { ...leavingMember, email })).response.status).toBe(401)
  const rows = await site.sql(
    `select column_name from information_schema.columns c where table_schema = 'public' and table_name = 'users'
     and position($2 in (select to_jsonb(u) ->> c.column_name from users u where id = $1)) > 0`,
    leavingMember.id,
    leavingMember.email,
  )
  expect(rows).toEqual([])
})

async function isHidden() {
  const lists = ['/api/zines?limit=100', '/api/search/zines?filter=popular', '/api/search/zines?search=wings']
  for (const path of lists) {
    const zines = await zinesAt(path)
    expect([path, zines.filter(({ creatorId }) => creatorId === leavingMember.id)]).toEqual([path, []])
  }
  // Hidden zines leave no gaps in the lists.
  expect((await zinesAt('/api/zines?limit=100')).length).toBe(100)
  const favorites = await zinesAt(`/api/users/${fan.id}/favorites?limit=10`, fan)
  expect(favorites.map(({ creatorId }) => creatorId)).toEqual([fan.id])
  const { body } = await site.get<{ creators: object[] }>('/api/search/users?search=leaver')
  expect(body.creators).toEqual([])
  const zine = await site.sql('select id from zines where creator_id = $1 limit 1', leavingMember.id)
  const ofZine = zine.map(({ id }) => `/api/zines/${id}`)
  const ofMember = ['', '/zines', '/followers/count'].map((end) => `/api/users/${leavingMember.id}${end}`)
  for (const path of [...ofZine, ...ofMember, `/feeds/creators/${leavingMember.id}.atom`])
    expect([path, (await site.get(path)).status]).toEqual([path, 404])
  for (const { id } of zine) expect((await favorite(fan, id)).status).toBe(404)
  expect((await site.post('/api/favorites/creators', { creatorId: leavingMember.id }, fan)).status).toBe(404)
  expect(await wrongCounters(site.pool)).toEqual([])
}

test('afterwards nothing of it can be found and all counters are right, until everything is deleted', async () => {
  await isHidden()
  const body = { email: 'new@example.org', username: 'leaver' }
  const check = () => site.post('/api/validate-registration', body)
  expect((await check()).body).toMatchObject({ valid: false })
  let steps = 0
  while (!(await removeInSteps(site.db, leavingMember.id, { maxMs: 0 }))) {
    steps += 1
    await isHidden()
  }
  expect(steps).toBeGreaterThan(5)
  await isHidden()
  expect(await site.sql('select from users where id = $1', leavingMember.id)).toEqual([])
  expect((await check()).body).toMatchObject({ valid: true })
  const lines = await onShelf()
  expect(lines.map(({ of }) => of)).toEqual([...Array(30).fill(null), fan.id])
  expect(lines[0]?.counted).toBe(31)
  expect(await site.sql('select from shelves where owner_id <> $1', fan.id)).toEqual([])
})

test('repeating a deletion, or running two concurrently, changes nothing more', async () => {
  const results = await Promise.all([1, 2].map(() => removeInSteps(site.db, leavingMember.id)))
  expect(results).toEqual([true, true])
})

test('long zines are deleted a few at a time', async () => {
  const maker = await site.signUp()
  for (const title of ['One', 'Two', 'Three']) await publishOnePage(site, maker, title)
  await site.sql('update zines set page_count = 600 where creator_id = $1', maker.id)
  await site.sql(
    `update zine_search set document = repeat(document, 1500000 / length(document))
     where zine_id in (select id from zines where creator_id = $1)`,
    maker.id,
  )
  const rest = (part: typeof removeCreatorZinesFromIndex) =>
    site.db.transaction().execute((tx) => part(tx, maker.id, 200))
  for (const part of [removeCreatorZinesFromIndex, removeZines])
    expect([await rest(part), await rest(part), await rest(part)]).toEqual([2, 1, 0])
})

test('a killed process continues the deletion at its next start', { timeout: 180_000 }, async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'foldout-deletion-'))
  // As root, PostgreSQL's own user must be able to pass through.
  await chmod(dataDir, 0o711)
  const settings = { DATA_DIR: dataDir }
  const first = await runSite(settings)
  const { id, cookie } = await registerAt(first.address, 'leaver')
  const pool = openPool(findRunningPostgres(dataDir) ?? {}, 2)
  await fillLargeAccount(pool, id, { zines: 100, fans: 250, favorited: 10 })
  const response = await fetch(`${first.address}/api/users/${id}`, {
    method: 'DELETE',
    headers: { cookie, 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'leaver' }),
  })
  expect(await response.json()).toMatchObject({ isPending: true })
  const left = async (pool: pg.Pool) => Number((await pool.query('select count(*) from favorites')).rows[0].count)
  await expect.poll(() => left(pool), { interval: 5 }).toBeLessThan(25_010)
  expect(await left(pool)).toBeGreaterThan(0)
  await first.end()
  await pool.end()

  const second = await runSite(settings)
  const secondPool = openPool(findRunningPostgres(dataDir) ?? {}, 2)
  const countUser = async () => (await secondPool.query('select from users where id = $1', [id])).rowCount
  await expect.poll(countUser, { interval: 50, timeout: 180_000 }).toBe(0)
  expect(await left(secondPool)).toBe(0)
  expect(await wrongCounters(secondPool)).toEqual([])
  await secondPool.end()
  second.signal('SIGTERM')
  await second.ended
  await removeDataFolder(dataDir)
})
