import { readdir, readFile, stat } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { hashFromAddress } from '#contract/media-address.ts'
import { mailAccount } from '#server/auth/account-mail/account-mail.ts'
import { enqueueJob } from '#server/db/jobs.ts'
import { isSignedIn } from '#tests/support/account.ts'
import { addImages, addMedia, publishOnePage, publishZine } from '#tests/support/library.ts'
import { untilLocksAreAwaited, withLock } from '#tests/support/locks.ts'
import { createOperator } from '#tests/support/operator.ts'
import { openTestApp } from '#tests/support/test-app.ts'
import { unzip } from '#tests/support/unzip.ts'
import { commands } from './commands.ts'
import { runCommand } from './run-command.ts'

const site = await openTestApp()
const { runAdmin, runJson } = createOperator(site)

const audited = async () => {
  const rows = await site.db.selectFrom('audit_log').selectAll().orderBy('id').execute()
  return rows.filter(({ actor }) => actor === 'operator')
}
/** Returns the operator acts in the audit log since this call. */
async function auditedSince() {
  const before = (await audited()).length
  return async () => (await audited()).slice(before)
}
const expectDone = async (...argv: string[]) =>
  expect(await runJson(...argv)).toMatchObject({ code: 0, outcome: 'done' })
const expectRejected = async (err: string | RegExp, ...argv: string[]) =>
  expect(await runAdmin(...argv)).toMatchObject({
    code: 1,
    out: '',
    err: typeof err === 'string' ? err : expect.stringMatching(err),
  })
const unknownId = '01980000-0000-7000-8000-000000000000'

/** A member with a session, an unconfirmed address and a second factor. */
async function createMember(named?: string) {
  const member = await site.signUp(named)
  const factor = { user_id: member.id, secret: 'kept', backup_codes: '{}', verified: true }
  await site.db.insertInto('two_factors').values(factor).execute()
  return member
}

/** Creates a failed job, either waiting or given up, and returns its id. */
async function failedJob(name: 'sweep-media' | 'mail', { tries = 3, error = 'It failed.', userId = '' } = {}) {
  await site.db.transaction().execute(async (tx) => {
    if (name === 'mail') await mailAccount(tx, { kind: 'password-changed', userId, at: new Date() })
    else await enqueueJob(tx, name, {})
  })
  const rows = await site.sql<{ id: string }>(
    `update graphile_worker._private_jobs
     set attempts = least($1, max_attempts), last_error = $2, run_at = now() + interval '5 hours'
     where id = (select max(id) from graphile_worker._private_jobs) returning id`,
    tries,
    error,
  )
  return rows[0]?.id ?? ''
}
/** A member who is waiting for approval. */
async function createWaitingMember() {
  const { id } = await site.signUp()
  await site.sql('update users set awaiting_since = now() where id = $1', id)
  return id
}

const published = async () => publishOnePage(site, await site.signUp(), 'Moths at night')
async function hidden() {
  const { id } = await published()
  await runAdmin('zine', 'hide', id, ...withReason)
  return id
}
async function noted() {
  const { id } = await published()
  await runAdmin('zine', 'content-note', id, '--note', 'Blood', ...withReason)
  return id
}
async function suspended() {
  const { id } = await site.signUp()
  await runAdmin('member', 'suspend', id, ...withReason)
  return id
}
async function reported() {
  const { id } = await published()
  return reportOf({ zineId: id })
}
async function reportOf(reportTarget: { zineId: string } | { creatorId: string }) {
  const body = { ...reportTarget, reason: 'private', words: 'My letter is on page 3.' }
  await site.post('/api/reports', body)
  return (await runJson('report', 'list', '--limit', '1')).rows[0].id
}

const deleteJobs = () => site.sql('delete from graphile_worker._private_jobs')

const unknown = ['nobody_here', unknownId, '../../etc/passwd', `' or 1=1 --`, '٣', '9'.repeat(40)]

const withReason = ['--reason', 'It shows a letter.']
const member = async () => (await createMember()).id
const username = async () => (await createMember()).username
const zine = async () => (await published()).id
const mail = async () => failedJob('mail', { userId: await member() })

/** All commands that change data: the command, the act in the audit log, and its target. */
type AuditedCommand = [typed: string, act: string, of: () => Promise<string>, ...more: string[]]
const auditedCommands: AuditedCommand[] = [
  ['member sign-out', 'member signed out', username],
  ['member reset-two-factor', 'second factor reset', username],
  ['member confirm-email', 'address confirmed', member],
  ['mail retry', 'mail retried', mail],
  ['jobs retry', 'job retried', () => failedJob('sweep-media', { tries: 25 })],
  ['zine hide', 'zine hidden', zine, ...withReason],
  ['zine restore', 'zine restored', hidden],
  ['zine content-note', 'content note set', zine, '--note', 'Blood', ...withReason],
  ['zine content-note', 'content note removed', noted, ...withReason],
  ['member suspend', 'member suspended', username, ...withReason],
  ['member restore', 'member restored', suspended, ...withReason],
  ['report resolve', 'zine hidden', reported, 'hide', ...withReason],
  ['report resolve', 'zine kept', reported, 'keep'],
  ['block-media add', 'media blocked', zine],
  ['member approve', 'member approved', createWaitingMember],
  ['invite revoke', 'invite revoked', async () => (await runJson('invite', 'create')).id],
]

describe.each(auditedCommands)('%s: %s', (commandLine, act, of, ...more) => {
  const argv = (about: string) => [...commandLine.split(' '), about, ...more]

  test('is rejected with a message for something missing, and does nothing', async () => {
    const since = await auditedSince()
    for (const about of unknown) {
      await expectRejected(/^No (member is called|mail|job|zine|report|invite) .*\.\n$/, ...argv(about))
      const { err } = await runAdmin(...argv(about))
      expect(await runJson(...argv(about))).toEqual({ code: 1, error: err.trim() })
    }
    expect(await since()).toEqual([])
  })

  test('by three operators concurrently takes effect once and leaves one line in the audit log', async () => {
    const about = await of()
    const since = await auditedSince()
    const responses = await Promise.all([1, 2, 3].map(() => runJson(...argv(about), '--as', 'Ana Ö.')))
    expect(responses.map(({ outcome }) => outcome).sort()).toEqual(['already', 'already', 'done'])
    const { code, out, err } = await runAdmin(...argv(about))
    expect([code, out, err]).toEqual([0, expect.stringMatching(/\.\n$/), ''])
    const lines = await since()
    expect(lines).toMatchObject([{ actor: 'operator', operator: 'Ana Ö.', act, outcome: 'done' }])
  })
})

test('that is killed halfway changes nothing, and can be repeated', async () => {
  const { username } = await createMember()
  // Otherwise the site's own pending audit events would wait for the same lock.
  await site.audit.flush()
  const since = await auditedSince()
  await withLock(site, 'lock table audit_log in exclusive mode', async () => {
    const interrupted = runAdmin('member', 'sign-out', username)
    await untilLocksAreAwaited(site)
    await site.sql(`select pg_terminate_backend(pid) from pg_locks
      where relation = 'audit_log'::regclass and not granted`)
    expect(await interrupted).toMatchObject({
      code: 1,
      err: expect.stringContaining('is unavailable right now'),
    })
  })
  expect(await since()).toEqual([])
  await expectDone('member', 'sign-out', username)
})

describe('about a member', () => {
  test('a sign-out ends only their sessions, and --all ends everyone’s', async () => {
    const [ana, ben] = [await createMember('Ana'), await createMember()]
    expect(await runAdmin('member', 'sign-out', 'aNA')).toMatchObject({
      out: 'Ana is signed out on all devices.\n',
    })
    expect([await isSignedIn(site, ana), await isSignedIn(site, ben)]).toEqual([false, true])
    expect(await runAdmin('member', 'sign-out', '--all')).toMatchObject({ out: 'Everyone is signed out.\n' })
    expect(await isSignedIn(site, ben)).toBe(false)
    expect(await runJson('member', 'sign-out', '--all')).toMatchObject({ code: 0, outcome: 'already' })
    for (const argv of [[], ['ben', '--all']]) await expectRejected(/^Name a member/, 'member', 'sign-out', ...argv)
  })

  test('a second factor that is lost is turned off, and its member gets a mail', async () => {
    const ana = await createMember()
    await deleteJobs()
    await runAdmin('member', 'reset-two-factor', ana.id)
    expect(await site.sql('select from two_factors where user_id = $1', ana.id)).toEqual([])
    const mails = [{ about: 'factor-turned-off', member: ana.username }]
    expect((await runJson('mail', 'list')).rows).toMatchObject(mails)
  })

  test('show prints the whole address, and no secret', async () => {
    const ana = await createMember('日本の人')
    await publishOnePage(site, ana, 'Night bus')
    const { out } = await runAdmin('member', 'show', '日本の人')
    expect(out).toContain(ana.email)
    expect(out).toMatch(/second factor +yes/)
    const expectedRow = { username: '日本の人', zines: 1, files: 1, confirmed: false }
    expect(await runJson('member', 'show', ana.id)).toMatchObject(expectedRow)
    expect(out).not.toContain('kept')
    await expectDone('member', 'confirm-email', ana.username)
    expect(await runJson('member', 'show', ana.id)).toMatchObject({ confirmed: true })
  })

  test('whose account is being removed cannot be changed any more', async () => {
    const ana = await createMember()
    await site.sql('update users set deleting_at = now() where id = $1', ana.id)
    await expectRejected(`The account of ${ana.username} is being removed.\n`, 'member', 'sign-out', ana.username)
  })
})

describe('about a zine', () => {
  const status = async (id: string) => (await site.get(`/api/zines/${id}`)).status

  test('that is hidden by its address is invisible to others, and its reports are resolved', async () => {
    const { id } = await published()
    const report = await reportOf({ zineId: id })
    const address = `${site.config.publicUrl}/zine/${id}`
    expect(await runJson('zine', 'show', address)).toMatchObject({
      id,
      isShown: true,
      openReports: 1,
      address,
    })
    for (const suffix of ['/read?page=2', '/?from=rack', '#page-2', '/print?a=/b#c'])
      expect(await runJson('zine', 'show', address + suffix)).toMatchObject({ id })
    expect(await runJson('zine', 'show', `${address}x`)).toMatchObject({ code: 1 })
    expect(await runAdmin('zine', 'hide', `${address}/read`, ...withReason)).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^“Moths at night” by \w+ is hidden, and its creator gets an email\.\n$/),
    })
    expect(await status(id)).toBe(404)
    expect(await runJson('zine', 'show', id)).toMatchObject({
      isShown: false,
      reason: withReason[1],
      openReports: 0,
    })
    expect(await runJson('report', 'show', report)).toMatchObject({ resolution: 'hidden', others: [] })
    await expectDone('zine', 'restore', id)
    expect(await status(id)).toBe(200)
    const reply = 'It was never a letter.\nIt is a drawing.'
    await site.sql(`update decisions set reply = $2 where zine_id = $1 and act = 'zine hidden'`, id, reply)
    const { by, decisions } = await runJson('zine', 'show', id)
    expect(decisions).toMatchObject([{ act: 'zine restored' }, { act: 'zine hidden', reason: withReason[1], reply }])
    expect((await runJson('member', 'show', by)).decisions).toEqual(decisions)
    expect((await runAdmin('member', 'show', by)).out).toMatch(
      /^ +reply +It was never a letter\.\n +It is a drawing\./m,
    )
  })

  test('that is removed is deleted only after confirmation, and cannot be removed twice', async () => {
    const { id } = await published()
    const since = await auditedSince()
    await expectRejected(/“Moths at night” by .*--yes/, 'zine', 'remove', id, ...withReason)
    expect([await status(id), await since()]).toEqual([200, []])
    await expectDone('zine', 'remove', id, ...withReason, '--yes')
    expect(await status(id)).toBe(404)
    await expectRejected(`No zine ${id}.\n`, 'zine', 'remove', id, ...withReason, '--yes')
    expect((await since()).map(({ act }) => act)).toEqual(['zine removed'])
  })

  test('gets a content note of one line, which an empty one removes', async () => {
    const { id } = await published()
    const report = await reportOf({ zineId: id })
    const since = await auditedSince()
    const change = async (...note: string[]) => (await runAdmin('zine', 'content-note', id, ...note, ...withReason)).out
    const says = (end: string) => expect.stringMatching(new RegExp(`^“Moths at night” by \\w+ ${end}\\.\n$`))
    expect(await change('--note', ' Blood,\n and needles ')).toEqual(
      says('has the content note, and its creator gets an email'),
    )
    expect(await runJson('zine', 'show', id)).toMatchObject({ contentNote: 'Blood, and needles', coversPages: true })
    expect(await change('--note', 'Blood, and needles')).toEqual(says('already had this content note'))
    const tooLong = ['--note', 'x'.repeat(201), ...withReason]
    await expectRejected('--note is longer than 200 characters.\n', 'zine', 'content-note', id, ...tooLong)
    expect(await change('--note', '')).toEqual(says('no longer has a content note, and its creator gets an email'))
    expect(await change('--note', '\u2800')).toEqual(says('had no content note'))
    expect(await since()).toMatchObject([
      { act: 'content note set', subject: `zine ${id}`, detail: { note: 'Blood, and needles', reason: withReason[1] } },
      { act: 'content note removed', detail: { formerNote: 'Blood, and needles' } },
    ])
    expect(await runJson('report', 'show', report)).toMatchObject({ resolution: null })
  })

  test.each([
    ['zine', 'hide', unknownId],
    ['zine', 'remove', unknownId, '--yes'],
    ['zine', 'content-note', unknownId, '--note', 'Blood'],
    ['member', 'suspend', unknownId],
    ['zine', 'hide', unknownId, '--reason', '  '],
    ['report', 'resolve', unknownId, 'remove'],
    ['report', 'resolve', unknownId, 'burn', '--reason', 'x'],
    ['zine', 'hide', unknownId, '--reason', 'x'.repeat(1001)],
  ])('nothing is removed without a reason: %j', async (...argv) => {
    await expectRejected(/^(--reason|ACT|Required option '--reason|Its creator needs a reason)/, ...argv)
  })
})

test('removing what was reported needs a confirmation that names it', async () => {
  const ana = await site.signUp()
  const zine = await publishOnePage(site, ana, 'Moths at dusk')
  const reports = {
    [zine.title]: await reportOf({ zineId: zine.id }),
    [ana.username]: await reportOf({ creatorId: ana.id }),
  }
  for (const [name, report] of Object.entries(reports)) {
    const argv = ['report', 'resolve', report, 'remove', ...withReason]
    await expectRejected(new RegExp(`permanently remove .*${name}.*--yes`), ...argv)
    expect((await site.get(`/api/users/${ana.id}`)).status).toBe(200)
    await expectDone(...argv, '--yes')
  }
  expect((await site.get(`/api/users/${ana.id}`)).status).toBe(404)
})

test('the reason for keeping a reported creator is in the audit log', async () => {
  const { id } = await site.signUp()
  await expectDone('report', 'resolve', await reportOf({ creatorId: id }), 'keep', '--reason', 'This is not spam.')
  expect((await audited()).at(-1)).toMatchObject({ act: 'member kept', detail: { reason: 'This is not spam.' } })
})

test('media that are blocked are listed, by zine, address or hash, and unblocked', async () => {
  const { id, mediaUrls } = await published()
  const address = mediaUrls[0] ?? ''
  const hash = hashFromAddress(address) ?? ''
  const since = await auditedSince()
  for (const outcome of ['done', 'already'])
    expect(await runJson('block-media', 'add', id, '--note', 'spam')).toMatchObject({ code: 0, outcome })
  for (const reference of [address, `${site.config.publicUrl}${address}`, hash])
    expect(await runJson('block-media', 'add', reference)).toMatchObject({ code: 0, outcome: 'already' })
  expect((await runJson('block-media', 'list', '--limit', '1')).rows).toMatchObject([{ hash, note: 'spam' }])
  await expectDone('block-media', 'remove', address)
  for (const invalid of [hash, 'x', '-'.repeat(32)])
    await expectRejected(/^No blocked media/, 'block-media', 'remove', '--', invalid)
  expect((await since()).map(({ act }) => act)).toEqual(['media blocked', 'media unblocked'])
  expect((await runAdmin('block-media', 'list')).out).not.toContain(hash)
})

describe('about an abusive member', () => {
  test('a suspension hides all their content and blocks sign-in, until they are restored', async () => {
    const ana = await site.signUp()
    const zine = await publishOnePage(site, ana, 'Moths')
    const report = await reportOf({ creatorId: ana.id })
    const statusOf = async (path: string) => (await site.get(path)).status
    const visibility = () => Promise.all([`/api/zines/${zine.id}`, `/api/users/${ana.id}`].map(statusOf))
    await runAdmin('member', 'suspend', ana.username, ...withReason)
    expect(await visibility()).toEqual([404, 404])
    expect((await site.get('/api/auth/session', ana)).status).toBe(401)
    expect(await runJson('member', 'show', ana.id)).toMatchObject({ reason: withReason[1], sessions: 0 })
    expect(await runJson('report', 'show', report)).toMatchObject({ resolution: 'suspended' })
    await expectDone('member', 'restore', ana.id)
    expect((await visibility())[1]).toBe(200)
  })

  test('everything of a suspended member is exported to a file that only the operator can read, and no file is overwritten', async () => {
    const ana = await site.signUp()
    await publishOnePage(site, ana, 'Hers to take along')
    await runAdmin('member', 'suspend', ana.username, ...withReason)
    const file = join(site.dataDir, `${ana.username}.zip`)
    const since = await auditedSince()
    const exportCommand = ['member', 'export', ana.username]
    await expectDone(...exportCommand, file)
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    const zip = await readFile(file)
    const files = await unzip(zip)
    expect(JSON.parse(String(files.get('account.json')))).toMatchObject({ email: ana.email })
    expect(JSON.parse(String(files.get('zines.json')))).toMatchObject([{ title: 'Hers to take along' }])
    await expectRejected(`${file} already exists.\n`, ...exportCommand, file)
    expect((await readFile(file)).equals(zip)).toBe(true)
    expect(await runJson('member', 'export', 'nobody_here', `${file}.other`)).toMatchObject({ code: 1 })
    const missingFile = join(site.dataDir, 'none')
    await expectRejected(`The folder ${missingFile} does not exist.\n`, ...exportCommand, join(missingFile, 'a.zip'))
    expect((await readdir(site.dataDir)).filter((name) => name.includes('.zip'))).toHaveLength(1)
    expect(await since()).toMatchObject([{ act: 'member exported', member_id: ana.id, detail: null }])
  })

  test('removes the account only after confirmation', async () => {
    const { id, username } = await createMember()
    await expectRejected(/--yes/, 'member', 'remove', username)
    expect(await runJson('member', 'show', id)).toMatchObject({ username })
    await expectDone('member', 'remove', username, '--yes', ...withReason)
    expect(await runJson('member', 'remove', username, '--yes')).toMatchObject({ code: 1 })
    expect((await audited()).at(-1)).toMatchObject({ act: 'member removed', member_id: id })
  })
})

describe('about sign-ups', () => {
  test('a rejected member is deleted, and the email gives the reason', async () => {
    const id = await createWaitingMember()
    await deleteJobs()
    await expectDone('member', 'refuse', id, '--reason', 'We are full.')
    expect(await runJson('member', 'refuse', id)).toMatchObject({ code: 1 })
    const mails = [{ about: 'sign-up-refused', to: 'm***@example.org' }]
    expect((await runJson('mail', 'list')).rows).toMatchObject(mails)
    const { username } = await site.signUp()
    expect(await runJson('member', 'refuse', username)).toMatchObject({ outcome: 'already' })
    expect(await runJson('member', 'show', username)).toMatchObject({ username })
  })

  test('an invite’s code is printed once, and the list and the audit log have only its id', async () => {
    const { id, code, link, says } = await runJson('invite', 'create', '--uses', '3', '--note', 'For the fair')
    expect(link).toBe(`${site.config.publicUrl}/?invite=${code}`)
    expect(says).toContain('SIGN_UPS')
    const { out } = await runAdmin('invite', 'list', '--json')
    expect(JSON.parse(out).rows[0]).toMatchObject({ id, note: 'For the fair', usesLeft: 3, isOpen: true })
    expect(out + JSON.stringify(await audited())).not.toContain(code)
    for (const wrong of ['0', '1001', '1.5', 'x'])
      expect(await runJson('invite', 'create', '--uses', wrong)).toMatchObject({ code: 1 })
  })

  test('a mail domain is blocked and unblocked, each once, and the list is paginated', async () => {
    const since = await auditedSince()
    const domains = (...argv: string[]) => runJson('block-email-domain', ...argv)
    for (const outcome of ['done', 'already'])
      expect(await domains('add', '@Spam.example')).toMatchObject({ code: 0, outcome })
    await domains('add', 'junk.example')
    const { rows, next } = await domains('list', '--limit', '1')
    expect([rows, next]).toMatchObject([[{ domain: 'junk.example' }], 'junk.example'])
    expect((await domains('list', '--after', next)).rows).toMatchObject([{ domain: 'spam.example' }])
    await expectDone('block-email-domain', 'remove', 'spam.example')
    for (const wrong of ['remove spam.example', 'remove no-domain', 'add ..'])
      await expectRejected(/^T.*\.\n$/, 'block-email-domain', ...wrong.split(' '))
    const expectedActs = ['email domain blocked', 'email domain blocked', 'email domain unblocked']
    expect((await since()).map(({ act }) => act)).toEqual(expectedActs)
  })
})

test('the audit log is listed page by page, by member or by action, including deleted members', async () => {
  const id = await createWaitingMember()
  // Writes the site's own event for the sign-up first.
  await site.audit.flush()
  await runJson('member', 'approve', id)
  await runJson('member', 'sign-out', id)
  const ofMember = (...argv: string[]) => runJson('audit', '--member', id, ...argv)
  const { rows } = await ofMember()
  expect(rows.map(({ actor, act }: { actor: string; act: string }) => `${actor}: ${act}`)).toEqual([
    'operator: member signed out',
    'operator: member approved',
    'member: sign-up',
  ])
  const first = await ofMember('--limit', '1')
  expect(first.rows).toEqual(rows.slice(0, 1))
  expect(await ofMember('--after', first.next)).toEqual({ code: 0, rows: rows.slice(1) })
  expect((await ofMember('--act', 'member approved')).rows).toEqual(rows.slice(1, 2))
  await site.sql('delete from users where id = $1', id)
  expect((await ofMember()).rows).toMatchObject([{ member: id }, { member: id }, { member: id }])
  for (const after of ['x', '2026/1', `x/${id}`, `2026-01-01T00:00:00Z/${id}/1`])
    expect(await ofMember('--after', after)).toMatchObject({
      code: 1,
      error: expect.stringContaining('--after'),
    })
})

describe('the name of the operator in the audit log', () => {
  const lastLine = async () => (await runJson('audit', '--limit', '1')).rows[0]

  test('is the one behind --as, otherwise the login name', async () => {
    await runJson('member', 'sign-out', (await createMember()).id, '--as=Ana')
    expect(await lastLine()).toMatchObject({ actor: 'operator', operator: 'Ana', act: 'member signed out' })
    expect((await runAdmin('audit', '--limit', '1')).out).toMatch(/operator +Ana +member signed out/)
    await runJson('--as', 'Ben', 'member', 'sign-out', (await createMember()).id)
    expect(await lastLine()).toMatchObject({ operator: 'Ben' })
    await runJson('member', 'sign-out', (await createMember()).id)
    expect(await lastLine()).toMatchObject({ operator: process.env.SUDO_USER || userInfo().username })
  })

  test('has no entries for members’ own actions', async () => {
    await site.signUp()
    await site.audit.flush()
    expect(await lastLine()).toMatchObject({ actor: 'member', operator: null, act: 'sign-up' })
  })

  test.each([
    [['--as'], `Option '--as <NAME>' argument missing.`],
    [['--as='], '--as needs a NAME: your name, for the audit log.'],
    [['--as', '--all'], '--as needs a NAME: your name, for the audit log.'],
    [['--as', 'a\nb'], '--as must be a name of at most 60 visible characters on one line.'],
    [['--as', 'a\u202eb'], '--as must be a name '],
    [['--as', ' '], '--as must be a name '],
    [['--as', 'x'.repeat(61)], '--as must be a name '],
    [['--', '--as', 'b'], `Too many arguments for 'sign-out'.`],
  ])('is rejected with a message as %j, and nothing is done', async (argv, message) => {
    const since = await auditedSince()
    await expectRejected(RegExp(`^${RegExp.escape(message)}`), 'member', 'sign-out', ...argv)
    expect(await since()).toEqual([])
  })
})

/** Reads a whole list two rows at a time and checks each hint that there are more. */
async function listByTwo(...argv: string[]) {
  const all: Record<string, string>[] = []
  for (let after: string[] = []; ; ) {
    const { rows, next } = await runJson(...argv, '--limit', '2', ...after)
    all.push(...rows)
    if (next === undefined) return all
    expect(rows).toHaveLength(2)
    expect((await runAdmin(...argv, '--limit', '2', ...after)).out).toContain(`More: --after ${next}`)
    after = ['--after', next]
  }
}

test('lists of invites, blocked media and storage use are paginated', async () => {
  const zines = [await published(), await published(), await published()]
  for (const { id } of zines) await runJson('block-media', 'add', id)
  // At the same time, as when all pages of a zine are blocked.
  await site.sql(`update blocked_media set blocked_at = '2026-05-01 12:00:00.123456Z' where note is null`)
  for (const uses of ['1', '2', '3']) await runJson('invite', 'create', '--uses', uses)
  for (const argv of [['block-media', 'list'], ['invite', 'list'], ['usage'], ['usage', '--by', 'zines']]) {
    const { rows } = await runJson(...argv, '--limit', '1000')
    expect(rows.length).toBeGreaterThan(2)
    expect(await listByTwo(...argv)).toEqual(rows)
  }
})

describe('the list of members', () => {
  const names = (rows: { username: string }[]) => rows.map(({ username }) => username)

  test('lists the newest first, and can be filtered by waiting, suspended or text', async () => {
    const [ana, ben] = [await site.signUp('ana_percent'), await site.signUp('Bénédicte')]
    const [waits, out] = [await createWaitingMember(), await suspended()]
    expect((await runJson('member', 'list', '--limit', '4')).rows).toMatchObject([
      { id: out, suspended: expect.any(String), confirmed: false, zines: 0 },
      { id: waits, waitingSince: expect.any(String), suspended: null },
      { id: ben.id, username: 'Bénédicte', waitingSince: null, suspended: null },
      { id: ana.id },
    ])
    await site.sql(`update users set created_at = now() - interval '1 year' where id = $1`, out)
    expect((await runJson('member', 'list', '--limit', '1')).rows).toMatchObject([{ id: waits }])
    for (const [option, id] of [
      ['--waiting', waits],
      ['--suspended', out],
    ] as const) {
      const { rows } = await runJson('member', 'list', option)
      expect(rows.map((row: { id: string }) => row.id)).toContain(id)
      expect(names(rows)).not.toContain(ben.username)
    }
    expect((await runJson('member', 'list', '--waiting', '--suspended')).rows).toEqual([])
    for (const search of ['BÉNÉ', ben.email, `${ben.email.split('@')[0]}@`])
      expect(names((await runJson('member', 'list', '--search', search)).rows)).toEqual([ben.username])
    expect(names((await runJson('member', 'list', '--search', '_percent')).rows)).toEqual([ana.username])
    for (const search of ['%', 'a_a', '\\', unknownId])
      expect((await runJson('member', 'list', '--search', search)).rows).toEqual([])
  })

  test('is paginated, shortens addresses, and omits accounts that are being removed', async () => {
    const removedMember = await site.signUp()
    await site.sql('update users set deleting_at = now() where id = $1', removedMember.id)
    const { rows } = await runJson('member', 'list', '--limit', '1000')
    expect(names(rows)).not.toContain(removedMember.username)
    expect(await listByTwo('member', 'list')).toEqual(rows)
    const { out } = await runAdmin('member', 'list', '--limit', '1000')
    expect(out).toContain('m***@example.org')
    expect(out).not.toMatch(/member\d+@/)
  })
})

describe('the list of zines', () => {
  const list = async (...argv: string[]) => (await runJson('zine', 'list', ...argv)).rows
  const ids = async (...argv: string[]) => (await list(...argv)).map(({ id }: { id: string }) => id)

  test('lists the newest first, with what a moderator needs to know', async () => {
    const ana = await site.signUp()
    const noted = { contentNote: { text: 'Blood', coversPages: true }, mediaFiles: await addImages(site, ana, 1) }
    const [first, second] = [await publishZine(site, ana, { title: 'First', ...noted }), await published()]
    await runAdmin('zine', 'hide', first.id, ...withReason)
    await reportOf({ zineId: second.id })
    const firstRow = { id: first.id, title: 'First', by: ana.username, pages: 1, contentNote: 'Blood', openReports: 0 }
    expect(await list('--limit', '2')).toEqual([
      {
        id: second.id,
        title: 'Moths at night',
        by: expect.any(String),
        createdAt: expect.any(String),
        pages: 1,
        contentNote: null,
        hiddenAt: null,
        openReports: 1,
      },
      { ...firstRow, createdAt: expect.any(String), hiddenAt: expect.any(String) },
    ])
    expect(await ids('--hidden', '--limit', '1')).toEqual([first.id])
    expect((await runAdmin('zine', 'list', '--limit', '1')).out).toMatch(/^ID +TITLE +BY/)
    expect(await runJson('zine', 'show', first.id)).toMatchObject({ contentNote: 'Blood', coversPages: true })
  })

  test('finds a part of a title or of its creator’s name, an id and an address', async () => {
    const [ana, ben] = [await site.signUp('zine_percent'), await site.signUp('Zoë_of_the_list')]
    const [hers, his] = [await publishOnePage(site, ana, '100 % Nachtfalter'), await publishOnePage(site, ben, 'Øre')]
    for (const search of ['nachtFALTER', '0 %', 'NE_PER', hers.id, `${site.config.publicUrl}/zine/${hers.id}/read?a=b`])
      expect(await ids('--search', search), search).toEqual([hers.id])
    for (const search of ['øRE', 'zoë_']) expect(await ids('--search', search), search).toEqual([his.id])
    for (const search of ['a%N', '\\', unknownId]) expect(await ids('--search', search), search).toEqual([])
    expect(await ids('--search', 'Nachtfalter', '--hidden')).toEqual([])
    await site.sql('update users set deleting_at = now() where id = $1', ana.id)
    expect(await ids('--search', 'Nachtfalter')).toEqual([])
  })

  test('is paginated, also where several have the same time', async () => {
    for (const n of [1, 2, 3, 4, 5]) await publishOnePage(site, await site.signUp(), `Many at once ${n}`)
    await site.sql(
      `update zines set created_at = '2026-05-01T10:00:00.123456Z' where title between 'Many at once 2' and 'Many at once 5'`,
    )
    for (const options of [['--search', 'Many at once'], [], ['--hidden']]) {
      const rows = await list('--limit', '1000', ...options)
      expect(await listByTwo('zine', 'list', ...options)).toEqual(rows)
    }
    expect(await list('--search', 'Many at once')).toHaveLength(5)
  })
})

test('all decisions of a zine, member or report are shown, or a note that there are more', async () => {
  const { id } = await published()
  for (const act of ['hide', 'restore', 'hide']) await runAdmin('zine', act, id, ...withReason)
  const { by } = await runJson('zine', 'show', id)
  for (const argv of [
    ['zine', 'show', id],
    ['member', 'show', by],
  ]) {
    expect(await runJson(...argv)).toMatchObject({ decisions: [{}, {}, {}] })
    const { says, decisions } = await runJson(...argv, '--limit', '2')
    expect([decisions.length, says]).toEqual([2, 'More decisions: --limit N shows up to 1000.'])
  }
})

describe('jobs', () => {
  test('are listed in pages, with addresses shortened in error messages', async () => {
    await deleteJobs()
    await site.sql(
      `select graphile_worker.add_job('sweep-media', json_build_object('n', n)) from generate_series(1, 120) n`,
    )
    const id = await failedJob('sweep-media', {
      error: 'RCPT <ana.lovelace@example.org> failed\n  at secret.ts',
    })
    const seenIds: string[] = []
    let next: string | undefined
    do {
      const page = await runJson('jobs', 'list', ...(next ? ['--after', next] : []))
      expect(page.rows.length).toBeLessThanOrEqual(50)
      seenIds.push(...page.rows.map((row: { id: string }) => row.id))
      next = page.next
    } while (next)
    expect(new Set(seenIds).size).toBe(121)
    const { out } = await runAdmin('jobs', 'list', '--limit', '1', '--after', String(Number(id) - 1))
    expect(out).toContain('RCPT <a***@example.org> failed')
    expect(out).not.toContain('secret.ts')
  })

  test('that failed are retried, one or all, and scheduled ones are unchanged', async () => {
    await deleteJobs()
    const [failed, givenUp] = [await failedJob('sweep-media'), await failedJob('sweep-media', { tries: 25 })]
    const at = new Date(Date.now() + 3_600_000)
    await site.db.transaction().execute((tx) => enqueueJob(tx, 'publish-draft', { draftId: unknownId }, { at }))
    expect((await runJson('jobs', 'list', '--state', 'failed')).rows).toMatchObject([
      { id: givenUp, tries: '25 of 25' },
    ])
    const [waiting] = (await runJson('jobs', 'list')).rows.slice(-1)
    expect(await runAdmin('jobs', 'retry', waiting.id)).toMatchObject({
      code: 1,
      err: `The job ${waiting.id} has not failed; it is scheduled.\n`,
    })
    expect(await runAdmin('jobs', 'retry', '--all')).toMatchObject({ code: 0, out: '2 being retried.\n' })
    expect(await runJson('jobs', 'retry', '--all')).toMatchObject({ code: 0, outcome: 'already' })
    const rows = await site.sql(
      'select id from graphile_worker.jobs where run_at <= now() and attempts = 0 order by id',
    )
    expect(rows.map(({ id }) => id)).toEqual([failed, givenUp])
    expect((await runAdmin('jobs', 'retry')).err).toMatch(/^Name the id of a job/)
  })

  test('that are running are unchanged', async () => {
    const id = await failedJob('sweep-media')
    await site.sql(`update graphile_worker._private_jobs set locked_at = now(), locked_by = 'w' where id = $1`, id)
    expect(await runJson('jobs', 'retry', id)).toMatchObject({
      outcome: 'already',
      says: `The job ${id} is running.`,
    })
  })

  test('that send mail can be listed and retried on their own, with shortened addresses', async () => {
    const ana = await createMember()
    await deleteJobs()
    const [mail, job] = [await failedJob('mail', { userId: ana.id }), await failedJob('sweep-media')]
    const { out } = await runAdmin('mail', 'list')
    expect(out).toContain('m***@example.org')
    expect(out).not.toContain(ana.email)
    expect((await runJson('mail', 'list')).rows).toMatchObject([
      { id: mail, about: 'password-changed', member: ana.username },
    ])
    expect(await runAdmin('mail', 'retry', job)).toMatchObject({ code: 1, err: `No mail ${job}.\n` })
    expect(await runAdmin('mail', 'retry', '--all')).toMatchObject({ code: 0, out: '1 being retried.\n' })
  })
})

test('usage lists the members who store the most, and the total', async () => {
  const [ana, ben] = [await site.signUp(), await site.signUp()]
  await addMedia(site, ana, Array(9).fill('image'))
  await publishOnePage(site, ben, 'One')
  await publishOnePage(site, ben, 'Two')
  const byBytes = await runJson('usage', '--limit', '2')
  expect(byBytes.rows[0]).toMatchObject({ username: ana.username, bytes: 9000, files: 9, zines: 0 })
  expect(byBytes.rows).toHaveLength(2)
  const byZines = await runJson('usage', '--by', 'zines', '--limit', '1')
  expect(byZines.rows).toMatchObject([{ username: ben.username, zines: 2, bytes: 2000, rows: 6 }])
  const rows =
    await site.sql(`select (select count(*)::int from users) as members, (select sum(byte_size)::int from media) as bytes,
       (select count(*)::int from zines) as zines`)
  expect(byZines.totals).toMatchObject(rows[0])
})

test('verify lists the problems and exits with 1', async () => {
  const { id } = await published()
  const favorites = (count: number) =>
    site.sql('update zine_stats set favorite_count = $2 where zine_id = $1', id, count)
  await favorites(7)
  const result = await runJson('verify')
  const message = `zine ${id}: its number of favorites is 7, and should be 0`
  expect(result).toMatchObject({
    code: 1,
    passed: false,
    rows: expect.arrayContaining([{ kind: 'counter', sentence: message }]),
  })
  await favorites(0)
  const { out } = await runAdmin('verify', '--backups', site.dataDir)
  expect(out).not.toContain(message)
  expect(out).toMatch(/^backup\n +sentence: \w/m)
})

test('a creator’s reply to a decision is listed with the emails', async () => {
  await site.db.transaction().execute((tx) => enqueueJob(tx, 'send-reply-email', { decisionId: unknownId }))
  const { rows } = await runJson('mail', 'list')
  expect(rows).toContainEqual(expect.objectContaining({ about: 'send-reply-email', state: 'waiting' }))
})

test('verify passes without a backup on a fresh site, and reports the missing backup on an older one', async () => {
  const freshSite = await openTestApp({ settings: { BACKUP_DIR: join(site.dataDir, 'backups', 'not yet') } })
  const { runAdmin: runOnFresh } = createOperator(freshSite)
  const folder = freshSite.config.backupDir
  const out = `No problems found. There is no backup in ${folder} yet.\n`
  expect(await runOnFresh('verify')).toEqual({ code: 0, out, err: '' })
  const missing = { code: 1, out: expect.stringContaining(`There is no backup in ${folder}.`) }
  expect(await runOnFresh('verify', '--backups', folder ?? '')).toMatchObject(missing)
  await freshSite.sql(`update kysely_migration set timestamp = (now() - interval '2 days')::text`)
  expect(await runOnFresh('verify')).toMatchObject(missing)
  const { runAdmin } = createOperator({ ...freshSite, config: { ...freshSite.config, backupDir: undefined } })
  const unchecked = 'No problems found. No backup was checked, because BACKUP_DIR is not set.\n'
  expect(await runAdmin('verify')).toMatchObject({ code: 0, out: unchecked })
})

describe('the command line', () => {
  test('prints unreadable characters as code points, in a table and as JSON', async () => {
    const ana = await site.signUp()
    const unsafe = 'a\u001b[2Jb\u009bc\u007fd\u202ee\nf'
    await site.sql('update users set username = $2 where id = $1', ana.id, unsafe)
    const { out } = await runAdmin('member', 'show', ana.id)
    expect(out).toContain(String.raw`a\u001b[2Jb\u009bc\u007fd\u202ee`)
    for (const argv of [['usage'], ['usage', '--json'], ['member', 'show', ana.id, '--json']]) {
      const result = await runAdmin(...argv)
      expect(result.out).not.toMatch(/[^\P{Cc}\n]|[\u202a-\u202e]/u)
    }
    expect((await runJson('member', 'show', ana.id)).username).toBe(unsafe)
    expect((await runAdmin('member', 'show', unsafe)).err).not.toMatch(/[^\P{Cc}\n]|[\u202a-\u202e]/u)
  })

  test.each([
    [['zin'], `Unknown command 'zin' (Did you mean zine?). Add --help for an explanation.`],
    [['member', 'shw', 'ana'], `Unknown command 'shw' (Did you mean show?).`],
    [['member', 'show'], `Missing required argument 'MEMBER'. Add --help for an explanation.`],
    [['member', '--all'], `Unknown option '--all'.`],
    [['nonsense', '--json'], `Unknown command 'nonsense'.`],
    [['member', 'show', ''], 'MEMBER is needed: a username or an id.'],
    [['member', 'show', '-ana'], `Unknown option '-ana'.`],
    [['member', 'show', '--', '-absent'], 'No member is called -absent.'],
    [['member', 'show', 'ana', 'ben'], `Too many arguments for 'show'. Expected 1 argument but got 2: ana, ben.`],
    [['usage', '--limit', '100000'], '--limit must be 1000 or less.'],
    [['usage', '--limit', 'many'], '--limit must be a number up to 1000.'],
    [['jobs', 'list', '--after=x'], '--after must be the ID from the end of a list.'],
    [['usage', '--by', 'secret'], '--by must be one of bytes, rows, '],
    [['audit', '--after', 'x'], '--after must be a CURSOR from the end of a list.'],
    [['audit', '--act', 'nonsense'], '--act must be one of sign-up, sign-in, '],
    [['zine', 'remove', unknownId, '--reason', 'x', '--yes=no'], `Unknown option '--yes=no'`],
    [['zine', 'hide', unknownId], `Required option '--reason <TEXT>' not specified.`],
    [['zine', 'hide', unknownId, '--reason'], `Option '--reason <TEXT>' argument missing.`],
    [['zine', 'remove', unknownId, '--reason', '--yes'], '--reason needs a value: the reason, shown to its creator.'],
    [['zine', 'show', '--json', '--json'], `Missing required argument 'ZINE'.`],
    [['member', 'show', 'ana', '--yes'], `Unknown option '--yes'.`],
    [['member', 'show', 'ana', '--__proto__=1'], `Unknown option '--__proto__=1'.`],
    [['backup', '/tmp', '--keep', '0'], '--keep must be a whole number of at least 1'],
    [['restore'], `Missing required argument 'FOLDER'.`],
    [['migrate', 'now'], `Too many arguments for 'migrate'.`],
  ])('as %j is rejected with a message', async (argv, message) => {
    const result = await runAdmin(...argv)
    expect(result.code).toBe(1)
    const output = argv.includes('--json') ? JSON.parse(result.out).error : result.err
    expect(output).toMatch(new RegExp(`^${RegExp.escape(message)}`))
  })

  test('takes arguments after -- literally, also --json', async () => {
    expect(await runAdmin('member', 'show', '--', '--json')).toEqual({
      code: 1,
      out: '',
      err: 'No member is called --json.\n',
    })
  })

  test('without a site prints one line of JSON too', async () => {
    const lines: string[] = []
    const open = () => Promise.reject(new Error('Foldout cannot start: the setting PORT is not valid'))
    const code = await runCommand(['usage', '--json'], open, {
      out: (text) => lines.push(text),
      err: () => {},
    })
    expect([code, JSON.parse(lines.join(''))]).toEqual([
      1,
      { error: 'Foldout cannot start: the setting PORT is not valid' },
    ])
  })

  test('prints help for all commands, a group of commands and one command', async () => {
    const { code, out } = await runAdmin('help')
    expect(code).toBe(0)
    for (const { name } of commands) expect(out).toContain(name)
    expect((await runAdmin('--help')).out).toBe(out)
    expect((await runAdmin('jobs', '--help')).out).toMatch(/jobs list +Lists.*\n.*jobs retry/)
    expect((await runAdmin('help', 'member', 'sign-out')).out).toMatch(
      /^Usage: npm run admin -- member sign-out \[options\] \[MEMBER\]\n/,
    )
    expect((await runAdmin('member', 'sign-out', '-h')).out).toContain('--all')
    expect((await runJson('help')).rows).toHaveLength(commands.length)
    expect((await runAdmin('restore', '-h')).out).toMatch(
      /^Usage: npm run restore -- \[options\] <FOLDER> \[BACKUP\]\n/,
    )
    expect(await runAdmin('help', 'secrets')).toMatchObject({ code: 1, err: expect.stringMatching(/^Unknown command/) })
    for (const argv of [[], ['member']])
      expect(await runAdmin(...argv)).toMatchObject({ code: 1, out: expect.stringContaining('member list') })
    expect(await runJson('member')).toMatchObject({ code: 1, rows: expect.any(Array) })
    const texts = [out, ...(await Promise.all(commands.map(async ({ name }) => (await runAdmin('help', name)).out)))]
    expect(texts.flatMap((text) => text.split('\n')).filter((line) => line.length > 80)).toEqual([])
  })
})

test('a command on the database of an older Foldout says how to migrate it', async () => {
  await site.sql('alter table audit_log rename to audit_log_of_later')
  const { username } = await site.signUp()
  const result = await runAdmin('member', 'sign-out', username)
  expect(result).toMatchObject({ code: 1, err: expect.stringContaining('npm run db:migrate') })
  await site.sql('alter table audit_log_of_later rename to audit_log')
  expect(await runJson('member', 'sign-out', username)).toMatchObject({ outcome: 'done' })
})
