import { PassThrough } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { operatorActions } from '#server/moderation/moderation.testing.ts'
import { expireRecentSignIns, signInFromNewBrowser } from '#tests/support/account.ts'
import { createBrowser } from '#tests/support/browser-cookies.ts'
import { publishOnePage } from '#tests/support/library.ts'
import { createOperator } from '#tests/support/operator.ts'
import { childrenOf, readXml, textOf } from '#tests/support/strict-xml.ts'
import { callConcurrently, type Member, openTestApp } from '#tests/support/test-app.ts'
import { unzip } from '#tests/support/unzip.ts'

const here = 'https://zines.example'
const log = new PassThrough()
const site = await openTestApp({ settings: { PUBLIC_URL: here, LOG_LEVEL: 'info', RATE_LIMITS: 'on' }, logTo: log })
const { hide, suspend, restoreMember } = operatorActions(site)
const { runAdmin } = createOperator(site)
const maker = await site.signUp('lowvoltage')
const reader = await site.signUp()
await site.post('/api/favorites/creators', { creatorId: maker.id }, reader)

const pathOf = (member: Member) => `/api/users/${member.id}/following-feed`
const renew = async (member = reader) =>
  (await site.post<{ feedUrl: string }>(pathOf(member), undefined, member)).body.feedUrl
const read = (feedUrl: string, headers = {}) => site.call({ path: feedUrl.replace(here, ''), headers })
const titlesOf = (xml: string) => childrenOf(readXml(xml), 'entry').map((entry) => textOf(entry, 'title'))
const shownUrl = async (member = reader) => (await site.get<{ feedUrl?: string }>(pathOf(member), member)).body.feedUrl

test('a private feed has the zines of followed creators for a program without a session', async () => {
  await publishOnePage(site, maker, 'Moth Radio')
  await publishOnePage(site, await site.signUp(), 'Not followed')
  expect(await shownUrl()).toBeUndefined()
  const feedUrl = await renew()
  expect(feedUrl).toMatch(/^https:\/\/zines\.example\/feeds\/following\.atom\?key=[\w-]{43}$/)
  expect(await shownUrl()).toBe(feedUrl)
  const response = await read(feedUrl)
  expect(response).toMatchObject({
    status: 200,
    headers: {
      'cache-control': 'private, no-cache',
      'x-robots-tag': 'noindex',
      'referrer-policy': 'no-referrer',
      'content-type': 'application/atom+xml; charset=utf-8',
    },
  })
  expect(response.headers).not.toHaveProperty('access-control-allow-origin')
  expect(titlesOf(response.text)).toEqual(['Moth Radio'])
  const unchanged = await read(feedUrl, { 'if-none-match': response.headers.etag })
  expect(unchanged).toMatchObject({ status: 304, text: '' })
})

test('a private feed omits what its member blocked or hid, and what a moderator hid', async () => {
  const feedUrl = await renew()
  const [unwanted, hidden] = [
    await publishOnePage(site, maker, 'Unwanted'),
    await publishOnePage(site, maker, 'Hidden'),
  ]
  await site.put(`/api/users/${reader.id}/unwanted-zines/${unwanted.id}`, undefined, reader)
  await hide(hidden.id)
  expect(titlesOf((await read(feedUrl)).text)).toEqual(['Moth Radio'])
  await site.put(`/api/users/${maker.id}/blocks/${reader.id}`, undefined, maker)
  expect(titlesOf((await read(feedUrl)).text)).toEqual([])
  await site.delete(`/api/users/${maker.id}/blocks/${reader.id}`, maker)
})

test('only the latest address works, also after concurrent renewals, and none once it is switched off', async () => {
  const first = await renew()
  const addresses = await callConcurrently(4, () => renew())
  expect(new Set([first, ...addresses]).size).toBe(5)
  const statuses = await Promise.all([first, ...addresses].map(async (url) => (await read(url)).status))
  expect(statuses.filter((status) => status === 200)).toHaveLength(1)
  const current = (await shownUrl()) ?? ''
  expect((await read(current)).status).toBe(200)
  for (let n = 0; n < 2; n++) expect((await site.delete(pathOf(reader), reader)).status).toBe(200)
  expect(await shownUrl()).toBeUndefined()
  expect(await read(current)).toMatchObject({ status: 404, body: { error: 'There is no such feed.' } })
})

test('a stranger cannot see, renew or switch off a private feed', async () => {
  const feedUrl = await renew()
  for (const stranger of [maker, undefined])
    for (const method of ['GET', 'POST', 'DELETE'] as const)
      expect((await site.call({ method, path: pathOf(reader), as: stranger })).status).toBe(stranger ? 403 : 401)
  expect((await site.get(`/api/users/${reader.id}/subscriptions`, maker)).status).toBe(403)
  expect((await read(feedUrl)).status).toBe(200)
  for (const key of ['', 'key=short', `key=${'A'.repeat(43)}`, `key=${'A'.repeat(43)}&key=${'B'.repeat(43)}`])
    expect([400, 404]).toContain((await site.get(`/feeds/following.atom?${key}`)).status)
})

test('a private feed ends with its account, and while the account is suspended', async () => {
  const member = await site.signUp()
  const feedUrl = await renew(member)
  await suspend(member.id)
  expect((await read(feedUrl)).status).toBe(404)
  await restoreMember(member.id)
  const newUrl = (await shownUrl((await signInFromNewBrowser(site, member)).as)) ?? ''
  expect((await read(newUrl)).status).toBe(200)
  await site.sql('update users set deleting_at = now() where id = $1', member.id)
  expect((await read(newUrl)).status).toBe(404)
  const leaving = await site.signUp()
  const lastUrl = await renew(leaving)
  const deleted = await site.delete(`/api/users/${leaving.id}`, leaving, { username: leaving.username })
  expect(deleted.status).toBe(200)
  expect((await read(lastUrl)).status).toBe(404)
  expect(await site.sql('select from subscriptions where user_id = $1', leaving.id)).toEqual([])
})

test('the export names the choice of a digest and the private feed', async () => {
  const feedUrl = await renew()
  await site.put(`/api/users/${reader.id}/digest`, { digest: 'off' }, reader)
  const headers = { cookie: reader.cookie }
  const zip = await unzip((await site.app.inject({ url: `/api/users/${reader.id}/export`, headers })).rawPayload)
  const account = JSON.parse(String(zip.get('account.json')))
  expect(account).toMatchObject({ digest: 'off', hasPrivateFeed: true })
  expect([...zip.values()].join()).not.toContain(feedUrl.slice(-43))
})

test('requests for private feeds and to unsubscribe are limited per network', async () => {
  const feedPath = (await renew()).replace(here, '')
  const unsubscribe = { method: 'POST', path: `/api/digest/unsubscribe?token=${'A'.repeat(43)}` } as const
  for (const [limit, request] of [
    ['following-feeds', { path: feedPath }],
    ['unsubscribe', unsubscribe],
  ] as const) {
    const [here, elsewhere] = ['192.0.2.1', '192.0.2.2']
    expect((await site.call({ ...request, from: here })).status).not.toBe(429)
    await site.sql('update rate_limit_points set points = 600 where key like $1', `${limit}:%`)
    expect((await site.call({ ...request, from: here })).status).toBe(429)
    expect((await site.call({ ...request, from: elsewhere })).status).not.toBe(429)
    await site.sql('delete from rate_limit_points where key like $1', `${limit}:%`)
  }
})

test('logs contain no secret of a private feed or of a link to unsubscribe', async () => {
  const feedUrl = await renew()
  await read(feedUrl)
  await site.post(`/api/digest/unsubscribe?token=${'A'.repeat(43)}`)
  log.end()
  const lines = String(await buffer(log))
  expect(lines).toContain('"/feeds/following.atom"')
  expect(lines).toContain('"/api/digest/unsubscribe"')
  expect(lines).not.toMatch(new RegExp(`${feedUrl.slice(-43)}|${'A'.repeat(43)}`))
})

test('showing or renewing the address requires a recent sign-in, and switching it off does not', async () => {
  const member = await site.signUp()
  const feedUrl = await renew(member)
  await expireRecentSignIns(site, member)
  for (const method of ['GET', 'POST'] as const)
    expect((await site.call({ method, path: pathOf(member), as: member })).body).toMatchObject({
      code: 'confirmation_needed',
    })
  expect((await site.get(`/api/users/${member.id}/subscriptions`, member)).text).not.toContain(feedUrl.slice(-43))
  expect((await read(feedUrl)).status).toBe(200)
  expect((await site.delete(pathOf(member), member)).status).toBe(200)
  expect((await read(feedUrl)).status).toBe(404)
})

test.each<[string, (member: Member) => Promise<unknown>]>([
  ['a sign-out on all devices', async (member) => createBrowser(site, member).delete('/api/auth/sessions')],
  [
    'a new password',
    async (member) =>
      createBrowser(site, member).auth('change-password', {
        currentPassword: member.password,
        newPassword: 'a new one',
      }),
  ],
  ['an operator’s sign-out', async ({ username }) => runAdmin('member', 'sign-out', username)],
  ['an operator’s sign-out of everyone', async () => runAdmin('member', 'sign-out', '--all')],
])('%s gives the feed a new address', async (_, signOut) => {
  const member = await site.signUp()
  const [feedUrl, others] = [await renew(member), await renew(reader)]
  await signOut(member)
  expect((await read(feedUrl)).status).toBe(404)
  const secrets = await site.sql('select feed_secret as secret from subscriptions where user_id = $1', member.id)
  expect(secrets).toEqual([{ secret: expect.stringMatching(/^[\w-]{43}$/) }])
  expect((await read(`/feeds/following.atom?key=${secrets[0]?.secret}`)).status).toBe(200)
  const isForAll = (await read(others)).status === 404
  expect(isForAll).toBe(_.endsWith('everyone'))
  if (isForAll) Object.assign(reader, (await signInFromNewBrowser(site, reader)).as)
})

test('a renewal by a session that ends meanwhile gives the thief no address', async () => {
  const member = await site.signUp()
  await renew(member)
  const [renewed] = await Promise.all([
    site.post<{ feedUrl?: string }>(pathOf(member), undefined, member),
    runAdmin('member', 'sign-out', member.username),
  ])
  if (renewed.body.feedUrl) expect((await read(renewed.body.feedUrl)).status).toBe(404)
  else expect(renewed.status).toBe(401)
})
