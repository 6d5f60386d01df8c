import { describe, expect, test } from 'vitest'
import type { Draft, DraftTicket } from '#contract/drafts.ts'
import { inEnglish } from '#contract/in-english.ts'
import { createLimits } from '#server/http/rate-limits.ts'
import { addRasterisedPdf, createDraft, createPublishableDraft } from '#tests/support/drafts.ts'
import { openTestApp, startTestApp } from '#tests/support/test-app.ts'
import { publishDue, resumeOverduePublishing } from './drafts.jobs.ts'
import { timeProblem } from './schedule-draft.ts'

const site = await openTestApp({ settings: { RATE_LIMITS: 'on' } })
const owner = await site.signUp()

const minute = 60_000
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * minute).toISOString()

type ResponseBody = { draft: Draft; code: string; error: string }
const schedule = (id: string, version: number, publishAt: string | null, as = owner) =>
  site.put<ResponseBody>(`/api/drafts/${id}/schedule`, { version, publishAt }, as)
const read = (id: string) => site.call<ResponseBody>({ path: `/api/drafts/${id}`, as: owner })
const jobsOf = async (draftId: string) => {
  const { rows } = await site.pool.query<{ run_at: Date }>(`select run_at from graphile_worker.jobs where key = $1`, [
    `publish-draft ${draftId}`,
  ])
  return rows.map(({ run_at }) => run_at.toISOString())
}
/** Makes the scheduled time pass. */
const makeDue = (draftId: string) =>
  site.pool.query(`update drafts set publish_at = now() - interval '1 second' where id = $1`, [draftId])
const deps = () => ({ config: site.config, db: site.db, limits: createLimits(site) })
const zinesOf = async (draftId: string) =>
  (await site.pool.query('select created_at from zines where draft_id = $1', [draftId])).rows

describe('a time', () => {
  const now = new Date('2026-05-01T09:00:00Z')
  const at = (minutes: number) => new Date(now.getTime() + minutes * minute)
  const days90 = 90 * 24 * 60

  test.each([-5, 0, 1, days90, days90 + 5])('%i minutes ahead is accepted', (minutes) => {
    expect(timeProblem(at(minutes), now)).toBe(undefined)
  })

  test.each([
    [-6, 'This time is in the past. Please choose a later one.'],
    [days90 + 6, 'A draft can be scheduled up to 90 days ahead. Please choose an earlier time.'],
  ])('%i minutes ahead is rejected', (minutes, message) => {
    expect(inEnglish(timeProblem(at(minutes), now) ?? '')).toBe(message)
  })

  test('that is invalid or past is rejected, and nothing is written', async () => {
    const { id } = await createDraft(site, owner)
    expect((await schedule(id, 1, 'tomorrow')).body.error).toBe('A time must have the form 2026-05-01T09:00:00Z.')
    for (const publishAt of ['2020-01-01T00:00:00Z', inMinutes(91 * 24 * 60)])
      expect((await schedule(id, 1, publishAt)).status).toBe(400)
    expect((await read(id)).body.draft).toMatchObject({ version: 1, publishAt: null })
    expect(await jobsOf(id)).toEqual([])
  })
})

describe('scheduling', () => {
  test('enqueues one publication at the latest chosen time, even after edits', async () => {
    const { id, content } = await createPublishableDraft(site, owner, 'Friday')
    const [first, second] = [inMinutes(60), inMinutes(120)]
    const response = await schedule(id, 1, first)
    expect(response.body.draft.version).toBe(2)
    expect(new Date(response.body.draft.publishAt ?? '').toISOString()).toBe(first)
    expect((await schedule(id, 1, first)).text).toBe(response.text)
    expect((await schedule(id, 1, second)).status).toBe(409)
    expect((await schedule(id, 2, second)).status).toBe(200)
    const body = { version: 3, content: { ...content, description: 'More' } }
    const edited = await site.put<ResponseBody>(`/api/drafts/${id}`, body, owner)
    expect(new Date(edited.body.draft.publishAt ?? '').toISOString()).toBe(second)
    expect(await jobsOf(id)).toEqual([second])
    expect((await schedule(id, 4, null)).body.draft).toMatchObject({ version: 5, publishAt: null })
    expect(await jobsOf(id)).toEqual([])
  })

  test('ends when the draft is deleted or published', async () => {
    const [gone, out] = [
      await createPublishableDraft(site, owner, 'Gone'),
      await createPublishableDraft(site, owner, 'Out'),
    ]
    for (const { id } of [gone, out]) await schedule(id, 1, inMinutes(60))
    await site.delete(`/api/drafts/${gone.id}`, owner)
    expect((await site.post(`/api/drafts/${out.id}/publish`, { version: 2 }, owner)).status).toBe(201)
    expect([await jobsOf(gone.id), await jobsOf(out.id)]).toEqual([[], []])
    for (const { id } of [gone, out]) await publishDue(deps(), id)
    expect([await zinesOf(gone.id), await zinesOf(out.id)]).toMatchObject([[], [{}]])
  })
})

describe('when its time has come', () => {
  test('it is published once, dated now, while five processes and its creator publish it concurrently', async () => {
    const { id } = await createPublishableDraft(site, owner, 'On time')
    await schedule(id, 1, inMinutes(30))
    await publishDue(deps(), id)
    expect(await zinesOf(id)).toEqual([])
    await makeDue(id)
    const before = Date.now()
    const click = {
      method: 'POST',
      path: `/api/drafts/${id}/publish`,
      body: { version: 2 },
      as: owner,
    } as const
    const [clicked] = await Promise.all([site.call(click), ...Array.from({ length: 5 }, () => publishDue(deps(), id))])
    expect(clicked.status).toBe(201)
    const zines = await zinesOf(id)
    expect(zines).toHaveLength(1)
    expect(zines[0].created_at.getTime()).toBeGreaterThan(before - 1_000)
  })

  test('and was changed to a later one at that moment, it is published at the later one', async () => {
    const { id } = await createPublishableDraft(site, owner, 'Later')
    await schedule(id, 1, inMinutes(1))
    await makeDue(id)
    const [later] = await Promise.all([schedule(id, 2, inMinutes(60)), publishDue(deps(), id)])
    expect((await zinesOf(id)).length).toBe(later.status === 200 ? 0 : 1)
  })

  test.each([
    ['has no title', { title: '' }, 'A zine needs a title.'],
    ['has no pages', { title: 'Empty' }, 'A zine needs at least one page.'],
  ])('and it %s, its creator is notified, and the draft stays scheduled', async (_title, content, message) => {
    const { id } = await createDraft(site, owner, content)
    await schedule(id, 1, inMinutes(1))
    await makeDue(id)
    await Promise.all([publishDue(deps(), id), publishDue(deps(), id)])
    expect((await read(id)).body.draft).toMatchObject({ version: 3, publishAt: null, refusal: message })
    const path = `/api/users/${owner.id}/drafts`
    const { body } = await site.call<{ drafts: DraftTicket[] }>({ path, as: owner })
    expect(body.drafts.find((draft) => draft.id === id)).toMatchObject({ refusal: message })
    const { rows } = await site.pool.query(
      `select payload::text as mail from graphile_worker._private_jobs where payload::text like '%not-published%' || $1 || '%'`,
      [id],
    )
    expect(rows).toHaveLength(1)
    expect(rows[0].mail).toContain(message)
    expect((await schedule(id, 3, inMinutes(60))).body.draft.refusal).toBe(null)
  })

  test('and PDF pages arrived after the layout table was closed, it says so; once they are placed, it is published', async () => {
    const { id } = await createPublishableDraft(site, owner, 'Half a booklet')
    const pdf = await addRasterisedPdf(site, owner, { draftId: id })
    await schedule(id, 1, inMinutes(60))
    await makeDue(id)
    await publishDue(deps(), id)
    const { draft } = (await read(id)).body
    expect(draft.refusal).toContain('are not in the layout yet')
    const content = { ...draft.content, placed: { [pdf.id]: 2 } }
    await site.put(`/api/drafts/${id}`, { version: draft.version, content }, owner)
    await schedule(id, draft.version + 1, inMinutes(60))
    await makeDue(id)
    await publishDue(deps(), id)
    expect(await zinesOf(id)).toHaveLength(1)
  })

  test('its creator reads the reason in their language', async () => {
    const ana = await site.signUp()
    await site.pool.query(`update users set language = 'de' where id = $1`, [ana.id])
    const { id } = await createDraft(site, ana)
    await schedule(id, 1, inMinutes(1), ana)
    await makeDue(id)
    await publishDue(deps(), id)
    expect((await site.get(`/api/drafts/${id}`, ana)).body.draft).toMatchObject({
      refusal: 'A zine needs a title.',
      refusalTranslation: 'Ein Zine braucht einen Titel.',
    })
    const { draft } = (await schedule(id, 3, inMinutes(60), ana)).body
    expect([draft.refusal, draft.refusalTranslation]).toEqual([null, null])
  })

  test('after repeated failures, only a few mails are sent', async () => {
    const ana = await site.signUp()
    const { id } = await createDraft(site, ana)
    for (let round = 0; round < 8; round += 1) {
      await schedule(id, 1 + 2 * round, inMinutes(1), ana)
      await makeDue(id)
      await publishDue(deps(), id)
    }
    const { rows } = await site.pool.query(
      `select from graphile_worker._private_jobs where payload::text like '%draft-not-published%' || $1 || '%'`,
      [id],
    )
    expect(rows).toHaveLength(5)
  })

  test('and its account is being removed, nothing appears', async () => {
    const ana = await site.signUp()
    const { id } = await createPublishableDraft(site, ana, 'Leaving')
    await schedule(id, 1, inMinutes(1), ana)
    await makeDue(id)
    await site.pool.query('update users set deleting_at = now() where id = $1', [ana.id])
    await publishDue(deps(), id)
    expect(await zinesOf(id)).toEqual([])
  })

  test('and its job is missing, it is enqueued again', async () => {
    const [late, soon] = [
      await createPublishableDraft(site, owner, 'Late'),
      await createPublishableDraft(site, owner, 'Soon'),
    ]
    for (const { id } of [late, soon]) await schedule(id, 1, inMinutes(60))
    await site.pool.query(`update drafts set publish_at = now() - interval '3 minutes' where id = $1`, [late.id])
    await site.pool.query('select graphile_worker.remove_job($1)', [`publish-draft ${late.id}`])
    await resumeOverduePublishing(site.db)
    const [[runAt = ''], [secondSite = '']] = [await jobsOf(late.id), await jobsOf(soon.id)]
    expect(Date.parse(runAt)).toBeLessThan(Date.now())
    expect(Date.parse(secondSite)).toBeGreaterThan(Date.now() + 59 * minute)
  })
})

test('a running site publishes it automatically', async () => {
  const secondSite = await startTestApp({ jobs: true })
  const member = await secondSite.signUp()
  const { id } = await createPublishableDraft(secondSite, member, 'By itself')
  const body = { version: 1, publishAt: new Date(Date.now() + 500).toISOString() }
  const path = `/api/drafts/${id}/schedule`
  expect((await secondSite.put(path, body, member)).status).toBe(200)
  await expect
    .poll(async () => (await secondSite.call<{ zines: object[] }>({ path: '/api/zines' })).body.zines, {
      timeout: 60_000,
    })
    .toMatchObject([{ title: 'By itself' }])
  await secondSite.close()
})
