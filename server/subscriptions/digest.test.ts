import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { blockCreator } from '#server/blocks/blocks.queries.ts'
import { operatorActions } from '#server/moderation/moderation.testing.ts'
import { confirmEmail } from '#tests/support/account.ts'
import { addMedia, publishOnePage, publishZine } from '#tests/support/library.ts'
import { startMailbox } from '#tests/support/mailbox.ts'
import { callConcurrently, type Member, openTestApp } from '#tests/support/test-app.ts'
import { enqueueDigests } from './digest.jobs.ts'

const here = 'https://zines.example'
const mailbox = await startMailbox()
afterAll(() => mailbox.close())
const settings = { PUBLIC_URL: here, SMTP_URL: mailbox.url, CONFIRM_BEFORE_PUBLISHING: 'off' }
const site = await openTestApp({ jobs: true, settings })
const { hide, suspend, restoreMember } = operatorActions(site)
const maker = await site.signUp('lowvoltage')

beforeEach(async () => {
  await site.sql('delete from subscriptions')
  await site.sql('delete from zines')
  await waitForJobs()
  mailbox.mails.length = 0
})

/** A confirmed member who follows the maker and chose a digest. */
async function subscriber(digest = 'weekly', creator = maker) {
  const member = await site.signUp()
  await confirmEmail(site, member)
  await site.post('/api/favorites/creators', { creatorId: creator.id }, member)
  await choose(member, digest)
  return member
}

const choose = (member: Member, digest: string, as = member) =>
  site.put(`/api/users/${member.id}/digest`, { digest }, as)

/** Simulates that the member chose the digest a week ago. */
const makeDue = (member?: Member) =>
  site.sql(
    `update subscriptions set digest_due_at = now() - interval '1 minute', digest_until = now() - interval '7 days'
     where digest <> 'off' and ($1::uuid is null or user_id = $1)`,
    member?.id ?? null,
  )

/** The digest leaves out zines that are a few minutes old. */
async function publish(title: string, zine: Record<string, unknown> = {}, as = maker) {
  const { id } = await publishZine(site, as, { title, mediaFiles: await addMedia(site, as, ['image']), ...zine })
  await age(id)
  return id
}
const age = (id: string) => site.sql(`update zines set created_at = now() - interval '1 hour' where id = $1`, id)

const waitForJobs = () =>
  vi.waitFor(
    async () => {
      const jobs = await site.sql(`select from graphile_worker.jobs where task_identifier ~ 'digest|account-mail'`)
      expect(jobs).toHaveLength(0)
    },
    { timeout: 60_000, interval: 50 },
  )

const enqueueDue = (limit?: number) => site.db.transaction().execute((tx) => enqueueDigests(tx, limit))

async function sendDue() {
  await enqueueDue()
  await waitForJobs()
  return mailbox.mails.filter(({ subject }) => subject.includes('by creators you follow'))
}

describe('a digest', () => {
  test('shows the new zines of followed creators, as text and HTML, and can be ended with one click', async () => {
    const reader = await subscriber()
    const id = await publish('Moth Radio')
    await publish('Not followed', {}, await site.signUp())
    await makeDue()
    const [mail, ...others] = await sendDue()
    expect(others).toEqual([])
    expect(mail).toMatchObject({ to: reader.email, subject: '1 new zine by creators you follow' })
    expect(mail?.text).toContain(`“Moth Radio”\nby “lowvoltage”\n${here}/zine/${id}`)
    expect(mail?.html).toMatch(/<img [^>]*src="https:\/\/zines\.example\/media\/[0-9a-f]{32}-400\.webp" alt="[^"]+"/)
    expect(mail?.html).toContain(`href="${here}/zine/${id}"`)
    expect(`${mail?.text}${mail?.html}`).not.toMatch(/Not followed|utm_|width="1"/)
    expect(mail?.headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click')
    expect(mail?.headers['list-unsubscribe']).toMatch(
      /^<https:\/\/zines\.example\/api\/digest\/unsubscribe\?token=[\w-]{43}>$/,
    )
  })

  test('is sent only when something is new', async () => {
    await subscriber()
    await publish('Seen before')
    await makeDue()
    expect(await sendDue()).toHaveLength(1)
    await site.sql(`update subscriptions set digest_due_at = now()`)
    expect(await sendDue()).toHaveLength(1)
    await publishOnePage(site, maker, 'Just published')
    await site.sql(`update subscriptions set digest_due_at = now()`)
    expect(await sendDue()).toHaveLength(1)
  })

  test('lists twelve zines and counts the others', async () => {
    await subscriber()
    for (let n = 1; n <= 14; n++) await publish(`Issue ${n}`)
    await makeDue()
    const [mail] = await sendDue()
    expect(mail?.subject).toBe('14 new zines by creators you follow')
    expect(mail?.text.match(/“Issue \d+”/g)).toHaveLength(12)
    expect(mail?.text).toContain('And 2 more.')
    expect(mail?.html).toContain('And 2 more.')
  })

  test('shows no covered cover and says why', async () => {
    await subscriber()
    await publish('Needles', { contentNote: { text: 'Blood. www.evil.example', coversPages: true } })
    const mediaFiles = (await addMedia(site, maker, ['image'])).map((url) => ({ url, contentNote: 'A wound' }))
    await publish('Bandages', { mediaFiles })
    await publish('Tears', { contentNote: { text: 'Sad', coversPages: false } })
    await makeDue()
    const [mail] = await sendDue()
    expect(mail?.text).toContain('Content note: “Blood. www[.]evil[.]example”. The cover is not shown.')
    expect(mail?.text).toContain('Content note: “A wound”. The cover is not shown.')
    expect(mail?.text).toContain('Content note: “Sad”.\n')
    expect(mail?.html.match(/<img /g)).toHaveLength(1)
    expect(mail?.html.match(/Cover not shown/g)).toHaveLength(2)
  })

  test('omits what the member blocked, hid or avoids, and what a moderator hid', async () => {
    const reader = await subscriber()
    const blocked = await site.signUp()
    const suspended = await site.signUp()
    for (const creator of [blocked, suspended])
      await site.post('/api/favorites/creators', { creatorId: creator.id }, reader)
    await publish('By a blocked creator', {}, blocked)
    await publish('By a suspended creator', {}, suspended)
    const unwanted = await publish('Unwanted')
    const hidden = await publish('Hidden by a moderator')
    await publish('With a note', { contentNote: { text: 'Sad', coversPages: false } })
    await publish('Shown')
    await site.db.transaction().execute((tx) => blockCreator(tx, { memberId: blocked.id, creatorId: reader.id }))
    await site.put(`/api/users/${reader.id}/unwanted-zines/${unwanted}`, undefined, reader)
    await site.put(`/api/users/${reader.id}/content-notes`, { choice: 'never' }, reader)
    await hide(hidden)
    await suspend(suspended.id)
    await makeDue()
    const [mail] = await sendDue()
    expect(mail?.subject).toBe('1 new zine by creators you follow')
    expect(mail?.text).toContain('“Shown”')
    await restoreMember(suspended.id)
  })

  test.each([
    ['unconfirmed', 'email_verified = false'],
    ['suspended', 'suspended_at = now()'],
    ['waiting', 'awaiting_since = now()'],
    ['being deleted', 'deleting_at = now()'],
  ])('is not sent to a member who is %s, before and after it was enqueued', async (_state, change) => {
    const [before, after] = [await subscriber(), await subscriber()]
    await publish('New')
    await site.sql(`update users set ${change} where id = $1`, before.id)
    await makeDue()
    await site.db.transaction().execute(async (tx) => {
      expect(await enqueueDigests(tx)).toBe(2)
      await sql`update users set ${sql.raw(change)} where id = ${after.id}`.execute(tx)
    })
    expect(await sendDue()).toEqual([])
    await site.sql('delete from users where id in ($1, $2)', before.id, after.id)
  })

  test('is enqueued once by several processes, and again after one that was killed', async () => {
    const readers = await callConcurrently(5, () => subscriber('daily'))
    await publish('New')
    await makeDue()
    const failed = site.db.transaction().execute(async (tx) => {
      expect(await enqueueDigests(tx)).toBe(5)
      throw new Error('killed')
    })
    await expect(failed).rejects.toThrow('killed')
    const counts = await callConcurrently(3, () => enqueueDue(2))
    expect(counts.reduce((total, count) => total + count, 0)).toBeLessThanOrEqual(5)
    const mails = await sendDue()
    expect(mails.map(({ to }) => to).sort()).toEqual(readers.map(({ email }) => email).sort())
  })

  test('keeps its time of day, and a long downtime leads to one digest', async () => {
    const [regular, late] = [await subscriber('weekly'), await subscriber('daily')]
    const dueAt = async ({ id }: Member) => {
      const [row] = await site.sql(
        'select extract(epoch from digest_due_at - now()) / 3600 as h from subscriptions where user_id = $1',
        id,
      )
      return Math.round(Number(row.h) * 10) / 10
    }
    await site.sql(
      `update subscriptions set digest_due_at = now() - interval '30 minutes' where user_id = $1`,
      regular.id,
    )
    await site.sql(`update subscriptions set digest_due_at = now() - interval '9 days' where user_id = $1`, late.id)
    expect(await enqueueDue()).toBe(2)
    expect(await enqueueDue()).toBe(0)
    expect([await dueAt(regular), await dueAt(late)]).toEqual([7 * 24 - 0.5, 23])
  })

  test('is retried with the same Message-ID', async () => {
    await subscriber()
    await publish('New')
    await makeDue()
    await waitForJobs()
    mailbox.mails.length = 0
    mailbox.disconnectAfterData(1)
    await enqueueDue()
    await vi.waitFor(() => expect(mailbox.mails).toHaveLength(1), { timeout: 60_000 })
    await vi.waitFor(
      async () => {
        await site.sql(`select graphile_worker.reschedule_jobs(array_agg(id), run_at => now()) from graphile_worker.jobs
          where task_identifier = 'send-digest' and attempts > 0 and locked_at is null having count(*) > 0`)
        expect(mailbox.mails).toHaveLength(2)
      },
      { timeout: 60_000, interval: 100 },
    )
    expect(new Set(mailbox.mails.map(({ messageId }) => messageId)).size).toBe(1)
    await waitForJobs()
  })
})

test('the choice of a digest is the member’s own, is kept and is validated', async () => {
  const reader = await site.signUp()
  const path = `/api/users/${reader.id}/subscriptions`
  expect((await site.get(path, reader)).body).toEqual({ digest: 'off', canSendDigest: true, hasFeed: false })
  expect((await choose(reader, 'daily')).status).toBe(200)
  expect((await choose(reader, 'hourly')).body).toMatchObject({
    error: 'The digest must be one of off, weekly, daily.',
  })
  for (const stranger of [maker, undefined]) {
    const request = {
      method: 'PUT',
      path: `/api/users/${reader.id}/digest`,
      body: { digest: 'off' },
      as: stranger,
    } as const
    expect((await site.call(request)).status).toBe(stranger ? 403 : 401)
    expect((await site.get(path, stranger)).status).toBe(stranger ? 403 : 401)
  }
  expect((await site.get(path, reader)).body).toMatchObject({ digest: 'daily' })
  await callConcurrently(4, (n) => choose(reader, n % 2 ? 'weekly' : 'daily'))
  expect(await site.sql('select from subscriptions where user_id = $1', reader.id)).toHaveLength(1)
})

test('a site without a mail server offers no digest', async () => {
  const silent = await openTestApp({ settings: { PUBLIC_URL: here } })
  const reader = await silent.signUp()
  expect((await silent.get(`/api/users/${reader.id}/subscriptions`, reader)).body).toMatchObject({
    canSendDigest: false,
  })
  const refused = await silent.put(`/api/users/${reader.id}/digest`, { digest: 'daily' }, reader)
  expect(refused).toMatchObject({ status: 501, body: { error: 'This site does not send email.' } })
  expect((await silent.put(`/api/users/${reader.id}/digest`, { digest: 'off' }, reader)).status).toBe(200)
})

describe('the link to unsubscribe', () => {
  async function tokenOf(member: Member) {
    const [row] = await site.sql('select unsubscribe_token as token from subscriptions where user_id = $1', member.id)
    return row.token as string
  }
  const address = (token: string) => `/api/digest/unsubscribe?token=${token}`
  const digestOf = async (member: Member) =>
    (await site.get<{ digest: string }>(`/api/users/${member.id}/subscriptions`, member)).body.digest

  test.each([
    ['application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
    [
      'multipart/form-data; boundary=b',
      '--b\r\ncontent-disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n',
    ],
  ])('works as a POST of a mail program without a session, from any origin, as %s', async (type, payload) => {
    const [reader, other] = [await subscriber(), await subscriber()]
    const token = await tokenOf(reader)
    const crossSite = { origin: 'https://mail.example', 'sec-fetch-site': 'cross-site' }
    const request = {
      method: 'POST',
      url: address(token),
      headers: { ...crossSite, 'content-type': type },
      payload,
    } as const
    for (let n = 0; n < 2; n++) expect((await site.app.inject(request)).statusCode).toBe(200)
    expect([await digestOf(reader), await digestOf(other)]).toEqual(['off', 'weekly'])
    await choose(reader, 'daily')
    expect(await tokenOf(reader)).toBe(token)
  })

  test('does nothing when it is only opened, and leads to a page', async () => {
    const reader = await subscriber()
    const token = await tokenOf(reader)
    for (const method of ['GET', 'HEAD'] as const) {
      const opened = await site.call({ method, path: address(token) })
      expect(opened).toMatchObject({ status: 303, headers: { location: `/unsubscribe#token=${token}` } })
    }
    expect(await digestOf(reader)).toBe('weekly')
  })

  test('with an unknown or malformed token says so', async () => {
    const unknown = await site.post(address('A'.repeat(43)))
    expect(unknown).toMatchObject({ status: 400, body: { code: 'link_expired', error: 'This link is not valid.' } })
    for (const token of ['', 'short', `${'A'.repeat(42)}'`]) expect((await site.post(address(token))).status).toBe(400)
  })

  test('is the only write that other sites may send', async () => {
    const reader = await subscriber()
    const headers = { 'sec-fetch-site': 'cross-site' }
    const request = {
      method: 'PUT',
      path: `/api/users/${reader.id}/digest`,
      body: { digest: 'daily' },
      as: reader,
      headers,
    } as const
    expect((await site.call(request)).body).toMatchObject({ code: 'foreign_origin' })
    expect(await digestOf(reader)).toBe('weekly')
  })
})
