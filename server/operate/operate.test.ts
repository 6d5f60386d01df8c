import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { parametersOf } from '#server/admin/command.ts'
import { commandOf, commands } from '#server/admin/commands.ts'
import { enqueueJob } from '#server/db/jobs.ts'
import { fixture } from '#tests/fixtures/fixture.ts'
import { publishOnePage, publishZine, uploadPicture } from '#tests/support/library.ts'
import { createOperator } from '#tests/support/operator.ts'
import { openTestApp } from '#tests/support/test-app.ts'
import { fieldLabels } from './labels.ts'
import { createOperatorBrowser, openOperatorBrowser, printCode } from './operate.testing.ts'
import { type Action, operatePages, targetOf, terminalOnly } from './operate-pages.ts'
import { hiddenKeys } from './render-values.ts'

const backupDir = await mkdtemp(join(tmpdir(), 'foldout-test-backups-'))
afterAll(() => rm(backupDir, { recursive: true, force: true }))
const site = await openTestApp({
  jobs: true,
  settings: { BACKUP_DIR: backupDir, REPORTS_TO: 'reports@mail.example' },
  languages: ['en', 'de', 'ar'],
})
const { runAdmin, runJson } = createOperator(site)
const robin = await openOperatorBrowser(site)

const allActions = operatePages.flatMap(({ lists, actions = [], entryActions = [] }) => [
  ...actions,
  ...entryActions,
  ...lists.flatMap(({ rowAction }) => rowAction ?? []),
])

test('every command has a page, or a reason to be only in the terminal', () => {
  const onPages = operatePages.flatMap(({ lists, details }) => [...lists.map(({ command }) => command), details ?? []])
  const known = [...onPages.flat(), ...allActions.map(({ command }) => command), ...Object.keys(terminalOnly)]
  expect([...new Set(known)].sort()).toEqual(commands.map(({ name }) => name).sort())
})

const member = async () => (await site.signUp()).id
const published = async () => (await publishOnePage(site, await site.signUp(), 'Moths at night')).id
const reason = 'Page 3 shows a letter.'

async function waiting() {
  const id = await member()
  await site.sql('update users set awaiting_since = now() where id = $1', id)
  return id
}
async function suspended() {
  const id = await member()
  await runAdmin('member', 'suspend', id, '--reason', reason, '--as', 'Kim')
  return id
}
async function hidden() {
  const id = await published()
  await runAdmin('zine', 'hide', id, '--reason', reason, '--as', 'Kim')
  return id
}
async function reported() {
  await site.post('/api/reports', { zineId: await published(), reason: 'private', words: 'My letter is on page 3.' })
  return (await runJson('report', 'list', '--limit', '1')).rows[0].id
}
const failed = async (name: 'sweep-media' | 'send-moderation-email') => {
  const payload = { emailId: '01980000-0000-7000-8000-000000000000' }
  await site.db
    .transaction()
    .execute((tx) => enqueueJob(tx, name as 'send-moderation-email', payload, { afterSeconds: 3_600 }))
  const [row] = await site.sql<{ id: string }>(
    `update graphile_worker._private_jobs set attempts = max_attempts, last_error = 'It failed.'
     where id = (select max(id) from graphile_worker._private_jobs) returning id`,
  )
  return row?.id ?? ''
}
const blocked = async () => {
  await runAdmin('block-media', 'add', await published(), '--as', 'Kim')
  return (await runJson('block-media', 'list', '--limit', '1')).rows[0].hash
}

/** Each action of the pages: the page, what it acts on, the fields of its form, and its line in the audit log. */
type Sent = { page: string; act: string; target?: () => Promise<string>; fields?: Record<string, string> }
const sent: Record<string, Sent | Sent[]> = {
  'report resolve': [
    { page: 'reports', act: 'zine hidden', target: reported, fields: { act: 'hide', reason } },
    { page: 'reports', act: 'zine kept', target: reported, fields: { act: 'keep' } },
    { page: 'reports', act: 'zine removed', target: reported, fields: { act: 'remove', reason, yes: 'true' } },
  ],
  'member approve': { page: 'members', act: 'member approved', target: waiting },
  'member refuse': { page: 'members', act: 'member refused', target: waiting },
  'member reset-password': { page: 'members', act: 'password link emailed', target: member },
  'member sign-out': { page: 'members', act: 'member signed out', target: member },
  'member restore': { page: 'members', act: 'member restored', target: suspended },
  'member suspend': { page: 'members', act: 'member suspended', target: member, fields: { reason } },
  'member remove': { page: 'members', act: 'member removed', target: member, fields: { yes: 'true' } },
  'invite create': { page: 'members', act: 'invite created', fields: { uses: '3', days: '7', note: 'for the fair' } },
  'invite revoke': {
    page: 'members',
    act: 'invite revoked',
    target: async () => (await runJson('invite', 'create', '--as', 'Kim')).id,
  },
  'member create': {
    page: 'members',
    act: 'member created',
    fields: { username: 'newcomer', email: 'new@mail.example' },
  },
  'block-email-domain add': { page: 'members', act: 'email domain blocked', fields: { domain: 'spam.example' } },
  'block-email-domain remove': {
    page: 'members',
    act: 'email domain unblocked',
    target: async () => {
      await runAdmin('block-email-domain', 'add', 'other.example', '--as', 'Kim')
      return 'other.example'
    },
  },
  'zine content-note': { page: 'zines', act: 'content note set', target: published, fields: { note: 'Blood', reason } },
  'zine restore': { page: 'zines', act: 'zine restored', target: hidden },
  'zine hide': { page: 'zines', act: 'zine hidden', target: published, fields: { reason } },
  'zine remove': { page: 'zines', act: 'zine removed', target: published, fields: { reason, yes: 'true' } },
  'block-media add': { page: 'zines', act: 'media blocked', target: published, fields: { note: 'spam' } },
  'block-media remove': { page: 'zines', act: 'media unblocked', target: blocked },
  'mail retry': [
    { page: 'mail', act: 'mail retried', target: () => failed('send-moderation-email') },
    { page: 'mail', act: 'mail retried' },
  ],
  'jobs retry': [
    { page: 'mail', act: 'job retried', target: () => failed('sweep-media') },
    { page: 'mail', act: 'job retried' },
  ],
  'mail test': { page: 'mail', act: 'test mail sent', fields: { address: 'robin@mail.example' } },
  'backups request': { page: 'backups', act: 'backup requested' },
  announce: {
    page: 'announcement',
    act: 'announcement set',
    fields: { text: 'Closed on Friday.', until: '2090-01-01' },
  },
  'announcement remove': { page: 'announcement', act: 'announcement removed' },
}
const cases = Object.entries(sent).flatMap(([command, each]) => [each].flat().map((one) => ({ command, ...one })))

test('every action is tried here', () => {
  expect(Object.keys(sent).sort()).toEqual([...new Set(allActions.map(({ command }) => command))].sort())
})

const operatorRows = () => site.sql(`select operator, act from audit_log where operator = 'Robin' order by at, id`)

test.each(cases)('$command: $act, with one line in the audit log', async ({ command, page, act, target, fields }) => {
  if (command === 'mail retry' && !target) await failed('send-moderation-email')
  if (command === 'jobs retry' && !target) await failed('sweep-media')
  const id = await target?.()
  const before = await operatorRows()
  const hasEntry = operatePages.some(
    (each) => each.path === page && each.entryActions?.some((one) => one.command === command),
  )
  const path = hasEntry ? `/operate/${page}/${id}` : `/operate/${page}`
  const shown = await robin.get(path)
  expect(shown.status).toBe(200)
  expect(shown.text).toContain(`name="command" value="${command}"`)
  const form = { command, ...(id && { target: id }), ...fields }
  const { status, text } = await robin.post(path, form)
  expect(text).toContain('class="done"')
  expect(status).toBe(200)
  expect((await operatorRows()).slice(before.length)).toEqual([{ operator: 'Robin', act }])
})

test('what cannot be undone asks for a confirmation, and keeps what was written', async () => {
  const id = await published()
  const form = { command: 'zine remove', target: id, reason: 'A “letter” & more' }
  const refused = await robin.post(`/operate/zines/${id}`, form)
  expect(refused.status).toBe(400)
  expect(refused.text).toMatch(/role="alert">This would permanently remove “Moths at night”/)
  expect(refused.text).toContain('A “letter” &#38; more</textarea>')
  expect((await site.get(`/api/zines/${id}`)).status).toBe(200)
  await robin.post(`/operate/zines/${id}`, { ...form, yes: 'true' })
  expect((await site.get(`/api/zines/${id}`)).status).toBe(404)
})

test('two operators who decide at the same time take one decision', async () => {
  const [id, kim] = [await reported(), await openOperatorBrowser(site, 'Kim')]
  const form = { command: 'report resolve', target: id, act: 'hide', reason }
  const answers = await Promise.all([robin, kim].map((each) => each.post(`/operate/reports/${id}`, form)))
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect(answers.filter(({ text }) => text.includes('It was already resolved.'))).toHaveLength(1)
})

test('who was slower learns why nothing happened, though the form is gone', async () => {
  const id = await reported()
  await runAdmin('report', 'resolve', id, 'keep', '--as', 'Kim')
  const { text } = await robin.post(`/operate/reports/${id}`, { command: 'report resolve', target: id, act: 'hide' })
  expect(text).toContain('Its creator needs a reason.')
})

test('a member who waits is approved in the list, which stays filtered', async () => {
  const id = await waiting()
  const { text } = await robin.get('/operate/members?waiting=true')
  expect(text).toContain('action="/operate/members?waiting=true"')
  const answer = await robin.post('/operate/members?waiting=true', { command: 'member approve', target: id })
  expect(answer.text).toContain('is approved, and gets an email.')
  expect(answer.text).toContain('name="waiting" value="true" checked')
})

test('a report leads to the pages of its zine and its creator, and the audit log to what changed', async () => {
  const id = await reported()
  const { zineId, creatorId } = await runJson('report', 'show', id)
  const { text } = await robin.get(`/operate/reports/${id}`)
  for (const path of [`zines/${zineId}`, `members/${creatorId}`]) expect(text).toContain(`href="/operate/${path}"`)
  await runAdmin('report', 'resolve', id, 'hide', '--reason', reason, '--as', 'Kim')
  expect((await robin.get('/operate/audit')).text).toContain(`href="/operate/zines/${zineId}"`)
})

test('a report is shown with the pages of its zine, earlier reports, decisions and the reply', async () => {
  const id = await reported()
  const { zineId } = await runJson('report', 'show', id)
  await site.post('/api/reports', { zineId, reason: 'spam' }, await site.signUp())
  await runAdmin('report', 'resolve', id, 'hide', '--reason', reason, '--as', 'Kim')
  await site.sql(`update decisions set reply = 'It is a drawing.' where zine_id = $1`, zineId)
  const { text } = await robin.get(`/operate/reports/${id}`)
  for (const part of ['My letter is on page 3.', 'It is spam', reason, 'It is a drawing.']) expect(text).toContain(part)
  expect(text).toMatch(/<img src="\/operate\/media\/[0-9a-f]{32}-800\.webp"/)
})

test('only operators see the pictures of a hidden zine', async () => {
  const ana = await site.signUp()
  const { url } = await uploadPicture(site, ana, fixture('photo.avif'))
  const { id } = await publishZine(site, ana, { title: 'A letter', mediaFiles: [url] })
  await runAdmin('zine', 'hide', id, '--reason', reason, '--as', 'Kim')
  const name = url.replace('/media/', '')
  await expect.poll(async () => (await site.get(`/media/${name}`)).status, { timeout: 10_000 }).toBe(404)
  for (const cookie of ['', ana.cookie])
    expect((await site.call({ path: `/operate/media/${name}`, headers: { cookie } })).status).toBe(401)
  const { status, headers } = await robin.get(`/operate/media/${name}`)
  expect([status, headers['content-type'], headers['cache-control']]).toEqual([200, 'image/webp', 'private, no-store'])
  for (const other of ['secret', '..%2fsecret', `${'a'.repeat(32)}-1600.webp`])
    expect((await robin.get(`/operate/media/${other}`)).status).toBe(404)
})

test('lists are filtered and continued, each on its own', async () => {
  for (let count = 0; count < 51; count += 1)
    await runAdmin('invite', 'create', '--note', `note ${count}`, '--as', 'Kim')
  const ana = await site.signUp('ana_of_the_moths')
  const { text } = await robin.get('/operate/members?search=of_the_moths')
  expect(text).toContain(`/operate/members/${ana.id}`)
  expect(text.match(/href="\/operate\/members\/[0-9a-f]/g)).toHaveLength(1)
  const more = /href="(\/operate\/members\?[^"]*1-after=[^"]*)"/.exec(text)?.[1]?.replaceAll('&#38;', '&') ?? ''
  const continued = (await robin.get(more)).text
  expect(continued).toContain('note 0<')
  expect(continued.match(/href="\/operate\/members\/[0-9a-f]/g)).toHaveLength(1)
  expect((await robin.get('/operate/members?after=invented')).text).toContain('must be a CURSOR')
})

const inputsOf = ({ command, fixed = {} }: Pick<Action, 'command' | 'fixed'>) =>
  parametersOf(commandOf(command)).flatMap(([name]) => (name in fixed || ['limit', 'after'].includes(name) ? [] : name))

test('every field of every page has a name', async () => {
  // Requested above.
  await expect.poll(async () => (await runJson('backups', 'list')).rows.length, { timeout: 20_000 }).toBe(1)
  await runAdmin('verify')
  await runAdmin('announce', 'Hello', '--as', 'Kim')
  await failed('sweep-media')
  await failed('send-moderation-email')
  const entries = { 'report show': await reported(), 'member show': await suspended(), 'zine show': await hidden() }
  const results = [
    ...operatePages.flatMap(({ lists }) => lists.map(({ command }) => command.split(' '))),
    ...Object.entries(entries).map(([name, id]) => [...name.split(' '), id]),
  ]
  const keys = new Set(operatePages.flatMap(({ actions = [], lists }) => [...actions, ...lists]).flatMap(inputsOf))
  for (const action of operatePages.flatMap(({ entryActions = [] }) => entryActions))
    for (const name of inputsOf(action)) if (name !== targetOf(commandOf(action.command))) keys.add(name)
  const collect = (value: unknown) => {
    if (Array.isArray(value)) value.forEach(collect)
    else if (typeof value === 'object' && value !== null)
      for (const [key, each] of Object.entries(value)) {
        keys.add(key)
        collect(each)
      }
  }
  for (const argv of results) {
    const { code, next, ...result } = await runJson(...argv)
    expect(code).toBe(0)
    collect(result)
  }
  const pagesOnly = ['pictures', 'url', 'altText', 'next']
  expect([...keys].filter((key) => !(key in fieldLabels) && !hiddenKeys.has(key) && !pagesOnly.includes(key))).toEqual(
    [],
  )
})

test('the overview names first what needs attention', async () => {
  await reported()
  const { rows } = await runJson('overview')
  expect(rows).toContainEqual({ state: 'warning', about: 'reports', says: expect.stringMatching(/^\d+ reports? wait/) })
  const order = rows.map(({ state }: { state: string }) => ['problem', 'warning', 'not checked', 'ok'].indexOf(state))
  expect(order).toEqual(order.toSorted())
})

test('settings are shown with their source, and no secret', async () => {
  process.env.OIDC_CLIENT_SECRET = 'a-secret-of-the-provider'
  const addresses = ['https://robin:a-secret@mail.example/version', 'https:robin:a-secret@mail.example']
  try {
    process.env.VERSION_URL = addresses[0]
    process.env.CONTACT_URL = addresses[1]
    const { text } = await robin.get('/operate/settings')
    expect(text).toMatch(/OIDC_CLIENT_SECRET[\s\S]*?•••[\s\S]*?Environment/)
    expect(text).not.toContain('a-secret')
  } finally {
    delete process.env.OIDC_CLIENT_SECRET
    delete process.env.VERSION_URL
    delete process.env.CONTACT_URL
  }
})

test('the pages are in the language of the browser', async () => {
  const german = createOperatorBrowser(site, { 'accept-language': 'de' })
  await german.open(await printCode(site))
  const { text } = await german.get('/operate/reports')
  expect(text).toContain('<html lang="de" dir="ltr">')
  expect(text).not.toContain('>Reports<')
  expect((await german.get('/operate?lang=ar')).text).toContain('<html lang="ar" dir="rtl">')
})

test('a report email leads to a link by email, which asks for a name', async () => {
  await reported()
  const newest = async (subject: RegExp) => {
    const found = (await site.outbox()).filter((mail) => subject.test(mail.subject ?? '')).at(-1)
    const link = found?.links.find((each) => each.includes('/operate/open#'))
    return new URLSearchParams(link?.split('#')[1]).get('code') ?? ''
  }
  await expect.poll(() => newest(/^Reported on Foldout/), { timeout: 10_000 }).toHaveLength(43)
  const reader = createOperatorBrowser(site)
  const { status, text } = await reader.open(await newest(/^Reported on Foldout/))
  expect([status, reader.cookie()]).toEqual([200, ''])
  expect(text).toContain('A link was sent')
  await expect.poll(() => newest(/^Your link/), { timeout: 10_000 }).toHaveLength(43)
  const code = await newest(/^Your link/)
  expect(await reader.open(code)).toMatchObject({ status: 400, text: expect.stringContaining('Enter your name') })
  expect((await reader.open(code, 'Sam')).status).toBe(303)
  expect((await reader.get('/operate')).text).toContain('Sam (by email)')
  expect((await reader.open(code, 'Sam')).status).toBe(400)
})
