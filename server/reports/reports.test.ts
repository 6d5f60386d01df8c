import { beforeEach, describe, expect, test } from 'vitest'
import { inEnglish } from '#contract/in-english.ts'
import { siteReports } from '#contract/limits.ts'
import { reasonLabels } from '#contract/report-reasons.ts'
import type { ModerationEmail } from '#contract/reports.ts'
import { publishOnePage } from '#tests/support/library.ts'
import { withLock } from '#tests/support/locks.ts'
import { callConcurrently, type Member, openTestApp } from '#tests/support/test-app.ts'
import { ensureCapacity } from './create-report.ts'
import { moderationEmailContent, sweepReports } from './reports.jobs.ts'

const site = await openTestApp({
  jobs: true,
  settings: { REPORTS_TO: 'operator@example.org', RATE_LIMITS: 'on' },
})
const maker = await site.signUp('dustymoths')
const reader = await site.signUp('nightbus')

type Report = { zineId?: string; creatorId?: string; reason?: string; words?: string }
type By = { as?: Member; from?: string }
type ResponseBody = { success: true; error: string; code: string; email: ModerationEmail }

let networks = 0
/** A network from which no other test in this file reports. */
const newNetwork = () => `10.9.${Math.floor(++networks / 250)}.${networks % 250}`

const post = (path: string, body: object, by: By = { from: newNetwork() }) =>
  site.call<ResponseBody>({ method: 'POST', path: `/api/reports${path}`, body, ...by })
const report = (body: Report, by?: By) => post('', { reason: 'hurts', ...body }, by)
const readEmail = (token: string) => post('/email', { token })
const decide = (token: string, act: string, reason = 'It names people who did not agree.') =>
  post('/email/decide', { token, act, reason })

const rowsOf = (id: string) =>
  site.sql(
    `select reason, words, reporter_id, network, resolution, resolved_at from reports
     where zine_id = $1 or (zine_id is null and creator_id = $1) order by id`,
    id,
  )

const moderationEmailsAbout = async (id: string) => (await site.outbox()).filter(({ text }) => text.includes(`/${id}`))

async function moderationEmailAbout(id: string) {
  await expect.poll(() => moderationEmailsAbout(id)).toHaveLength(1)
  const [email] = await moderationEmailsAbout(id)
  const links = email?.links.filter((link) => link.includes('/moderate#')) ?? []
  const token = new URLSearchParams(new URL(links[0] ?? '').hash.slice(1)).get('token') ?? ''
  return { ...email, links, token, text: email?.text ?? '' }
}

async function reportedZine(title: string) {
  const zine = await publishOnePage(site, maker, title)
  await report({ zineId: zine.id, words: `About ${title}` })
  const { token } = await moderationEmailAbout(zine.id)
  return { zine, token }
}

const isVisible = async (zineId: string) => (await site.get(`/api/zines/${zineId}`)).status === 200

const expire = (zineId: string) =>
  site.sql(
    `update moderation_emails set expires_at = now() - interval '1 second', day = day - 14 where zine_id = $1`,
    zineId,
  )
const linkExpired = { status: 400, body: { code: 'link_expired' } }

describe('reporting', () => {
  test('a guest and a member report a zine, and the operator gets one email about it', async () => {
    const { id: zineId } = await publishOnePage(site, maker, 'Rain on the Roof')
    const words = 'My street is in it. See http://example.com/mine'
    expect(await report({ zineId, reason: 'private', words })).toMatchObject({
      status: 202,
      body: { success: true },
    })
    expect(await report({ zineId, reason: 'spam' }, { as: reader })).toMatchObject({ status: 202 })
    expect(await rowsOf(zineId)).toMatchObject([
      { reason: 'private', words, reporter_id: null, network: expect.stringMatching(/^[0-9a-f]{32}$/) },
      { reason: 'spam', words: '', reporter_id: reader.id, network: null },
    ])
    const { to, subject, text, links } = await moderationEmailAbout(zineId)
    expect([to, subject]).toEqual(['operator@example.org', 'Reported on Foldout: “Rain on the Roof”'])
    expect(links.map((link) => new URLSearchParams(new URL(link).hash.slice(1)).get('type'))).toEqual([
      'hide',
      'keep',
      'remove',
    ])
    expect(text).toContain('Rain on the Roof')
    expect(text).toContain(inEnglish(reasonLabels.private))
    // The reporter's words are on the page, not in the email.
    expect(text).not.toContain('example.com')
  })

  test('the email names every reason, and how often it was given', () => {
    const factsFor = (...reasons: { reason: 'spam' | 'private'; count: number }[]) => {
      const creator = { id: maker.id, username: maker.username }
      const details = { zine: { id: maker.id, title: 'Rain' }, creator, reasons, expiresAt: new Date() }
      return moderationEmailContent(details, { publicUrl: '', token: '' }).facts
    }
    const spam = { reason: 'spam', count: 1 } as const
    expect(factsFor(spam)).toContainEqual(['Reason', inEnglish(reasonLabels.spam)])
    expect(factsFor({ ...spam, count: 2 }, { reason: 'private', count: 1 })).toContainEqual([
      'Reasons',
      `${inEnglish(reasonLabels.spam)} (2 times) · ${inEnglish(reasonLabels.private)}`,
    ])
  })

  test('a missing content note is a reason, and so is something else, which needs words', async () => {
    const { id: zineId } = await publishOnePage(site, maker, 'Needles')
    for (const words of ['', ' \u2800'])
      expect(await report({ zineId, reason: 'other', words })).toMatchObject({
        status: 400,
        body: { error: 'Please describe what is wrong.', code: 'invalid_request' },
      })
    expect(await report({ zineId, reason: 'no_content_note' })).toMatchObject({ status: 202 })
    expect(await report({ zineId, reason: 'other', words: 'It is empty.' })).toMatchObject({ status: 202 })
    const { text, token } = await moderationEmailAbout(zineId)
    expect(text).toContain(inEnglish(reasonLabels.no_content_note))
    expect((await readEmail(token)).body.email.reports).toMatchObject([
      { reason: 'other', words: 'It is empty.' },
      { reason: 'no_content_note', words: '' },
    ])
  })

  test('a thousand reports by one address are one report and one email', { timeout: 180_000 }, async () => {
    const { id: zineId } = await publishOnePage(site, maker, 'Much Said')
    const from = newNetwork()
    const responses = await callConcurrently(1000, () => report({ zineId }, { from }))
    const statuses = Map.groupBy(responses, ({ status }) => status)
    expect([statuses.get(202)?.length, statuses.get(429)?.length]).toEqual([60, 940])
    expect(await rowsOf(zineId)).toHaveLength(1)
    await moderationEmailAbout(zineId)
    const emails = await site.sql('select from moderation_emails where zine_id = $1', zineId)
    expect(emails).toHaveLength(1)
  })

  test('many concurrent reports of one target are stored separately and send one email', async () => {
    const { creatorId, id: zineId } = await publishOnePage(site, maker, 'Said by Many')
    const responses = await callConcurrently(20, () => report({ zineId }))
    expect(responses.every(({ status }) => status === 202)).toBe(true)
    expect(await rowsOf(zineId)).toHaveLength(20)
    const text = 'select from moderation_emails where zine_id = $1 and creator_id = $2'
    expect(await site.sql(text, zineId, creatorId)).toHaveLength(1)
  })

  test('undecided reports do not slow readers down', async () => {
    const { id: zineId } = await publishOnePage(site, maker, 'Being Decided')
    const lock = `select from zines where id = '${zineId}' for update`
    const { reports } = await withLock(site, lock, async () => {
      let finished = 0
      const reports = Array.from({ length: 100 }, () => report({ zineId }).finally(() => finished++))
      for (let times = 0; times < 20; times++) {
        const read = await site.get(`/api/zines/${zineId}`)
        expect([read.status, finished]).toEqual([200, 0])
      }
      return { reports }
    })
    expect(new Set((await Promise.all(reports)).map(({ status }) => status))).toEqual(new Set([202]))
  })

  test('after 200 reports, further reporters get the same response, and nothing is added', async () => {
    const { id: zineId } = await publishOnePage(site, maker, 'Said Enough')
    await site.sql(
      `insert into reports (zine_id, creator_id, title, reason, once)
       select $1, $2, 'Said Enough', 'spam', 'enough' || n from generate_series(1, 200) n`,
      zineId,
      maker.id,
    )
    expect(await report({ zineId })).toMatchObject({ status: 202 })
    expect(await rowsOf(zineId)).toHaveLength(200)
  })

  test('a creator can be reported, apart from their zines', async () => {
    const { id: zineId } = await publishOnePage(site, reader, 'Beside It')
    await report({ creatorId: reader.id, reason: 'spam' })
    await report({ zineId, reason: 'hurts' })
    expect(await rowsOf(reader.id)).toMatchObject([{ reason: 'spam' }])
    expect((await moderationEmailAbout(reader.id)).text).toContain('Suspend')
  })

  test('members cannot report themselves, or anything that visitors cannot see', async () => {
    const { id: zineId } = await publishOnePage(site, maker, 'My Own')
    const expectedError = { status: 400, body: { code: 'invalid_request' } }
    for (const body of [{ zineId }, { creatorId: maker.id }])
      expect(await report(body, { as: maker })).toMatchObject(expectedError)
    await site.sql('delete from zine_stats where zine_id = $1', zineId)
    const unknownId = '01a1fc0a-7117-7285-b635-c994aaf5edeb'
    for (const body of [{ zineId }, { zineId: unknownId }, { creatorId: unknownId }])
      expect(await report(body)).toMatchObject({ status: 404, body: { code: 'not_found' } })
    expect(await rowsOf(zineId)).toEqual([])
  })

  test('a member who waits for approval counts as a guest', async () => {
    const { id: zineId } = await publishOnePage(site, maker, 'Seen While Waiting')
    const waitingMember = await site.signUp()
    await site.sql('update users set awaiting_since = now() where id = $1', waitingMember.id)
    await report({ zineId }, { as: waitingMember })
    expect(await rowsOf(zineId)).toMatchObject([{ reporter_id: null, network: expect.any(String) }])
  })

  test.each([
    ['about nothing', {}],
    ['about two things', { zineId: crypto.randomUUID(), creatorId: crypto.randomUUID() }],
    ['without a reason of ours', { zineId: crypto.randomUUID(), reason: 'ugly' }],
    ['too long', { zineId: crypto.randomUUID(), words: 'x'.repeat(1001) }],
  ])('a report %s is rejected', async (_title, body) => {
    expect(await report(body)).toMatchObject({ status: 400, body: { code: 'invalid_request' } })
  })
})

describe('when the report limit is reached', () => {
  beforeEach(() => site.sql('delete from reports'))

  let reportCount = 0
  /** Adds a report from a network, about a deleted zine with this title. */
  const insertReport = (network: string, title: string) =>
    site.sql(
      `insert into reports (creator_id, title, network, reason, once, reported_at)
       values ($1, $2, $3, 'spam', $4::text, now() + make_interval(secs => $4::text::int))`,
      maker.id,
      title,
      network,
      ++reportCount,
    )
  const remainingReports = async () => {
    const text = `select network || ' about ' || title as report from reports order by reported_at`
    return (await site.sql(text)).map((row) => row.report)
  }
  const hasCapacity = () => ensureCapacity(site.db, { max: 10 })

  test('the most active reporters and repeated reports are dropped first; a new reporter of a new target is always accepted', async () => {
    for (const target of ['1', '2', '3', '4', '5', '6']) await insertReport('loud', target)
    for (const network of ['one', 'two', 'three']) await insertReport(network, 'known')
    await insertReport('honest', 'new')
    for (const newReporter of ['a', 'b', 'c', 'd', 'e', 'f', 'g']) {
      expect(await hasCapacity(), newReporter).toBe(true)
      await insertReport(newReporter, `thing of ${newReporter}`)
    }
    const firstReports = [...'abcdefg'].map((newReporter) => `${newReporter} about thing of ${newReporter}`)
    expect(await remainingReports()).toEqual(['loud about 1', 'one about known', 'honest about new', ...firstReports])
    expect(await hasCapacity()).toBe(false)
    await site.sql(`update reports set resolved_at = now() where network = 'honest'`)
    expect(await hasCapacity()).toBe(true)
    expect(await remainingReports()).toEqual(['loud about 1', 'one about known', ...firstReports])
  })

  test('many concurrent reports are all accepted, and decisions in progress are preserved', async () => {
    for (let target = 1; target <= 40; target++) await insertReport('loud', String(target))
    const rooms = await withLock(site, `select from reports where title = '40' for update`, () =>
      callConcurrently(8, () => ensureCapacity(site.db, { max: 40 })),
    )
    expect(rooms).toEqual(Array(8).fill(true))
    expect((await remainingReports()).slice(-2)).toEqual(['loud about 38', 'loud about 40'])
  })

  test('the next reporter is asked to wait, and is accepted after a decision', async () => {
    // PostgreSQL has no statistics yet about so many reports.
    await site.sql('analyze reports')
    await site.sql(
      `insert into reports (creator_id, title, network, reason, once)
       select $1, 'Thing ' || n, 'network ' || n, 'spam', n from generate_series(1, $2::int) n`,
      maker.id,
      siteReports,
    )
    const error = expect.stringMatching(/^There are too many open reports/)
    const full = { status: 507, body: { code: 'storage_full', error } }
    expect(await report({ creatorId: maker.id })).toMatchObject(full)
    await site.sql(`update reports set resolved_at = now() where title = 'Thing 7'`)
    expect(await report({ creatorId: maker.id })).toMatchObject({ status: 202 })
    expect(await site.sql('select from reports')).toHaveLength(siteReports)
    await site.sql('delete from reports')
  })
})

describe('deciding by email', () => {
  test('it shows the target and the reports, as often as it is opened', async () => {
    const { zine, token } = await reportedZine('To Be Looked At')
    await report({ zineId: zine.id, reason: 'unlawful' }, { as: reader })
    for (let times = 0; times < 2; times++) {
      const { email } = (await readEmail(token)).body
      expect(email).toMatchObject({
        creator: { id: maker.id, username: 'dustymoths' },
        zine: { id: zine.id, title: 'To Be Looked At', pageCount: 1 },
        reports: [
          { reason: 'unlawful', words: '', byMember: true },
          { reason: 'hurts', words: 'About To Be Looked At', byMember: false },
        ],
      })
    }
    expect(await isVisible(zine.id)).toBe(true)
  })

  test('a zine is hidden with a reason, which resolves all its reports', async () => {
    const { zine, token } = await reportedZine('To Be Hidden')
    expect(await decide(token, 'hide', ' ')).toMatchObject({
      status: 400,
      body: { code: 'invalid_request', error: 'Please give a reason. The creator will see it.' },
    })
    expect(await isVisible(zine.id)).toBe(true)
    expect(await decide(token, 'hide')).toMatchObject({ status: 200, body: { success: true } })
    expect(await isVisible(zine.id)).toBe(false)
    expect(await rowsOf(zine.id)).toMatchObject([{ resolution: 'hidden', resolved_at: expect.any(Date) }])
    const rows = await site.sql('select act, reason from decisions where zine_id = $1', zine.id)
    expect(rows).toEqual([{ act: 'zine hidden', reason: 'It names people who did not agree.' }])
    const audited = await site.sql('select actor from audit_log where subject = $1', `zine ${zine.id}`)
    expect(audited).toEqual([{ actor: 'email' }])
  })

  test.each(['hide', 'keep', 'remove'])('after “%s” none of the three links does anything', async (act) => {
    const { zine, token } = await reportedZine(`Decided: ${act}`)
    expect(await decide(token, act)).toMatchObject({ status: 200 })
    const isStillVisible = await isVisible(zine.id)
    for (const other of ['hide', 'keep', 'remove']) expect(await decide(token, other)).toMatchObject(linkExpired)
    expect(await readEmail(token)).toMatchObject(linkExpired)
    expect(await isVisible(zine.id)).toBe(isStillVisible)
    expect(isStillVisible).toBe(act === 'keep')
  })

  test('links that are forged, of nothing, or too old do nothing', async () => {
    const { zine, token } = await reportedZine('Still There')
    const forged = `${token.slice(0, -2)}${token.endsWith('AA') ? 'BB' : 'AA'}`
    for (const invalidToken of [forged, '', 'x', 'A'.repeat(43), `${token}A`, "'--"])
      for (const response of [await readEmail(invalidToken), await decide(invalidToken, 'remove')])
        expect(response).toMatchObject(linkExpired)
    await expire(zine.id)
    expect(await readEmail(token)).toMatchObject(linkExpired)
    expect(await decide(token, 'remove')).toMatchObject(linkExpired)
    expect(await isVisible(zine.id)).toBe(true)
  })

  test('of many concurrent uses of the links, one decides', async () => {
    const { zine, token } = await reportedZine('Decided at Once')
    const actions = ['hide', 'keep', 'remove', 'hide', 'keep', 'remove', 'hide', 'keep', 'remove']
    const responses = await Promise.all(actions.map((act) => decide(token, act)))
    expect(responses.map(({ status }) => status).sort()).toEqual([200, ...Array(8).fill(400)])
    const act = actions[responses.findIndex(({ status }) => status === 200)]
    expect(await isVisible(zine.id)).toBe(act === 'keep')
  })

  test('deciding works while the creator deletes the zine and others report it', async () => {
    for (const act of ['hide', 'keep', 'remove']) {
      const { zine, token } = await reportedZine(`Deleted Meanwhile: ${act}`)
      const path = `/api/zines/${zine.id}`
      const [decided, deleted, ...reported] = await Promise.all([
        decide(token, act),
        site.delete(path, maker, {}),
        ...Array.from({ length: 5 }, () => report({ zineId: zine.id })),
      ])
      expect([200, 400]).toContain(decided.status)
      expect([200, 404]).toContain(deleted.status)
      for (const { status } of reported) expect([202, 404]).toContain(status)
      expect(await isVisible(zine.id)).toBe(false)
    }
  })

  test('a creator is suspended, kept or removed', async () => {
    for (const act of ['hide', 'keep', 'remove']) {
      const member = await site.signUp()
      await report({ creatorId: member.id })
      const { token } = await moderationEmailAbout(member.id)
      expect(await decide(token, act)).toMatchObject({ status: 200 })
      const rows = await site.sql('select suspended_at from users where id = $1', member.id)
      expect(rows[0]?.suspended_at).toEqual({ hide: expect.any(Date), keep: null, remove: undefined }[act])
      expect(await decide(token, 'keep')).toMatchObject(linkExpired)
    }
  })
})

describe('the sweep', () => {
  const sweep = () => sweepReports({ db: site.db, config: site.config })
  const backdate = (id: string, days: number) =>
    site.sql(
      `update reports set reported_at = reported_at - make_interval(days => $2),
         resolved_at = resolved_at - make_interval(days => $2) where zine_id = $1`,
      id,
      days,
    )

  test('decided reports are deleted after half a year, and undecided ones after a year', async () => {
    const decided = await reportedZine('Decided Long Ago')
    await decide(decided.token, 'keep', '')
    const open = await reportedZine('Open for Long')
    for (const [days, left] of [
      [179, 1],
      [2, 0],
    ] as const) {
      await backdate(decided.zine.id, days)
      await sweep()
      expect(await rowsOf(decided.zine.id)).toHaveLength(left)
    }
    await backdate(open.zine.id, 364)
    await sweep()
    expect(await rowsOf(open.zine.id)).toHaveLength(1)
    await backdate(open.zine.id, 2)
    await sweep()
    expect(await rowsOf(open.zine.id)).toHaveLength(0)
  })

  test('an open report whose links have expired is emailed again', async () => {
    const { zine } = await reportedZine('Waits')
    await sweep()
    expect(await moderationEmailsAbout(zine.id)).toHaveLength(1)
    await expire(zine.id)
    await sweep()
    await expect.poll(() => moderationEmailsAbout(zine.id)).toHaveLength(2)
  })

  test('a few clients with a hundred reports a day do not suppress emails about other reports', async () => {
    const flooded = await publishOnePage(site, maker, 'One of a hundred')
    const reported = await publishOnePage(site, maker, 'Reported after them')
    await site.sql(
      `with flood as (
         insert into zines (creator_id, title, aspect_ratio, page_count)
         select $1, 'Flood', '4:5', 1 from generate_series(1, 100) returning id)
       insert into moderation_emails (creator_id, zine_id) select $1, id from flood`,
      maker.id,
    )
    await report({ zineId: flooded.id })
    await report({ zineId: reported.id })
    const emailedToday = async () => {
      const text = `select zine_id from moderation_emails where day = current_date and zine_id = any($1) order by id`
      const rows = await site.sql(text, [flooded.id, reported.id])
      return rows.map(({ zine_id }) => zine_id)
    }
    expect(await emailedToday()).toEqual([])
    await site.sql(
      `insert into moderation_emails (creator_id, zine_id, day, expires_at)
       values ($1, $2, current_date - 15, now() - interval '1 day')`,
      maker.id,
      flooded.id,
    )
    await sweep()
    expect(await emailedToday()).toEqual([reported.id, flooded.id])
    await site.sql(`delete from zines where title = 'Flood'`)
  })

  test('reports of a zine that its creator deleted need no decision', async () => {
    const { zine } = await reportedZine('Deleted')
    await site.delete(`/api/zines/${zine.id}`, maker, {})
    await sweep()
    const rows = await site.sql(`select resolution from reports where title = 'Deleted'`)
    expect(rows).toEqual([{ resolution: 'removed' }])
  })
})
