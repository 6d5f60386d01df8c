import type { TestApp } from '#tests/support/test-app.ts'
import type { populateSite } from './populated-site.testing.ts'

/** Responses that are generated for each request. */
const volatilePaths = [
  '/api/users/{id}/export',
  '/api/zines/{id}/zine.cbz',
  '/api/auth/token',
  '/api/auth/session',
  '/api/zines/surprise',
]

/** Routes that are missing from the API description. */
const undocumentedPaths = [
  '/feeds/zines.atom',
  '/feeds/creators/{id}.atom',
  '/feeds/shelf/{id}.atom',
  '/feeds/search.atom',
  '/feeds/search.atom?search=paper',
  '/opds',
  '/opds/zines?query=noche',
  '/opds/creators/{id}',
  '/opds/zines/{id}.json',
  '/api/zines/{id}/record?as=zinecore2',
  '/sitemap.xml',
  '/sitemaps/pages.xml',
  '/api/openapi.json',
]

/**
 * The URLs of all read endpoints in the API's own description, for all content of the site.
 * New endpoints are included automatically.
 */
export async function listReads(site: TestApp, { ana, ben, one, two, projectId, draftId, shelfId }: PopulatedSite) {
  const { paths } = (await site.call<{ paths: Record<string, object> }>({ path: '/api/openapi.json' })).body
  const documented = Object.entries(paths).filter(([path, calls]) => 'get' in calls && !volatilePaths.includes(path))
  const ids = [ana.id, ben.id, one.id, two.id, projectId, draftId, shelfId]
  const publicUrl = encodeURIComponent(`${site.config.publicUrl}/zine/${one.id}`)
  return [
    ...[...documented.map(([path]) => path), ...undocumentedPaths].flatMap((path) => fillIds(path, ids)),
    ...['paper', 'noche', 'zzzz', '"paper boats"', '@ana', ''].flatMap((text) =>
      ['zines?', 'zines?filter=popular&', 'users?'].map(
        (list) => `/api/search/${list}search=${encodeURIComponent(text)}`,
      ),
    ),
    '/api/zines?limit=1',
    `/api/oembed?url=${publicUrl}`,
    ...one.mediaFiles,
    ...two.mediaFiles,
    ...['zines', 'profiles'].map((kind) => `/sitemaps/${kind}/00000000-0000-7000-8000-000000000000.xml`),
  ]
}

type PopulatedSite = Awaited<ReturnType<typeof populateSite>>

const fillIds = (path: string, ids: string[]) => {
  const filled = path.includes('{id}') ? ids.map((id) => path.replace('{id}', id)) : [path]
  return filled.map((filledPath) => filledPath.replace('{creatorId}', ids[0] ?? '').replace(/\{[^}]+\}/g, '1'))
}
