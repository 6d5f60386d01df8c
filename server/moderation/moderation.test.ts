import { describe, expect, test } from 'vitest'
import { publishOnePage } from '#tests/support/library.ts'
import { type Member, openTestApp } from '#tests/support/test-app.ts'
import { keepZine } from './hide-zine.ts'
import { decisionInput, operatorActions } from './moderation.testing.ts'
import { updateVisibility, visibilityJobs } from './update-visibility.ts'

const site = await openTestApp()
const ana = await site.signUp()
const ben = await site.signUp()
const { inTransaction, hide, restore, remove, suspend, removeMember, settle, expectNoFaults, ...acts } =
  operatorActions(site)
const restoreMember = async (userId: string) => {
  const outcome = await acts.restoreMember(userId)
  await settle(userId)
  return outcome
}
const favorite = (zineId: string, as: Member) =>
  site.post<{ isFavorited: boolean }>('/api/favorites/zines', { zineId }, as)
const follow = (creatorId: string, as: Member) => site.post('/api/favorites/creators', { creatorId }, as)
const read = (id: string, as?: Member) => site.get<{ zine: { favoriteCount: number } }>(`/api/zines/${id}`, as)
const countOf = async (creator: Member) =>
  (await site.get<{ user: { zineCount: number; followerCount: number } }>(`/api/users/${creator.id}`)).body.user
const decisionsOf = ({ id }: Member) =>
  site.sql('select act, reason, zine_id, title from decisions where member_id = $1 order by id', id)
const audited = (subject: string) =>
  site.sql('select actor, act from audit_log where subject = $1 order by id', subject)

describe('hiding a zine', () => {
  test('removes it for everyone, and restoring it brings it back with its favorites recounted', async () => {
    const zine = await publishOnePage(site, ana, 'Moths at night')
    await favorite(zine.id, ben)
    const before = await countOf(ana)
    expect(await hide(zine.id)).toBe('done')
    expect((await read(zine.id)).status).toBe(404)
    expect((await countOf(ana)).zineCount).toBe(before.zineCount - 1)
    await expectNoFaults()
    expect(await restore(zine.id)).toBe('done')
    expect((await read(zine.id)).body.zine.favoriteCount).toBe(1)
    expect(await countOf(ana)).toEqual(before)
    await expectNoFaults()
  })

  test('its creator is notified with the reason; keeping a zine notifies only if a reason is given', async () => {
    const cleo = await site.signUp()
    const zine = await publishOnePage(site, cleo, 'Kept')
    const keepZineAs = (reason: string) =>
      inTransaction((tx) => keepZine(tx, { zineId: zine.id, reason, actor: 'email' }))
    expect([await keepZineAs(''), await keepZineAs('Nothing is wrong with it.')]).toEqual(['done', 'done'])
    await hide(zine.id)
    const zineFields = { zine_id: zine.id, title: 'Kept' }
    expect(await decisionsOf(cleo)).toEqual([
      { act: 'zine kept', reason: 'Nothing is wrong with it.', ...zineFields },
      { act: 'zine hidden', reason: decisionInput.reason, ...zineFields },
    ])
    expect(await audited(`zine ${zine.id}`)).toHaveLength(3)
  })

  test('its creator can change and delete it: it stays hidden, and is not counted twice', async () => {
    const zine = await publishOnePage(site, ana, 'Still hidden')
    await hide(zine.id)
    const { zineCount } = await countOf(ana)
    const path = `/api/zines/${zine.id}`
    await site.put(path, { version: 1, title: 'Changed' }, ana)
    expect(await site.sql('select title from zines where id = $1', zine.id)).toEqual([{ title: 'Changed' }])
    expect((await read(zine.id, ben)).status).toBe(404)
    await expectNoFaults()
    expect((await site.delete(path, ana)).status).toBe(200)
    expect((await countOf(ana)).zineCount).toBe(zineCount)
    await expectNoFaults()
  })

  test('removing one deletes it as its creator would, hidden or not, and keeps its title in the decision', async () => {
    const cleo = await site.signUp()
    const [shown, hidden] = [await publishOnePage(site, cleo, 'Shown'), await publishOnePage(site, cleo, 'Hidden')]
    await hide(hidden.id)
    for (const { id } of [shown, hidden]) expect(await remove(id)).toBe('done')
    expect(await remove(shown.id)).toBe('absent')
    expect((await countOf(cleo)).zineCount).toBe(0)
    expect((await decisionsOf(cleo)).slice(1)).toEqual([
      { act: 'zine removed', reason: decisionInput.reason, zine_id: null, title: 'Shown' },
      { act: 'zine removed', reason: decisionInput.reason, zine_id: null, title: 'Hidden' },
    ])
    await expectNoFaults()
  })
})

describe('suspending a member', () => {
  test('ends sessions, hides everything, and restoring shows everything except hidden zines', async () => {
    const dora = await site.signUp()
    const [kept, hidden] = [await publishOnePage(site, dora, 'Dora one'), await publishOnePage(site, dora, 'Dora two')]
    await favorite(kept.id, ben)
    await follow(dora.id, ben)
    await hide(hidden.id)
    expect([await suspend(dora.id), await suspend(dora.id)]).toEqual(['done', 'already'])
    expect((await site.get('/api/auth/user', dora)).body).toEqual({ user: null })
    for (const path of [`/api/zines/${kept.id}`, `/api/users/${dora.id}`, `/api/users/${dora.id}/zines`])
      expect((await site.get(path)).status, path).toBe(404)
    await settle(dora.id)
    await expectNoFaults()
    expect([await restoreMember(dora.id), await restoreMember(dora.id)]).toEqual(['done', 'already'])
    expect(await countOf(dora)).toMatchObject({ zineCount: 1, followerCount: 1 })
    expect((await read(kept.id)).body.zine.favoriteCount).toBe(1)
    expect((await read(hidden.id)).status).toBe(404)
    expect(await restore(hidden.id)).toBe('done')
    expect((await countOf(dora)).zineCount).toBe(2)
  })

  test('a zine restored while its creator is suspended becomes visible with them', async () => {
    const dora = await site.signUp()
    const zine = await publishOnePage(site, dora, 'Later')
    await hide(zine.id)
    await suspend(dora.id)
    expect(await restore(zine.id)).toBe('done')
    expect((await read(zine.id)).status).toBe(404)
    await restoreMember(dora.id)
    expect((await read(zine.id)).status).toBe(200)
    expect((await countOf(dora)).zineCount).toBe(1)
  })

  test('a suspended member sees that at sign-in, and cannot sign in', async () => {
    const dora = await site.signUp()
    const signIn = (password: string) => site.auth<{ error: string }>('sign-in/email', { email: dora.email, password })
    await suspend(dora.id)
    expect((await signIn('wrong horse')).body.error).toBe('Invalid email or password')
    const response = await signIn(dora.password)
    expect(response.status).toBe(403)
    expect(response.body.error).toMatch(/^This account is suspended/)
    expect(response.headers['set-cookie']).toBeUndefined()
    expect(await site.sql('select from sessions where user_id = $1', dora.id)).toEqual([])
    await restoreMember(dora.id)
    expect((await signIn(dora.password)).status).toBe(200)
  })

  test('removing a member removes them with everything, suspended or not', async () => {
    const [dora, eve] = [await site.signUp(), await site.signUp()]
    await publishOnePage(site, dora, 'Gone')
    await suspend(dora.id)
    for (const { id } of [dora, eve]) expect(await removeMember(id)).toBe('done')
    expect(await removeMember(dora.id)).toBe('absent')
    expect(await site.sql('select from users where id = any($1)', [dora.id, eve.id])).toEqual([])
    const auditedActs = (await audited(`member ${dora.id}`)).map(({ act }) => act)
    expect(auditedActs).toEqual(['member suspended', 'member removed'])
    await expectNoFaults()
  })

  test('another process completes the work of a killed one', async () => {
    const dora = await site.signUp()
    const zine = await publishOnePage(site, dora, 'Left over')
    await suspend(dora.id)
    const key = `update-zine-visibility ${dora.id}`
    await site.sql(
      `update graphile_worker._private_jobs set locked_by = 'killed', locked_at = now() - interval '11 minutes'
       where key = $1`,
      key,
    )
    await visibilityJobs({ db: site.db })['resume-visibility-updates']?.({}, {} as never)
    const unlockedJobSql = 'select from graphile_worker.jobs where key = $1 and locked_at is null'
    expect(await site.sql(unlockedJobSql, key)).toHaveLength(1)
    const indexedZineSql = 'select from zine_search where zine_id = $1'
    expect(await site.sql(indexedZineSql, zine.id)).toHaveLength(1)
    await visibilityJobs({ db: site.db })['update-zine-visibility']?.({ creatorId: dora.id }, {} as never)
    expect(await site.sql(indexedZineSql, zine.id)).toEqual([])
    // Without any time it does one step and enqueues the rest.
    await restoreMember(dora.id)
    await suspend(dora.id)
    await updateVisibility(site.db, dora.id, { maxMs: -1 })
    expect(await site.sql(unlockedJobSql, key)).toHaveLength(1)
  })
})
