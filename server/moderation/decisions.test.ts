import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Decision, HiddenZineList } from '#contract/moderation.ts'
import { OpenZine } from '#contract/zines.ts'
import { publishAs } from '#tests/support/library.ts'
import { type Member, startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { hideZine, removeZine } from './hide-zine.ts'
import { removeMember, suspendMember } from './suspend-member.ts'

let site: TestApp
let ana: Member
let ben: Member
beforeAll(async () => {
  site = await startTestApp({ jobs: true, settings: { REPORTS_TO: 'operator@example.org' } })
  ana = await site.signUp()
  ben = await site.signUp()
})
afterAll(() => site.close())

const given = { reason: 'It shows a letter.', actor: 'operator' as const }
const hide = (zineId: string) => site.db.transaction().execute((tx) => hideZine(tx, { zineId, ...given }))
type Answered = {
  decision: Decision
  decisions: Decision[]
  nextCursor: string | null
  error: string
  code: string
}
const post = (path: string, body: object, as?: Member) =>
  site.call<Answered>({ method: 'POST', path: `/api/decisions/${path}`, body, ...(as && { as }) })
const decisionsOf = async (as: Member, of = as, query = '') =>
  site.call<Answered>({ path: `/api/users/${of.id}/decisions${query}`, as })
const mailsTo = (address: string, subject: string) =>
  vi.waitFor(
    async () => {
      const mails = (await site.outbox()).filter(
        (mail) => mail.to === address && mail.subject.includes(subject),
      )
      expect(mails).not.toEqual([])
      return mails
    },
    { timeout: 30_000, interval: 50 },
  )
const tokenOf = (link = '') => new URLSearchParams(new URL(link).hash.slice(1)).get('token') ?? ''

test('a hidden zine is its maker’s to see, with the reason; to everybody else it is absent', async () => {
  const [first, second] = [await publishAs(site, ana, 'First'), await publishAs(site, ana, 'Second')]
  await site.call({ method: 'POST', path: '/api/favorites/zines', body: { zineId: first.id }, as: ben })
  for (const { id } of [first, second]) await hide(id)
  const read = (as?: Member) =>
    site.call<{ zine: OpenZine }>({ path: `/api/zines/${first.id}`, ...(as && { as }) })
  const own = await read(ana)
  const hidden = { at: expect.any(String), reason: given.reason }
  expect(OpenZine.strict().parse(own.body.zine)).toMatchObject({ title: 'First', favoriteCount: 1, hidden })
  expect([(await read()).status, (await read(ben)).status]).toEqual([404, 404])
  for (const [method, body] of [
    ['PUT', { version: 1, title: 'Mine now' }],
    ['DELETE', {}],
  ] as const)
    expect((await site.call({ method, path: `/api/zines/${first.id}`, body, as: ben })).status, method).toBe(
      404,
    )
  const list = (query: string, as = ana) =>
    site.call<HiddenZineList>({ path: `/api/users/${ana.id}/hidden-zines${query}`, as })
  const page = (await list('?limit=1')).body
  expect(page.zines).toMatchObject([{ id: second.id, hidden }])
  const rest = (await list(`?limit=1&cursor=${page.nextCursor}`)).body
  expect(rest).toMatchObject({ zines: [{ id: first.id, favoriteCount: 1 }], nextCursor: null })
  expect((await list('', ben)).status).toBe(403)
})

test('a decision is answered once, by its maker alone, and the answer goes to whoever runs the site', async () => {
  const zine = await publishAs(site, ana, 'Answered')
  await hide(zine.id)
  const [decision] = (await decisionsOf(ana, ana, '?limit=1')).body.decisions
  expect(decision).toMatchObject({ act: 'zine hidden', reason: given.reason, zineId: zine.id, reply: null })
  expect((await decisionsOf(ben, ana)).status).toBe(403)
  const reply = (words: string, as = ana) => post(`${decision?.id}/reply`, { words }, as)
  expect((await reply('Not mine', ben)).status).toBe(404)
  expect((await reply('  ')).body.error).toBe('Please write an answer.')
  const answers = await Promise.all(['It is my letter.', 'Another.'].map((words) => reply(words)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
  const kept = answers.find(({ status }) => status === 200)?.body.decision.reply ?? ''
  expect((await reply(kept)).status).toBe(200)
  expect((await reply('Something else')).body.error).toMatch(/^You have answered this already\./)
  const [letter, ...more] = await mailsTo('operator@example.org', 'answers you')
  expect(letter?.text).toContain(`“${kept}”`)
  expect(letter?.text).toContain(`/zine/${zine.id}`)
  expect(more).toEqual([])
})

test('the mail about it has the reason and a link that answers without a sign-in; a forged one answers nothing', async () => {
  const cleo = await site.signUp()
  const zine = await publishAs(site, cleo, 'By <b>mail</b>')
  await hide(zine.id)
  const [mail] = await mailsTo(cleo.email, 'was hidden')
  expect(mail?.text).toContain(`The reason: ${given.reason}`)
  // Nobody has confirmed this address, so it may be a stranger's: nothing that a member typed is in it.
  expect(mail?.text).not.toContain('mail</b>')
  const link = mail?.links.find((address) => address.includes('/reply#'))
  const token = tokenOf(link)
  expect(await post('read', { token })).toMatchObject({
    ...{ status: 200, body: { decision: { act: 'zine hidden', title: 'By <b>mail</b>', reply: null } } },
  })
  for (const forged of ['', token.slice(1), `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`])
    for (const path of ['read', 'reply'])
      expect(await post(path, { token: forged, ...(path === 'reply' && { words: 'Forged' }) })).toMatchObject(
        { status: 400, body: { code: 'link_expired' } },
      )
  expect((await post('reply', { token, words: 'By link' })).body.decision.reply).toBe('By link')
  expect((await post('reply', { token, words: 'Again' })).status).toBe(400)
  expect((await decisionsOf(cleo)).body.decisions).toMatchObject([{ reply: 'By link' }])
})

test('whoever confirmed their address reads the title there; of a removed zine too', async () => {
  const cleo = await site.signUp()
  await site.pool.query('update users set email_verified = true, confirmed_email = email where id = $1', [
    cleo.id,
  ])
  const zine = await publishAs(site, cleo, 'Torn out')
  await site.db.transaction().execute((tx) => removeZine(tx, { zineId: zine.id, ...given }))
  const [mail] = await mailsTo(cleo.email, 'was removed')
  expect(mail?.text).toContain('Zine: “Torn out”')
})

test('a suspended member is told and answers by the link; a removed one is told where they had their mail', async () => {
  const [dora, eve] = [await site.signUp(), await site.signUp()]
  await site.db.transaction().execute((tx) => suspendMember(tx, { userId: dora.id, ...given }))
  await site.db.transaction().execute((tx) => removeMember(tx, { userId: eve.id, ...given }))
  const [mail] = await mailsTo(dora.email, 'suspended')
  const token = tokenOf(mail?.links.find((address) => address.includes('/reply#')))
  expect((await post('reply', { token, words: 'Why?' })).status).toBe(200)
  const [farewell] = await mailsTo(eve.email, 'was removed')
  expect(farewell?.text).toContain(given.reason)
})
