import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasCaddy, startCaddy } from '#tests/support/caddy.ts'
import { hasNginx, requestHttp2, startNginx } from '#tests/support/nginx.ts'
import { pageSource } from '#tests/support/page-source.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

const rounds = 100
const paths = ['/', '/about']
const chosen = (language: string) => `__Host-foldout.language=${language}`
/** Guests, and the language that each reads. */
const guests = [
  { headers: { 'accept-language': 'es-MX,es;q=0.9' }, language: 'es' },
  { headers: { 'accept-language': 'en' }, language: 'en' },
  { headers: { 'accept-language': 'en', cookie: chosen('ar') }, language: 'ar' },
  { headers: { 'accept-language': 'es', cookie: chosen('en') }, language: 'en' },
]
const servers = [
  { name: 'nginx', isInstalled: hasNginx, start: (port: number) => startNginx(port, {}) },
  { name: 'Caddy', isInstalled: hasCaddy, start: startCaddy },
]

describe.each(servers)('behind $name (where it is installed)', ({ isInstalled, start }) => {
  let site: TestApp
  let proxy: Awaited<ReturnType<typeof startCaddy>>
  beforeAll(async () => {
    if (!isInstalled) return
    site = await startTestApp({
      pages: pageSource,
      languages: ['ar', 'en', 'es'],
      settings: { TRUST_PROXY: 'true', PUBLIC_URL: 'https://localhost' },
    })
    const address = await site.app.listen({ port: 0, host: '127.0.0.1' })
    proxy = await start(Number(new URL(address).port))
  })
  afterAll(async () => {
    await proxy?.stop()
    await site?.close()
  })

  test.skipIf(!isInstalled)('a guest’s cached page never reaches a reader of another language', async () => {
    const sessions = guests.map(() => proxy.session())
    const tags = new Map<string, Set<string>>()
    const visit = async (at: number, path: string) => {
      const { headers = {}, language = '' } = guests[at] ?? {}
      const session = sessions[at] as (typeof sessions)[number]
      const page = await requestHttp2(session, { path, headers })
      const shown = [page.status, page.headers['content-language'], /<html lang="([\w-]+)"/.exec(page.text)?.[1]]
      expect(shown).toEqual([200, language, language])
      expect(page.headers.vary).toMatch(/cookie.*accept-language/)
      const tag = String(page.headers.etag)
      const key = `${path} ${language}`
      tags.set(key, (tags.get(key) ?? new Set()).add(tag))
      return tag
    }
    for (let round = 0; round < rounds; round += 1)
      await Promise.all(guests.flatMap((_, at) => paths.map((path) => visit(at, path))))
    const all = [...tags.values()].flatMap((set) => [...set])
    expect([tags.size, new Set(all).size]).toEqual([6, all.length])

    const [spanish, english] = [await visit(0, '/about'), await visit(1, '/about')]
    const revalidate = (at: number, tag: string) => {
      const headers = { ...guests[at]?.headers, 'if-none-match': tag } as Record<string, string>
      return requestHttp2(sessions[at] as (typeof sessions)[number], { path: '/about', headers })
    }
    expect((await revalidate(0, spanish)).status).toBe(304)
    expect((await revalidate(0, english)).status).toBe(200)
    expect((await revalidate(1, spanish)).status).toBe(200)
    for (const session of sessions) session.destroy()
  })
})
