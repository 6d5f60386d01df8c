import type { FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { negotiateLanguage } from '#server/http/negotiate-language.ts'
import { openSiteLanguages } from '#server/languages/site-languages.ts'
import { pageSource } from '#tests/support/page-source.ts'
import { openTestApp, startTestApp } from '#tests/support/test-app.ts'

const site = await openTestApp({ pages: pageSource })
const { config } = site
const languages = openSiteLanguages({ languages: undefined, defaultLanguage: 'en' }, ['ar', 'en', 'es', 'pt-BR'])

type Visit = { accepted?: string; cookie?: string; asked?: string; chosen?: string }
const negotiated = ({ accepted, cookie, ...wishes }: Visit) =>
  negotiateLanguage(
    { headers: { 'accept-language': accepted, cookie } } as FastifyRequest,
    { config, languages },
    wishes,
  )

const cookie = 'foldout.language=ar'

test.each<[string, Visit, string]>([
  ['nothing', {}, 'en'],
  ['the browser’s languages', { accepted: 'es-MX,es;q=0.9,en;q=0.5' }, 'es'],
  ['a related language', { accepted: 'pt' }, 'pt-BR'],
  ['a cookie before the browser’s languages', { accepted: 'es', cookie }, 'ar'],
  ['the member’s choice before the cookie', { accepted: 'es', cookie, chosen: 'pt-BR' }, 'pt-BR'],
  ['the address before everything', { accepted: 'es', cookie, chosen: 'pt-BR', asked: 'en' }, 'en'],
  ['an address that asks for an unknown language', { asked: 'klingon', cookie }, 'ar'],
  ['a name that every object has', { asked: '__proto__' }, 'en'],
  ['a choice that is not offered any more', { chosen: 'fr', accepted: 'es' }, 'es'],
  ['a header of ten kilobytes', { accepted: 'x'.repeat(10_000) }, 'en'],
  ['a header of garbage', { accepted: '*;q=9, -, 12, en-', cookie: 'foldout.language=%00%ff' }, 'en'],
])('the language follows from %s', (_, visit, language) => {
  expect(negotiated(visit)).toBe(language)
})

test('an operator limits the languages, and one that does not exist is an error', () => {
  const limited = openSiteLanguages({ languages: ['es'], defaultLanguage: 'en' }, ['en', 'es', 'pt-BR'])
  expect(limited.choices).toEqual([
    { tag: 'en', name: 'English' },
    { tag: 'es', name: 'Español' },
  ])
  expect(() => openSiteLanguages({ languages: ['tlh'], defaultLanguage: 'en' })).toThrow('no language “tlh”')
})

test('a page names its language, and a site with one language offers none', async () => {
  const page = await site.call({ path: '/about?lang=klingon', headers: { 'accept-language': 'tlh' } })
  expect(page.text).toContain('<html lang="en" dir="ltr"')
  expect(page.headers).toMatchObject({ 'content-language': 'en', vary: expect.stringContaining('accept-language') })
  const limited = await startTestApp({ pages: pageSource, settings: { LANGUAGES: 'en' } })
  expect((await limited.call({ path: '/about' })).text).not.toContain('hreflang')
  await limited.close()
})

const choose = (language: string, from = '/', headers: Record<string, string> = {}) =>
  site.call({ method: 'POST', path: `/language/${language}?from=${encodeURIComponent(from)}`, headers })
const languageOf = async (id: string) =>
  (await site.pool.query('select language from users where id = $1', [id])).rows[0].language

test('a choice is kept in a cookie and, for a member, in their account only', async () => {
  const [member, stranger] = [await site.signUp(), await site.signUp()]
  const response = await choose('en', '/about?x=1', { cookie: member.cookie })
  expect([response.status, response.headers.location]).toEqual([303, '/about?x=1'])
  expect(String(response.headers['set-cookie'])).toContain('foldout.language=en')
  expect([await languageOf(member.id), await languageOf(stranger.id)]).toEqual(['en', null])
})

test('a choice leads only to pages of this site, and only from its own pages', async () => {
  for (const from of ['//evil.example', '/\\evil.example', 'https://evil.example/', 'javascript:alert(1)'])
    expect((await choose('en', from)).headers.location).toBe('/')
  expect((await choose('klingon')).status).toBe(404)
  expect((await choose('en', '/', { origin: 'https://evil.example' })).status).toBe(403)
})
