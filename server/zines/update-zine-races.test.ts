import { afterEach, expect, test } from 'vitest'
import { hashFromAddress } from '#contract/media-address.ts'
import type { FullZine } from '#contract/zines.ts'
import { sweepMedia } from '#server/media/media.jobs.ts'
import { indexZinesOf } from '#server/search/rebuild.ts'
import { rowProblems } from '#tests/support/integrity-check.ts'
import { addMedia } from '#tests/support/library.ts'
import { type Member, openTestApp } from '#tests/support/test-app.ts'

const site = await openTestApp()
const owner = await site.signUp()
afterEach(async () => {
  expect(await rowProblems(site.pool)).toEqual([])
  const { rows } = await site.pool.query('select 1 from zine_pages where zine_id not in (select id from zines)')
  expect(rows).toEqual([])
})

type ResponseBody = { zine: FullZine; code: string }
const post = (path: string, body: object, as = owner) => site.post<ResponseBody>(path, body, as)
const update = (id: string, body: object, as = owner) => site.put<ResponseBody>(`/api/zines/${id}`, body, as)
const rounds = Array.from({ length: 8 }, (_, n) => n)

async function publish(as = owner) {
  const mediaFiles = await addMedia(site, as, ['image', 'image'])
  const { zine } = (await post('/api/zines', { title: 'Racing', aspectRatio: '4:5', mediaFiles }, as)).body
  const [fresh = ''] = await addMedia(site, as, ['image'])
  return { id: zine.id, fresh, pictures: mediaFiles, changed: [mediaFiles[1], fresh] }
}

const rowsOf = async (url: string) =>
  (await site.pool.query('select from media where hash = $1', [hashFromAddress(url)])).rowCount

const pageCountOf = async (url: string) =>
  Number(
    (
      await site.pool.query(
        'select count(p.zine_id) from media left join zine_pages p on media_id = id where hash = $1',
        [hashFromAddress(url)],
      )
    ).rows[0]?.count,
  )

test('of two different concurrent updates one is saved, and the other is rejected with the current version', async () => {
  for (const _ of rounds) {
    const { id, changed } = await publish()
    const sent = [
      { version: 1, title: 'Left hand', pages: changed },
      { version: 1, title: 'Right hand' },
    ]
    const responses = await Promise.all(sent.map((body) => update(id, body)))
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409])
    const [saved, conflict] = responses.toSorted((a, b) => a.status - b.status)
    expect(conflict?.body).toMatchObject({
      code: 'changed_elsewhere',
      current: { title: saved?.body.zine.title },
    })
  }
})

test('the same update sent five times concurrently is one printing', async () => {
  const { id, changed } = await publish()
  const sent = { version: 1, title: 'Once', pages: changed, printingNote: 'Once' }
  const responses = await Promise.all([1, 2, 3, 4, 5].map(() => update(id, sent)))
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]))
  for (const { body } of responses) expect(body.zine).toMatchObject({ version: 2, printing: 2 })
})

test('a concurrent update and deletion leave no zine, and nothing of it', async () => {
  for (const n of rounds) {
    const { id, changed, pictures } = await publish()
    const requests = [
      () => update(id, { version: 1, title: 'Late', pages: changed }),
      () => site.delete(`/api/zines/${id}`, owner),
    ]
    const responses = await Promise.all((n % 2 ? requests : requests.toReversed()).map((action) => action()))
    const [updated, deleted] = n % 2 ? responses : responses.toReversed()
    expect(deleted?.status).toBe(200)
    expect([200, 404]).toContain(updated?.status)
    for (const url of pictures) expect(await rowsOf(url)).toBe(0)
  }
})

test('an upload that is published at the same time is in one zine', async () => {
  for (const n of rounds) {
    const { id, fresh, changed } = await publish()
    const body = { title: `Taken ${n}`, aspectRatio: '4:5', mediaFiles: [fresh] }
    const requests = [() => update(id, { version: 1, pages: changed }), () => post('/api/zines', body)]
    const responses = await Promise.all((n % 2 ? requests : requests.toReversed()).map((action) => action()))
    const statuses = responses.map(({ status }) => status)
    expect(statuses.filter((status) => status < 300)).toHaveLength(1)
    expect(statuses.filter((status) => status === 409)).toHaveLength(1)
    expect(await pageCountOf(fresh)).toBe(1)
  }
})

test('two zines that are changed to the same upload do not both get it', async () => {
  for (const _ of rounds) {
    const [one, other] = [await publish(), await publish()]
    const responses = await Promise.all([one, other].map(({ id }) => update(id, { version: 1, pages: [one.fresh] })))
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await pageCountOf(one.fresh)).toBe(1)
  }
})

test('an old upload is either used or swept', async () => {
  for (const _ of rounds) {
    const { id, fresh, changed } = await publish()
    await site.pool.query(`update media set created_at = now() - interval '2 days' where hash = $1`, [
      hashFromAddress(fresh),
    ])
    // The database aborts a sweep of media that a zine has just used. The job is then retried.
    const sweeping = sweepMedia(site.media).catch(({ code }) => expect(code).toBe('23503'))
    const [updated] = await Promise.all([update(id, { version: 1, pages: changed }), sweeping])
    expect([updated.status, await rowsOf(fresh)]).toEqual(updated.status === 200 ? [200, 1] : [400, 0])
  }
})

test('names that are indexed at the same time, and updates of many zines, wait for each other in one order', async () => {
  const zines = await Promise.all(rounds.map(() => publish()))
  const responses = await Promise.all([
    indexZinesOf(site.db, owner.id),
    ...zines.map(({ id }, n) => update(id, { version: 1, title: `Waiting ${n} for the night bus` })),
    indexZinesOf(site.db, owner.id),
  ])
  expect(responses.slice(1, -1).map((response) => response?.status)).toEqual(rounds.map(() => 200))
})

test('an account that is deleted at the same time leaves nothing', async () => {
  for (const n of rounds) {
    const leaver: Member = await site.signUp()
    const zines = await Promise.all([1, 2, 3].map(() => publish(leaver)))
    const removing = site.delete(`/api/users/${leaver.id}`, leaver, { username: leaver.username })
    const responses = await Promise.all(
      zines.map(({ id, changed }) => update(id, { version: 1, title: `Going ${n}`, pages: changed }, leaver)),
    )
    expect((await removing).status).toBe(200)
    for (const { status } of responses) expect([200, 401, 403, 404]).toContain(status)
    const { rowCount } = await site.pool.query('select from media where owner_id = $1', [leaver.id])
    expect(rowCount).toBe(0)
  }
})
