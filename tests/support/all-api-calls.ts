import { callAccountEndpoints } from './all-account-calls.ts'
import { callDraftEndpoints } from './all-draft-calls.ts'
import { addFavorites, callMemberEndpoints } from './all-member-calls.ts'
import { type ApiCallContext, createApiCallContext, withQuery } from './api-call-context.ts'
import { libraryTerms } from './large-library.ts'
import { createClient, type TestApp } from './test-app.ts'

/**
 * Makes every API call as the site and its feeds do: as a guest and as a member, the first page and the next one.
 * It uses only `site.call`, so a wrapper around `site.call` sees every request.
 */
export async function callEveryEndpoint(site: TestApp) {
  const context = await createApiCallContext({ ...site, ...createClient(site.call) })
  for (const makeCalls of [readPublicLists, runAllSearches, readOwnLists, callMemberEndpoints, readWithBlocks])
    await makeCalls(context)
  for (const makeCalls of [callDraftEndpoints, callAccountEndpoints]) await makeCalls(context)
}

const { inEveryZine, inManyZines, inFewZines, cyrillic, japanese } = libraryTerms

async function readPublicLists({ site, memberPath, member, zineId, creatorId, asMember, asGuest }: ApiCallContext) {
  const [zine, creator] = [`/api/zines/${zineId}`, `/api/users/${creatorId}`]
  for (const caller of [asGuest, asMember]) {
    await caller.getPages('/api/zines', `${memberPath}/zines`, `${memberPath}/series/paper/zines`)
    await caller.getAll(zine, creator, `${creator}/zines`, `${creator}/followers/count`)
  }
  for (const page of [`/zine/${zineId}`, `/profile/${creatorId}`])
    await asGuest.get(`/api/oembed?url=${encodeURIComponent(site.config.publicUrl + page)}`)
  await asGuest.getAll(
    '/feeds/zines.atom',
    `/feeds/creators/${member.id}.atom`,
    `/feeds/series/${member.id}/paper.atom`,
    '/api/subjects?beginning=mo',
    '/api/search/filters',
    `${memberPath}/series`,
    `${memberPath}/series/paper`,
    `/feeds/search.atom?search=${inManyZines}`,
    `/feeds/search.atom?search=${inFewZines}&filter=popular`,
    '/feeds/search.atom?kind=comic&language=en',
    `/opds/zines?query=${inManyZines}`,
    '/opds/zines',
    '/opds/zines?filter=popular',
    `/opds/creators/${creatorId}`,
    `/opds/zines/${zineId}.json`,
    `${zine}/record`,
    `${zine}/record?as=zinecore2`,
    '/sitemap.xml',
    '/sitemaps/pages.xml',
    ...['zines', 'profiles'].map((kind) => `/sitemaps/${kind}/00000000-0000-7000-8000-000000000000.xml`),
    '/api/site-pages/privacy',
  )
  // This library has no picture files, so the download breaks off.
  await asGuest.get(`${zine}/zine.cbz`).catch(() => undefined)
}

/** Search texts that people type, and some that only programs send. */
const searchTexts = [
  '',
  inEveryZine,
  inManyZines,
  inFewZines,
  cyrillic,
  japanese,
  ...'xylogaph papre pa ab zq e ж 京 nowhereatall @member @nobodycalledthis %'.split(' '),
  'paper moth',
  'paper moth письма',
  'nowhere atall',
  'xylograph nowhere',
  '@member paper',
  '"on paper"',
  '"paper moth" about',
  'moth "on paper"',
  "&|!() :*'",
  'e a i o u t n s r l',
  'a '.repeat(100),
]
const searchQuery = (text: string) => `search=${encodeURIComponent(text)}`

/** Filters that match many zines, few zines and none. */
const filters = [
  'kind=comic',
  'language=pt&subject=moths',
  `series=paper&search=${inFewZines}`,
  'kind=comic&series=paper&search=ab',
  'kind=poetry&year=1994',
  'print=true&length=one-sheet&direction=rtl',
]

async function runAllSearches({ memberPath, asMember, asGuest }: ApiCallContext) {
  const zineLists = ['/api/search/zines?', '/api/search/zines?filter=popular&']
  for (const query of searchTexts.map(searchQuery)) {
    await asGuest.getPages(...[...zineLists, '/api/search/users?'].map((list) => list + query))
    const lists = ['favorites', 'followed-zines', 'favorite-creators']
    await asMember.getPages(...lists.map((list) => `${memberPath}/${list}?${query}`))
  }
  await asMember.getPages(`/api/search/zines?search=${inManyZines}`)
  for (const filter of filters) {
    await asGuest.getPages(...zineLists.map((list) => list + filter))
    const search = filter.includes('search=') ? filter : `${filter}&search=`
    await asMember.getPages(`${memberPath}/favorites?${filter}`, `${memberPath}/followed-zines?${search}`)
  }
}

async function readOwnLists({ memberPath, projectId, creatorId, asMember }: ApiCallContext) {
  const states = ['', '?state=active', '?state=finished'].flatMap((state) => [
    `${memberPath}/projects${state}`,
    withQuery(`${memberPath}/projects${state}`, 'brief=true'),
  ])
  const lists = ['favorites', 'followed-zines', 'favorite-creators'].map((list) => `${memberPath}/${list}`)
  await asMember.getPages(...lists, ...states, `/api/projects/${projectId}/focus-sessions`)
  await asMember.getAll(
    '/api/auth/usage',
    `${memberPath}/favorite-creators/${creatorId}`,
    `${memberPath}/focus-days`,
    `${memberPath}/focus-days?timeZone=Asia/Tokyo&projectId=${projectId}`,
  )
}

/** Blocks creators, hides zines and excludes content notes at the top of every list. Then reads all lists as this member. */
async function readWithBlocks(context: ApiCallContext) {
  const { site, member, memberPath, asMember } = context
  const rows = await site.sql<{ zineId: string; creatorId: string }>(
    `select id as "zineId", creator_id as "creatorId" from zines where creator_id <> $1 order by created_at desc limit 60`,
    member.id,
  )
  for (const [index, { zineId, creatorId }] of rows.entries()) {
    const path = `${memberPath}/${index % 2 === 0 ? `blocks/${creatorId}` : `unwanted-zines/${zineId}`}`
    await asMember.put(path)
    if (index < 2) await asMember.delete(path)
  }
  await asMember.put(`${memberPath}/content-notes`, { choice: 'never' })
  await asMember.getPages(`${memberPath}/blocks`, `${memberPath}/unwanted-zines`)
  const [prolific] = await site.sql<{ id: string }>(
    'select creator_id as id from zines group by creator_id order by count(*) desc limit 1',
  )
  await asMember.get(`/api/users/${prolific?.id}`)
  await readPublicLists(context)
  await readOwnLists(context)
  await addFavorites(context)
  const searchLists = ['/api/search/zines?', '/api/search/zines?filter=popular&', '/api/search/users?']
  searchLists.push(...['favorites', 'followed-zines'].map((list) => `${memberPath}/${list}?`))
  for (const query of ['', inManyZines, inFewZines, 'paper moth', 'e a i', '@member'].map(searchQuery))
    await asMember.getPages(...searchLists.map((list) => list + query))
}
