import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Tx } from '#server/db/connection.ts'
import { indexZinesOf } from '#server/search/rebuild.ts'
import { publishAs } from '#tests/support/library.ts'
import { type Member, startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { rowFaults } from '#trials/crash/wholeness.ts'
import { hideZine, keepZine, removeZine, restoreZine } from './hide-zine.ts'
import { showOrHide, showOrHideJobs } from './show-or-hide-zines.ts'
import { removeMember, restoreMember, suspendMember } from './suspend-member.ts'

let site: TestApp
let ana: Member
let ben: Member
beforeAll(async () => {
  site = await startTestApp()
  ana = await site.signUp()
  ben = await site.signUp()
})
afterAll(() => site.close())

const given = { reason: 'It shows a letter.', actor: 'operator' as const }
const act = <Outcome>(does: (tx: Tx) => Promise<Outcome>) => site.db.transaction().execute(does)
const hide = (zineId: string) => act((tx) => hideZine(tx, { zineId, ...given }))
const restore = (zineId: string) => act((tx) => restoreZine(tx, { zineId, ...given }))
const suspend = (userId: string) => act((tx) => suspendMember(tx, { userId, ...given }))
const letIn = async (userId: string) => {
  const outcome = await act((tx) => restoreMember(tx, { userId, ...given }))
  await settle(userId)
  return outcome
}
const settle = async (userId: string) => {
  await showOrHide(site.db, userId)
  await indexZinesOf(site.db, userId)
}
const favorite = (zineId: string, as: Member) =>
  site.call<{ isFavorited: boolean }>({ method: 'POST', path: '/api/favorites/zines', body: { zineId }, as })
const follow = (creatorId: string, as: Member) =>
  site.call({ method: 'POST', path: '/api/favorites/creators', body: { creatorId }, as })
const read = (id: string, as?: Member) =>
  site.call<{ zine: { favoriteCount: number } }>({ path: `/api/zines/${id}`, ...(as && { as }) })
const countOf = async (creator: Member) =>
  (
    await site.call<{ user: { zineCount: number; followerCount: number } }>({
      path: `/api/users/${creator.id}`,
    })
  ).body.user
const decisionsOf = async ({ id }: Member) =>
  (
    await site.pool.query<{ act: string; reason: string; zine_id: string | null; title: string | null }>(
      'select act, reason, zine_id, title from decisions where member_id = $1 order by id',
      [id],
    )
  ).rows
const audited = async (subject: string) =>
  (await site.pool.query('select actor, act from audit_log where subject = $1 order by id', [subject])).rows

describe('hiding a zine', () => {
  test('takes it away from everybody, and restoring brings it back with its favorites counted anew', async () => {
    const zine = await publishAs(site, ana, 'Moths at night')
    await favorite(zine.id, ben)
    const before = await countOf(ana)
    expect(await hide(zine.id)).toBe('done')
    expect((await read(zine.id)).status).toBe(404)
    expect((await countOf(ana)).zineCount).toBe(before.zineCount - 1)
    expect(await rowFaults(site.pool)).toEqual([])
    expect(await restore(zine.id)).toBe('done')
    expect((await read(zine.id)).body.zine.favoriteCount).toBe(1)
    expect(await countOf(ana)).toEqual(before)
    expect(await rowFaults(site.pool)).toEqual([])
  })

  test('done twice is done once, and what is not there is said to be absent', async () => {
    const zine = await publishAs(site, ana, 'Twice')
    expect([await hide(zine.id), await hide(zine.id)]).toEqual(['done', 'already'])
    expect([await restore(zine.id), await restore(zine.id)]).toEqual(['done', 'already'])
    expect(await audited(`zine ${zine.id}`)).toEqual([
      { actor: 'operator', act: 'zine hidden' },
      { actor: 'operator', act: 'zine restored' },
    ])
    expect([await hide(ana.id), await restore(ana.id)]).toEqual(['absent', 'absent'])
  })

  test('its maker is told with the reason, and a zine that is kept is told of only where there is one', async () => {
    const cleo = await site.signUp()
    const zine = await publishAs(site, cleo, 'Kept')
    const keep = (reason: string) => act((tx) => keepZine(tx, { zineId: zine.id, reason, actor: 'letter' }))
    expect([await keep(''), await keep('Nothing is wrong with it.')]).toEqual(['done', 'done'])
    await hide(zine.id)
    const said = { zine_id: zine.id, title: 'Kept' }
    expect(await decisionsOf(cleo)).toEqual([
      { act: 'zine kept', reason: 'Nothing is wrong with it.', ...said },
      { act: 'zine hidden', reason: given.reason, ...said },
    ])
    expect(await audited(`zine ${zine.id}`)).toHaveLength(3)
  })

  test('its maker can change and delete it: it stays hidden, and is not counted twice', async () => {
    const zine = await publishAs(site, ana, 'Still hidden')
    await hide(zine.id)
    const { zineCount } = await countOf(ana)
    const path = `/api/zines/${zine.id}`
    await site.call({ method: 'PUT', path, body: { version: 1, title: 'Changed' }, as: ana })
    expect((await site.pool.query('select title from zines where id = $1', [zine.id])).rows).toEqual([
      { title: 'Changed' },
    ])
    expect((await read(zine.id, ben)).status).toBe(404)
    expect(await rowFaults(site.pool)).toEqual([])
    expect((await site.call({ method: 'DELETE', path, as: ana })).status).toBe(200)
    expect((await countOf(ana)).zineCount).toBe(zineCount)
    expect(await rowFaults(site.pool)).toEqual([])
  })

  test('removing one removes it as its maker would, hidden or not, and keeps its title in the decision', async () => {
    const cleo = await site.signUp()
    const [shown, hidden] = [await publishAs(site, cleo, 'Shown'), await publishAs(site, cleo, 'Hidden')]
    await hide(hidden.id)
    for (const { id } of [shown, hidden])
      expect(await act((tx) => removeZine(tx, { zineId: id, ...given }))).toBe('done')
    expect(await act((tx) => removeZine(tx, { zineId: shown.id, ...given }))).toBe('absent')
    expect((await countOf(cleo)).zineCount).toBe(0)
    expect((await decisionsOf(cleo)).slice(1)).toEqual([
      { act: 'zine removed', reason: given.reason, zine_id: null, title: 'Shown' },
      { act: 'zine removed', reason: given.reason, zine_id: null, title: 'Hidden' },
    ])
    expect(await rowFaults(site.pool)).toEqual([])
  })
})

describe('suspending a member', () => {
  test('ends what is begun, shows nothing, and restoring shows all but what is hidden', async () => {
    const dora = await site.signUp()
    const [kept, hidden] = [await publishAs(site, dora, 'Dora one'), await publishAs(site, dora, 'Dora two')]
    await favorite(kept.id, ben)
    await follow(dora.id, ben)
    await hide(hidden.id)
    expect([await suspend(dora.id), await suspend(dora.id)]).toEqual(['done', 'already'])
    expect((await site.call({ path: '/api/auth/user', as: dora })).body).toEqual({ user: null })
    for (const path of [`/api/zines/${kept.id}`, `/api/users/${dora.id}`, `/api/users/${dora.id}/zines`])
      expect((await site.call({ path })).status, path).toBe(404)
    await settle(dora.id)
    expect(await rowFaults(site.pool)).toEqual([])
    expect([await letIn(dora.id), await letIn(dora.id)]).toEqual(['done', 'already'])
    expect(await countOf(dora)).toMatchObject({ zineCount: 1, followerCount: 1 })
    expect((await read(kept.id)).body.zine.favoriteCount).toBe(1)
    expect((await read(hidden.id)).status).toBe(404)
    expect(await restore(hidden.id)).toBe('done')
    expect((await countOf(dora)).zineCount).toBe(2)
  })

  test('a zine that is restored while its maker is suspended comes back with them', async () => {
    const dora = await site.signUp()
    const zine = await publishAs(site, dora, 'Later')
    await hide(zine.id)
    await suspend(dora.id)
    expect(await restore(zine.id)).toBe('done')
    expect((await read(zine.id)).status).toBe(404)
    await letIn(dora.id)
    expect((await read(zine.id)).status).toBe(200)
    expect((await countOf(dora)).zineCount).toBe(1)
  })

  test('whoever is suspended is told so when they sign in, and cannot', async () => {
    const dora = await site.signUp()
    const signIn = (password: string) =>
      site.call<{ error: string }>({
        ...{ method: 'POST', path: '/api/auth/sign-in/email', body: { email: dora.email, password } },
      })
    await suspend(dora.id)
    expect((await signIn('wrong horse')).body.error).toBe('Invalid email or password')
    const refused = await signIn(dora.password)
    expect(refused).toMatchObject({
      status: 403,
      body: { error: expect.stringMatching(/^This account is suspended/) },
    })
    expect(refused.headers['set-cookie']).toBeUndefined()
    expect((await site.pool.query('select from sessions where user_id = $1', [dora.id])).rowCount).toBe(0)
    await letIn(dora.id)
    expect((await signIn(dora.password)).status).toBe(200)
  })

  test('removing a member removes them with everything, suspended or not', async () => {
    const [dora, eve] = [await site.signUp(), await site.signUp()]
    await publishAs(site, dora, 'Gone')
    await suspend(dora.id)
    for (const { id } of [dora, eve])
      expect(await act((tx) => removeMember(tx, { userId: id, ...given }))).toBe('done')
    expect(await act((tx) => removeMember(tx, { userId: dora.id, ...given }))).toBe('absent')
    expect(
      (await site.pool.query('select from users where id = any($1)', [[dora.id, eve.id]])).rowCount,
    ).toBe(0)
    expect(await audited(`member ${dora.id}`)).toMatchObject([
      { act: 'member suspended' },
      { act: 'member removed' },
    ])
    expect(await rowFaults(site.pool)).toEqual([])
  })

  test('what a killed process has left undone is done by another', async () => {
    const dora = await site.signUp()
    const zine = await publishAs(site, dora, 'Left over')
    await suspend(dora.id)
    const key = `show-or-hide ${dora.id}`
    await site.pool.query(
      `update graphile_worker._private_jobs set locked_by = 'killed', locked_at = now() - interval '11 minutes'
       where key = $1`,
      [key],
    )
    await showOrHideJobs({ db: site.db })['resume-showing']?.({}, {} as never)
    const free = 'select from graphile_worker.jobs where key = $1 and locked_at is null'
    expect((await site.pool.query(free, [key])).rowCount).toBe(1)
    const found = 'select from zine_search where zine_id = $1'
    expect((await site.pool.query(found, [zine.id])).rowCount).toBe(1)
    await showOrHideJobs({ db: site.db })['show-or-hide-zines-of']?.({ creatorId: dora.id }, {} as never)
    expect((await site.pool.query(found, [zine.id])).rowCount).toBe(0)
    // With no time at all it does one step and promises the rest.
    await letIn(dora.id)
    await suspend(dora.id)
    await showOrHide(site.db, dora.id, { forMs: -1 })
    expect((await site.pool.query(free, [key])).rowCount).toBe(1)
  })
})
