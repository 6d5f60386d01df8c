import type { TestApp } from '#tests/support/test-app.ts'
import type { liveIn } from './lived-in-site.testing.ts'

/** Responses that are generated anew for each request. */
const madeAnew = [
  '/api/users/{id}/export',
  '/api/zines/{id}/zine.cbz',
  '/api/auth/token',
  '/api/auth/session',
  '/api/zines/surprise',
]

/** Routes that are missing from the API description. */
const unnamed = [
  '/feeds/zines.atom',
  '/feeds/creators/{id}.atom',
  '/feeds/shelf/{id}.atom',
  ...['/feeds/search.atom', '/feeds/search.atom?search=paper', '/opds', '/opds/zines?query=noche'],
  ...['/opds/creators/{id}', '/opds/zines/{id}.json', '/api/zines/{id}/record?as=zinecore2'],
  '/sitemap.xml',
  '/sitemaps/pages.xml',
  '/api/openapi.json',
]

/**
 * The URLs of all read endpoints in the API's own description, for all content of the site.
 * New endpoints are included automatically.
 */
export async function listReads(site: TestApp, { ana, ben, one, two, projectId, draftId, shelfId }: Lived) {
  const { paths } = (await site.call<{ paths: Record<string, object> }>({ path: '/api/openapi.json' })).body
  const named = Object.entries(paths).filter(([path, calls]) => 'get' in calls && !madeAnew.includes(path))
  const ids = [ana.id, ben.id, one.id, two.id, projectId, draftId, shelfId]
  const publicUrl = encodeURIComponent(`${site.config.publicUrl}/zine/${one.id}`)
  return [
    ...[...named.map(([path]) => path), ...unnamed].flatMap((path) => filledIn(path, ids)),
    ...['paper', 'noche', 'zzzz', '"paper boats"', '@ana', ''].flatMap((text) =>
      ['zines?', 'zines?filter=popular&', 'users?'].map(
        (list) => `/api/search/${list}search=${encodeURIComponent(text)}`,
      ),
    ),
    ...['/api/zines?limit=1', `/api/oembed?url=${publicUrl}`, ...one.mediaFiles, ...two.mediaFiles],
    ...['zines', 'profiles'].map((kind) => `/sitemaps/${kind}/00000000-0000-7000-8000-000000000000.xml`),
  ]
}

type Lived = Awaited<ReturnType<typeof liveIn>>

const filledIn = (path: string, ids: string[]) => {
  const filled = path.includes('{id}') ? ids.map((id) => path.replace('{id}', id)) : [path]
  return filled.map((each) => each.replace('{creatorId}', ids[0] ?? '').replace(/\{[^}]+\}/g, '1'))
}
