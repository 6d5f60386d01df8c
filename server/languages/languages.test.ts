import { expect, test } from 'vitest'
import { pageSource } from '#tests/support/page-source.ts'
import { callConcurrently, openTestApp, startTestApp } from '#tests/support/test-app.ts'

const site = await openTestApp({ pages: pageSource })

const visit = (path: string, headers: Record<string, string> = {}) => site.call({ path, headers })
const languageOf = ({ text }: { text: string }) => /<html lang="([\w-]+)" dir="(\w+)"/.exec(text)?.slice(1).join(' ')
const choose = (language: string, from = '/', headers: Record<string, string> = {}) =>
  site.call({ method: 'POST', path: `/language/${language}?from=${encodeURIComponent(from)}`, headers })

const spanish = { 'accept-language': 'es-MX,es;q=0.9,en;q=0.5' }

test('the browser’s languages decide, and the address comes before them', async () => {
  expect(languageOf(await visit('/about'))).toBe('en ltr')
  expect(languageOf(await visit('/about', spanish))).toBe('es ltr')
  expect(languageOf(await visit('/about?lang=en', spanish))).toBe('en ltr')
  expect((await visit('/about', spanish)).headers).toMatchObject({
    'content-language': 'es',
    vary: expect.stringContaining('accept-language'),
  })
})

test('a choice is kept in a cookie, and comes before the browser’s languages', async () => {
  const response = await choose('es', '/about?x=1')
  expect([response.status, response.headers.location]).toEqual([303, '/about?x=1'])
  const cookie = String(response.headers['set-cookie']).split(';')[0] ?? ''
  expect(languageOf(await visit('/about', { cookie }))).toBe('es ltr')
  expect(languageOf(await visit('/about?lang=en', { cookie }))).toBe('en ltr')
})

test('a member’s choice is stored, counts in every browser and only for them', async () => {
  const [member, stranger] = [await site.signUp(), await site.signUp()]
  await choose('es', '/', { cookie: member.cookie })
  expect(languageOf(await site.call({ path: '/about', as: member }))).toBe('es ltr')
  expect(languageOf(await site.call({ path: '/about', as: stranger }))).toBe('en ltr')
})

test('two languages that are requested at once do not mix', async () => {
  const pages = await callConcurrently(40, (n) => visit('/about', n % 2 === 0 ? spanish : {}))
  pages.forEach((page, n) => {
    expect(languageOf(page)).toBe(n % 2 === 0 ? 'es ltr' : 'en ltr')
  })
  expect(new Set(pages.map(({ headers }) => headers.etag)).size).toBe(2)
})

test.each([
  ['/about?lang=klingon', {}],
  ['/about?lang=__proto__', {}],
  [`/about?${'lang=xx&'.repeat(100)}`, {}],
  ['/about', { 'accept-language': 'x'.repeat(10_000) }],
  ['/about', { 'accept-language': '*;q=9, -, 12, en-', cookie: 'foldout.language=%00%ff' }],
] as [string, Record<string, string>][])('%s without a valid language has the default one', async (path, headers) => {
  const page = await visit(path, headers)
  expect([page.status, languageOf(page)]).toEqual([200, 'en ltr'])
})

test('a choice leads only to pages of this site, and only from its own pages', async () => {
  for (const from of ['//evil.example', '/\\evil.example', 'https://evil.example/', 'javascript:alert(1)'])
    expect((await choose('es', from)).headers.location).toBe('/')
  expect((await choose('klingon')).status).toBe(404)
  expect((await choose('es', '/', { origin: 'https://evil.example' })).status).toBe(403)
})

test('an operator can limit the languages', async () => {
  const limited = await startTestApp({ pages: pageSource, settings: { LANGUAGES: 'en' } })
  try {
    const page = await limited.call({ path: '/about', headers: spanish })
    expect(languageOf(page)).toBe('en ltr')
    expect(page.text).not.toContain('hreflang')
  } finally {
    await limited.close()
  }
  await expect(startTestApp({ settings: { LANGUAGES: 'tlh' } })).rejects.toThrow('no language “tlh”')
})
