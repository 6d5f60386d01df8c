import { afterAll, beforeEach, expect, test } from 'vitest'
import { auditDays } from '#contract/limits.ts'
import { withLock } from '#tests/support/locks.ts'
import { startTestApp } from '#tests/support/test-app.ts'
import { type AuditEntry, listAudit, recordAction, sweepAudit } from './audit.queries.ts'
import { AuditLog, shortenedNetwork } from './audit-log.ts'

const site = await startTestApp()
const ana = await site.signUp('Ana')
await site.audit.flush()
afterAll(() => site.close())
beforeEach(() => site.pool.query('truncate audit_log'))

const signIn = (password: string, { email = ana.email, from = '203.0.113.77' } = {}) =>
  site.call({ method: 'POST', path: '/api/auth/sign-in/email', body: { email, password }, from })

async function written() {
  await site.audit.flush()
  return (await listAudit(site.db)).reverse()
}

test('changes to sign-in methods are logged with the member and an approximate network', async () => {
  await signIn(ana.password)
  await signIn('not the one')
  await signIn('not the one', { email: 'nobody@example.org', from: '2001:db8:a:b::7' })
  const newEmail = 'ana.elsewhere@example.org'
  await site.call({
    method: 'POST',
    path: '/api/auth/admin-update-email',
    body: { newEmail },
    as: ana,
    from: '::ffff:198.51.100.9',
  })
  ana.email = newEmail
  const entries = await written()
  expect(
    entries.map(({ act, outcome, actor, memberId, username, network, detail, times }) => [
      [act, outcome, actor, times].join(' '),
      memberId,
      username,
      network,
      detail,
    ]),
  ).toEqual([
    ['sign-in done member 1', ana.id, 'Ana', '203.0.113.0/24', { factor: 'password' }],
    ['sign-in refused guest 1', ana.id, 'Ana', '203.0.113.0/24', { factor: 'password', code: 'not_signed_in' }],
    ['sign-in refused guest 1', null, null, '2001:db8:a::/48', { factor: 'password', code: 'not_signed_in' }],
    ['email-change done member 1', ana.id, 'Ana', '198.51.100.0/24', {}],
  ])
  const { rows } = await site.pool.query('select array_agg(audit_log)::text as text from audit_log')
  expect(rows[0].text).not.toMatch(/ana|example|nobody|203\.0\.113\.77|198\.51\.100\.9|a:b/i)
})

test('reading is not logged, and rejected clients are not named', async () => {
  await site.call({ path: '/api/auth/user', as: ana })
  const limited = await startTestApp({ settings: { RATE_LIMITS: 'on' } })
  const { id, email } = await limited.signUp('Bea')
  const body = { email, password: 'not the one' }
  for (let attempts = 0; attempts < 12; attempts += 1)
    await limited.call({ method: 'POST', path: '/api/auth/sign-in/email', body })
  await limited.audit.flush()
  const entries = await listAudit(limited.db, { act: 'sign-in' })
  expect(entries.map(({ memberId, detail, times }) => [memberId, detail, times])).toEqual([
    [null, { factor: 'password', code: 'proof_needed' }, 2],
    [id, { factor: 'password', code: 'not_signed_in' }, 10],
  ])
  await limited.close()
  expect(await written()).toEqual([])
})

test('repeating an action within the hour adds to one row, also from another process', async () => {
  const otherLog = new AuditLog({ db: site.db, log: site.app.log })
  const entry = { actor: 'guest', act: 'sign-in', outcome: 'refused', network: '192.0.2.0/24' } as const
  for (const log of [site.audit, otherLog, otherLog]) log.record(entry)
  await Promise.all([site.audit.flush(), otherLog.flush()])
  site.audit.record(entry)
  const [row, ...others] = await written()
  expect([row?.times, others]).toEqual([4, []])
  expect(row?.since.getTime()).toBeLessThanOrEqual(row?.at.getTime() ?? 0)
})

test('a flood from many networks becomes few rows, without losing members’ actions', async () => {
  const log = new AuditLog({ db: site.db, log: site.app.log }, { maxAnonymousPerMinute: 20, now: () => 0 })
  const idOf = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
  for (let n = 0; n < 3_000; n += 1) {
    const network = `10.${n >> 8}.${n & 255}.0/24`
    log.record({ actor: 'guest', act: 'sign-in', outcome: 'refused', member_id: idOf(n), network })
    if (n % 30 === 0) log.record({ actor: 'member', act: 'sign-in', outcome: 'done', member_id: idOf(n), network })
  }
  await log.flush()
  const entries = await listAudit(site.db, { limit: 1_000 })
  expect(entries.filter(({ outcome }) => outcome === 'done')).toHaveLength(100)
  const rejected = entries.filter(({ outcome }) => outcome === 'refused')
  expect(rejected).toHaveLength(21)
  expect(rejected.find(({ network }) => network === null)?.times).toBe(2_980)
})

test('no request waits for the audit log or fails because of it, and entries are written later', async () => {
  const lock = 'lock table audit_log in access exclusive mode'
  expect((await withLock(site, lock, () => signIn(ana.password))).status).toBe(200)
  await signIn(ana.password)
  expect(await written()).toMatchObject([{ act: 'sign-in', times: 2 }])
})

test('the queue is limited while the database accepts no writes', async () => {
  const log = new AuditLog({ db: site.db, log: site.app.log }, { maxBuffered: 10 })
  await site.pool.query('alter table audit_log rename to audit_log_away')
  for (let n = 0; n < 50; n += 1) log.record({ actor: 'member', act: `act ${n}`, outcome: 'done', member_id: ana.id })
  await log.flush()
  await site.pool.query('alter table audit_log_away rename to audit_log')
  await log.flush()
  expect(await listAudit(site.db)).toHaveLength(10)
})

test('an operator’s action and its audit row are committed together', async () => {
  const act: AuditEntry = { actor: 'operator', act: 'zine hidden', member_id: ana.id, subject: 'zine 1' }
  const failed = site.db.transaction().execute(async (tx) => {
    await recordAction(tx, act)
    throw new Error('the act failed')
  })
  await expect(failed).rejects.toThrow('the act failed')
  expect(await written()).toEqual([])
  await recordAction(site.db, { ...act, detail: { reason: 'spam' } })
  expect(await written()).toMatchObject([{ act: 'zine hidden', outcome: 'done', detail: { reason: 'spam' } }])
})

test('the list is paginated and can be filtered by member or action', async () => {
  for (const [index, name] of (
    ['zine hidden', 'zine kept', 'zine restored', 'zine kept', 'zine hidden'] as const
  ).entries())
    await recordAction(site.db, { actor: 'site', act: name, member_id: index % 2 ? ana.id : null })
  const names = (rows: { act: string }[]) => rows.map(({ act }) => act)
  const first = await listAudit(site.db, { limit: 2 })
  expect(names(first)).toEqual(['zine hidden', 'zine kept'])
  expect(names(await listAudit(site.db, { after: first.at(-1) }))).toEqual([
    'zine restored',
    'zine kept',
    'zine hidden',
  ])
  expect(names(await listAudit(site.db, { memberId: ana.id }))).toEqual(['zine kept', 'zine kept'])
  expect(names(await listAudit(site.db, { act: 'zine restored' }))).toEqual(['zine restored'])
})

test('rows are deleted after their retention, and the oldest refusals first if there are too many', async () => {
  await site.pool.query(
    `insert into audit_log (actor, act, outcome, at)
     select 'guest', n::text, case when n % 2 = 0 then 'refused' else 'done' end, now() - make_interval(days => n)
     from generate_series($1::int, $2::int) n`,
    [auditDays - 7, auditDays + 3],
  )
  await sweepAudit(site.db)
  const days = async () => (await listAudit(site.db)).map(({ act }) => Number(act))
  expect(await days()).toEqual([23, 24, 25, 26, 27, 28, 29])
  await sweepAudit(site.db, { rows: 5 })
  expect(await days()).toEqual([23, 24, 25, 27, 29])
  await sweepAudit(site.db, { rows: 3 })
  expect(await days()).toEqual([23, 25, 27])
})

test.each([
  ['203.0.113.9', '203.0.113.0/24'],
  ['203.0.113.9:51234', '203.0.113.0/24'],
  ['::ffff:203.0.113.9', '203.0.113.0/24'],
  ['2001:db8:a:b:c:d:e:f', '2001:db8:a::/48'],
  ['[2001:db8::1]:443', '2001:db8:0::/48'],
  ['fe80::1%eth0', 'fe80:0:0::/48'],
  ['secret.person@example.org', null],
  ['999.1.1.1', null],
  ['', null],
])('of the address %s is written down %s', (address, network) => {
  expect(shortenedNetwork(address)).toBe(network)
})
