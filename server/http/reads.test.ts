import { readdirSync } from 'node:fs'
import Fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { feedRoutes } from '#server/feeds/feeds.routes.ts'
import { sitemapRoutes } from '#server/feeds/sitemap.routes.ts'
import { mediaFileRoutes } from '#server/media/files.routes.ts'
import { publishAs } from '#tests/support/library.ts'
import { recordStatements } from '#tests/support/recorded-statements.ts'
import { type Member, startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { admission } from './admission.ts'
import type { App } from './fastify.ts'
import { openRequestReads } from './reads.ts'

let site: TestApp
let ana: Member
beforeAll(async () => {
  site = await startTestApp()
  ana = await site.signUp('Ana')
})
afterAll(() => site.close())

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'path' in value && 'method' in value && 'access' in value

async function everyGet() {
  const folder = new URL('../../contract/', import.meta.url)
  const names = readdirSync(folder).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  const modules = await Promise.all(names.map((name) => import(new URL(name, folder).href)))
  const all = modules.flatMap((module) => Object.values(module)).filter(isEndpoint)
  return all.filter(({ method }) => method === 'GET')
}

test('what anybody may see is read from replicas; what is somebody’s own, and every way in, from the primary', async () => {
  const reads = Object.groupBy(await everyGet(), (each) => each.reads ?? 'primary')
  const named = (from: keyof typeof reads) => reads[from]?.map(({ name }) => name).sort()
  expect(named('replica')).toEqual([
    'countFollowers',
    'downloadComic',
    'listFilterChoices',
    'listIssues',
    'listSeries',
    'listShelves',
    'listSubjects',
    'listUserZines',
    'listZines',
    'readEmbed',
    'readPrintPicture',
    'readRecord',
    'readSeries',
    'readShelf',
    'readSitePage',
    'readUser',
    'readZine',
    'searchCreators',
    'searchZines',
    'surprise',
  ])
  // What pages show a member of their own, so that they are served whole while there is no primary.
  expect(named('primary first')).toEqual([
    'listFavoriteCreators',
    'listFavoriteZines',
    'readFollowStatus',
    'readViewer',
  ])
  const others = reads.primary ?? []
  expect(others.length).toBeGreaterThan(15)
  expect(others.filter(({ access, path }) => access === 'anyone' && !path.startsWith('/api/auth/'))).toEqual(
    [],
  )
  expect(reads.replica?.filter(({ access }) => access !== 'anyone')).toEqual([])
})

test('of what is no call, feeds, sitemaps and files say it; what writes or asks no database does not', () => {
  const app = Fastify() as unknown as App
  const reads = new Map<string, string | undefined>()
  app.addHook('onRoute', ({ url, config }) => void reads.set(url, config?.reads))
  feedRoutes(app, { ...site, turns: admission(app, site) })
  sitemapRoutes(app, site)
  mediaFileRoutes(app, site.media)
  expect(Object.fromEntries(reads)).toEqual({
    '/feeds/zines.atom': 'replica',
    '/feeds/creators/:id.atom': 'replica',
    '/feeds/series/:id/:slug.atom': 'replica',
    '/feeds/shelf/:id.atom': 'replica',
    // The index notes where parts begin.
    '/sitemap.xml': undefined,
    '/sitemaps/:kind/:id.xml': 'replica',
    '/sitemaps/pages.xml': undefined,
    '/robots.txt': undefined,
    '/media/:name': 'primary first',
  })
})

test('without replicas a read asks the primary’s own pool, and a write asks nothing more and sets nothing', async () => {
  const app = Fastify() as unknown as App
  expect(openRequestReads(app, { config: site.config, pool: site.pool })).toBeUndefined()
  app.get('/', { config: { reads: 'replica' } }, async ({ reads }) => ({ isSame: reads === site.pool }))
  expect((await app.inject('/')).json()).toEqual({ isSame: true })
  const zine = await publishAs(site, ana, 'Moths')
  const recorded = recordStatements(site.pool)
  const body = { zineId: zine.id }
  let cookies: unknown
  const asked = await recorded.of(async () => {
    const answer = await site.call({ method: 'POST', path: '/api/favorites/zines', body, as: ana })
    cookies = answer.headers['set-cookie']
    await site.call({ path: '/api/zines', as: ana })
  })
  // Two sessions, the favorite, the list.
  expect(asked).toHaveLength(4)
  expect(asked.join()).not.toMatch(/_lsn|_wal_|recovery/)
  expect(cookies).toBeUndefined()
})

test('a position in the cookie of a reader is nothing to a site without replicas', async () => {
  const cookie = `${ana.cookie}; foldout.position=${encodeURIComponent('FFFFFFFF/FFFFFFFF.x')}`
  const answer = await site.call({ path: '/api/zines', headers: { cookie } })
  expect([answer.status, answer.headers['set-cookie']]).toEqual([200, undefined])
})
