import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { publishOnePage } from '#tests/support/library.ts'
import { type Member, openTestApp } from '#tests/support/test-app.ts'

const site = await openTestApp()
const ana = await site.signUp('Ana')
const zineId = (await publishOnePage(site, ana, 'Moths')).id

const read = (path: string, headers: Record<string, string> = {}, as?: Member) =>
  site.call({ path, headers, ...(as && { as }) })
const tagOf = async (path: string) => String((await read(path)).headers.etag)

test('a guest with a cached response gets 304 without a body', async () => {
  const paths = [
    '/api/zines',
    `/api/zines/${zineId}`,
    '/api/search/zines?search=moths',
    '/api/search/users',
    `/api/users/${ana.id}`,
    `/api/users/${ana.id}/zines`,
    `/api/users/${ana.id}/followers/count`,
    '/feeds/zines.atom',
    `/feeds/creators/${ana.id}.atom`,
    '/sitemap.xml',
    '/sitemaps/pages.xml',
    '/robots.txt',
    `/api/oembed?url=http://localhost:3000/zine/${zineId}`,
  ]
  for (const path of paths) {
    const first = await read(path)
    expect([path, first.status, first.headers.etag]).toEqual([path, 200, expect.stringMatching(/^W\/"/)])
    expect(first.headers['cache-control']).toMatch(/^public, /)
    const repeated = await read(path, { 'if-none-match': `"other", ${first.headers.etag}` })
    expect([path, repeated.status, repeated.text]).toEqual([path, 304, ''])
    expect(repeated.headers).toMatchObject({
      etag: first.headers.etag,
      'cache-control': first.headers['cache-control'],
    })
    for (const name of ['content-type', 'content-length', 'content-encoding'])
      expect([path, repeated.headers]).not.toHaveProperty(['1', name])
  }
})

test('a guest’s cached response is revalidated each time, and varies by the request’s credentials', async () => {
  expect((await read('/api/zines')).headers).toMatchObject({
    'cache-control': 'public, no-cache',
    vary: 'accept-encoding, authorization, cookie',
  })
})

test('after a change, the full response is sent again', async () => {
  const path = `/api/zines/${zineId}`
  const tag = await tagOf(path)
  await site.post('/api/favorites/zines', { zineId }, ana)
  const response = await read(path, { 'if-none-match': tag })
  expect([response.status, response.headers.etag === tag]).toEqual([200, false])
})

test.each([' ', '\t', ' \t '])('a session’s cookie with blanks (%j) before its value is a member’s', async (blank) => {
  await site.post('/api/favorites/zines', { zineId }, ana)
  const cookie = ana.cookie.replace('session_token=', `session_token${blank}=`)
  expect((await read('/api/auth/user', { cookie })).body.user).toMatchObject({ id: ana.id })
  expect((await read(`/api/zines/${zineId}`, { cookie })).headers['cache-control']).toBe('private, no-store')
})

test('a member’s responses are private: never cached and never used for a guest', async () => {
  const guests = await tagOf('/api/zines')
  const forMember = await read('/api/zines', { 'if-none-match': guests }, ana)
  expect(forMember.status).toBe(200)
  expect(forMember.headers).toMatchObject({ 'cache-control': 'private, no-store' })
  expect(forMember.headers).not.toHaveProperty('etag')
  const { token } = (await read('/api/auth/token', {}, ana)).body as { token: string }
  const byToken = await read('/api/zines', { 'if-none-match': guests, authorization: `Bearer ${token}` })
  expect([byToken.status, byToken.headers['cache-control']]).toEqual([200, 'private, no-store'])
})

test('a response for an expired session is not cacheable, and one for a member never is', async () => {
  const endedSession = { cookie: 'foldout.session_token=gone.gone' }
  for (const response of [await read('/api/zines', endedSession), await read('/api/auth/user')]) {
    expect(response.headers).toMatchObject({ 'cache-control': 'private, no-store' })
    expect(response.headers).not.toHaveProperty('etag')
  }
})

test('compressed on its way, an answer has the same tag and says what it depends on', async () => {
  for (let n = 0; n < 12; n++) await publishOnePage(site, ana, `Moths, number ${n}`)
  const tag = await tagOf('/api/zines')
  const response = await site.app.inject({ url: '/api/zines', headers: { 'accept-encoding': 'gzip' } })
  expect(response.headers).toMatchObject({ 'content-encoding': 'gzip', etag: tag })
  expect(response.headers.vary).toBe('accept-encoding, authorization, cookie')
  expect(String(gunzipSync(response.rawPayload))).toContain('Moths, number 3')
})

test('a HEAD response has the ETag too; errors and private responses have none', async () => {
  const head = await site.app.inject({ method: 'HEAD', url: '/api/zines' })
  expect(head.headers.etag).toBe(await tagOf('/api/zines'))
  const absent = await read('/api/zines/019a9b7e-1111-7000-8000-000000000009')
  expect([absent.status, absent.headers['cache-control'], absent.headers.etag]).toEqual([404, 'no-store', undefined])
  expect((await read('/healthz')).headers).not.toHaveProperty('etag')
})
