import { expect, test } from 'vitest'
import type { Decision, HiddenZineList } from '#contract/moderation.ts'
import { FullZine } from '#contract/zines.ts'
import { confirmEmail, findMail } from '#tests/support/account.ts'
import { publishOnePage } from '#tests/support/library.ts'
import { type Member, openTestApp } from '#tests/support/test-app.ts'
import { decisionInput, operatorActions } from './moderation.testing.ts'

const site = await openTestApp({ jobs: true, settings: { REPORTS_TO: 'operator@example.org' } })
const ana = await site.signUp()
const ben = await site.signUp()
const { changeNote, hide, remove, restore, restoreMember, suspend, removeMember, settle, expectNoFaults } =
  operatorActions(site)

type ResponseBody = { decision: Decision; decisions: Decision[]; error: string }
const post = (path: string, body: object, as?: Member) => site.post<ResponseBody>(`/api/decisions/${path}`, body, as)
const decisionsOf = async (as: Member, of = as, query = '') =>
  site.get<ResponseBody>(`/api/users/${of.id}/decisions${query}`, as)
function replyToken({ links }: { links: string[] }) {
  const link = links.find((address) => address.includes('/reply#')) ?? ''
  return new URLSearchParams(new URL(link).hash.slice(1)).get('token') ?? ''
}

test('a hidden zine is visible to its creator, with the reason; to everyone else it is absent', async () => {
  const [first, second] = [await publishOnePage(site, ana, 'First'), await publishOnePage(site, ana, 'Second')]
  await site.post('/api/favorites/zines', { zineId: first.id }, ben)
  for (const { id } of [first, second]) await hide(id)
  const read = (as?: Member) => site.get<{ zine: FullZine }>(`/api/zines/${first.id}`, as)
  const response = await read(ana)
  const hidden = { at: expect.any(String), reason: decisionInput.reason }
  expect(FullZine.strict().parse(response.body.zine)).toMatchObject({
    title: 'First',
    favoriteCount: 1,
    hidden,
  })
  expect([(await read()).status, (await read(ben)).status]).toEqual([404, 404])
  const path = `/api/zines/${first.id}`
  expect((await site.put(path, { version: 1, title: 'Mine now' }, ben)).status).toBe(404)
  expect((await site.delete(path, ben, {})).status).toBe(404)
  const list = (query: string, as = ana) => site.get<HiddenZineList>(`/api/users/${ana.id}/hidden-zines${query}`, as)
  const page = (await list('?limit=1')).body
  expect(page.zines).toMatchObject([{ id: second.id, hidden }])
  const nextPage = (await list(`?limit=1&cursor=${page.nextCursor}`)).body
  expect(nextPage).toMatchObject({ zines: [{ id: first.id, favoriteCount: 1 }], nextCursor: null })
  expect((await list('', ben)).status).toBe(403)
})

test('a decision can be replied to once, only by its creator, and the reply goes to the operator', async () => {
  const zine = await publishOnePage(site, ana, 'Answered')
  await hide(zine.id)
  const [decision] = (await decisionsOf(ana, ana, '?limit=1')).body.decisions
  expect(decision).toMatchObject({
    act: 'zine hidden',
    reason: decisionInput.reason,
    zineId: zine.id,
    reply: null,
  })
  expect((await decisionsOf(ben, ana)).status).toBe(403)
  const reply = (text: string, as = ana) => post(`${decision?.id}/reply`, { words: text }, as)
  expect((await reply('Not mine', ben)).status).toBe(404)
  expect((await reply('  ')).body.error).toBe('Please write a reply.')
  const responses = await Promise.all(['It is my letter.', 'Another.'].map((text) => reply(text)))
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 400])
  const acceptedReply = responses.find(({ status }) => status === 200)?.body.decision.reply ?? ''
  expect((await reply(acceptedReply)).status).toBe(200)
  expect((await reply('Something else')).body.error).toMatch(/^You have already replied to this decision\./)
  const email = await findMail(site, 'operator@example.org', /replied/)
  expect(email.text).toContain(`“${acceptedReply}”`)
  expect(email.text).toContain(`/zine/${zine.id}`)
  expect((await site.outbox()).filter(({ to }) => to === email.to)).toHaveLength(1)
})

test('the mail about it has the reason and a link that answers without a sign-in; a forged one answers nothing', async () => {
  const cleo = await site.signUp()
  const zine = await publishOnePage(site, cleo, 'By <b>mail</b>')
  await hide(zine.id)
  const mail = await findMail(site, cleo.email, /was hidden/)
  expect(mail.text).toContain(`The reason: ${decisionInput.reason}`)
  // The address is unconfirmed and may be a stranger's, so the mail contains no user text.
  expect(mail.text).not.toContain('mail</b>')
  const token = replyToken(mail)
  expect(await post('read', { token })).toMatchObject({
    status: 200,
    body: { decision: { act: 'zine hidden', title: 'By <b>mail</b>', reply: null } },
  })
  const expired = { status: 400, body: { code: 'link_expired' } }
  for (const forged of ['', token.slice(1), `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`]) {
    expect(await post('read', { token: forged })).toMatchObject(expired)
    expect(await post('reply', { token: forged, words: 'Forged' })).toMatchObject(expired)
  }
  expect((await post('reply', { token, words: 'By link' })).body.decision.reply).toBe('By link')
  expect((await post('reply', { token, words: 'Again' })).status).toBe(400)
  expect((await decisionsOf(cleo)).body.decisions).toMatchObject([{ reply: 'By link' }])
})

test('the creator gets the reason of a content note, sees the zine with it, can reply and can change it', async () => {
  const cleo = await site.signUp()
  const zine = await publishOnePage(site, cleo, 'With needles')
  const path = `/api/zines/${zine.id}`
  const read = async () => (await site.get<{ zine: FullZine }>(path, cleo)).body.zine
  expect([await changeNote(zine.id, 'Needles'), await changeNote(zine.id, 'Needles')]).toEqual(['done', 'already'])
  expect(await read()).toMatchObject({ version: 2, contentNote: { text: 'Needles', coversPages: true } })
  const mail = await findMail(site, cleo.email, /has a new content note/)
  expect(mail.text).toContain(`The reason: ${decisionInput.reason}`)
  expect((await post('reply', { token: replyToken(mail), words: 'They are pins.' })).status).toBe(200)
  const contentNote = { text: 'Pins', coversPages: false }
  expect((await site.put(path, { version: 1, contentNote }, cleo)).body).toMatchObject({ code: 'changed_elsewhere' })
  expect((await site.put(path, { version: 2, contentNote }, cleo)).status).toBe(200)
  expect(await read()).toMatchObject({ contentNote })
  expect([await changeNote(zine.id, ''), await changeNote(zine.id, '')]).toEqual(['done', 'already'])
  expect(await read()).toMatchObject({ version: 4, contentNote: null })
  expect((await findMail(site, cleo.email, /^The content note .* was removed/)).text).toContain(decisionInput.reason)
  expect((await decisionsOf(cleo)).body.decisions).toMatchObject([
    { act: 'content note removed', title: 'With needles', reply: null },
    { act: 'content note set', zineId: zine.id, reason: decisionInput.reason, reply: 'They are pins.' },
  ])
})

test('a zine that is hidden, or whose creator is suspended, gets the note and stays hidden', async () => {
  const cleo = await site.signUp()
  const zine = await publishOnePage(site, cleo, 'Hidden needles')
  const read = async (as?: Member) => (await site.get<{ zine: FullZine }>(`/api/zines/${zine.id}`, as)).body.zine
  const isFound = async () => (await site.get('/api/search/zines?search=needles')).text.includes(zine.id)
  await hide(zine.id)
  expect(await changeNote(zine.id, 'Needles')).toBe('done')
  expect([await read(), await isFound()]).toEqual([undefined, false])
  expect(await read(cleo)).toMatchObject({ contentNote: { text: 'Needles' }, hidden: { at: expect.any(String) } })
  await suspend(cleo.id)
  expect(await changeNote(zine.id, 'Long needles')).toBe('done')
  expect(await isFound()).toBe(false)
  await restore(zine.id)
  await restoreMember(cleo.id)
  await settle(cleo.id)
  expect(await read()).toMatchObject({ contentNote: { text: 'Long needles', coversPages: true } })
  expect(await isFound()).toBe(true)
  await expectNoFaults()
  await remove(zine.id)
  expect(await changeNote(zine.id, 'Too late')).toBe('absent')
})

test('a member with a confirmed address sees the title there, also of a removed zine', async () => {
  const cleo = await site.signUp()
  await confirmEmail(site, cleo)
  await remove((await publishOnePage(site, cleo, 'Torn out')).id)
  expect((await findMail(site, cleo.email, /was removed/)).text).toContain('Zine: “Torn out”')
})

test('a suspended member is notified and replies by the link; a removed one is notified at their old address', async () => {
  const [dora, eve] = [await site.signUp(), await site.signUp()]
  await suspend(dora.id)
  await removeMember(eve.id)
  const token = replyToken(await findMail(site, dora.email, /suspended/))
  expect((await post('reply', { token, words: 'Why?' })).status).toBe(200)
  expect((await findMail(site, eve.email, /was removed/)).text).toContain(decisionInput.reason)
})
