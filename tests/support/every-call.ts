import { makeAccountCalls } from './every-account-call.ts'
import { enterWorld, type World, withQuery } from './every-call-world.ts'
import { makeDraftCalls } from './every-draft-call.ts'
import { favor, makeOwnCalls } from './every-own-call.ts'
import { wordsOfLibrary } from './large-library.ts'
import { type TestApp, verbsOf } from './test-app.ts'

/**
 * Makes every API call as the site and its feeds do: as a guest and as a member, the first page and the next one.
 * It uses only `site.call`, so a wrapper around `site.call` sees every request.
 */
export async function makeEveryCall(site: TestApp) {
  const world = await enterWorld({ ...site, ...verbsOf(site.call) })
  for (const call of [readPublicLists, searchForAll, readOwnLists, makeOwnCalls, avoid]) await call(world)
  for (const call of [makeDraftCalls, makeAccountCalls]) await call(world)
}

const { everywhere, often, seldom, cyrillic, japanese } = wordsOfLibrary

async function readPublicLists({ site, own, member, zineId, creatorId, me, guest }: World) {
  const [zine, creator] = [`/api/zines/${zineId}`, `/api/users/${creatorId}`]
  for (const caller of [guest, me]) {
    await caller.pages('/api/zines', `${own}/zines`, `${own}/series/paper/zines`)
    await caller.getAll(zine, creator, `${creator}/zines`, `${creator}/followers/count`)
  }
  for (const page of [`/zine/${zineId}`, `/profile/${creatorId}`])
    await guest.get(`/api/oembed?url=${encodeURIComponent(site.config.publicUrl + page)}`)
  await guest.getAll(
    ...['/feeds/zines.atom', `/feeds/creators/${member.id}.atom`, `/feeds/series/${member.id}/paper.atom`],
    ...['/api/subjects?beginning=mo', '/api/search/filters', `${own}/series`, `${own}/series/paper`],
    ...[`/feeds/search.atom?search=${often}`, `/feeds/search.atom?search=${seldom}&filter=popular`],
    ...['/feeds/search.atom?kind=comic&language=en', `/opds/zines?query=${often}`, '/opds/zines'],
    ...['/opds/zines?filter=popular', `/opds/creators/${creatorId}`, `/opds/zines/${zineId}.json`],
    ...[`${zine}/record`, `${zine}/record?as=zinecore2`, '/sitemap.xml', '/sitemaps/pages.xml'],
    ...['zines', 'profiles'].map((kind) => `/sitemaps/${kind}/00000000-0000-7000-8000-000000000000.xml`),
    '/api/site-pages/privacy',
  )
  // This library has no picture files, so the download breaks off.
  await guest.get(`${zine}/zine.cbz`).catch(() => undefined)
}

/** Search texts that people type, and some that only programs send. */
const texts = [
  ...['', everywhere, often, seldom, cyrillic, japanese],
  ...'xylogaph papre pa ab zq e ж 京 nowhereatall @member @nobodycalledthis %'.split(' '),
  ...['paper moth', 'paper moth письма', 'nowhere atall', 'xylograph nowhere', '@member paper'],
  ...['"on paper"', '"paper moth" about', 'moth "on paper"', "&|!() :*'"],
  ...['e a i o u t n s r l', 'a '.repeat(100)],
]
const searchFor = (text: string) => `search=${encodeURIComponent(text)}`

/** Filters that match many zines, few zines and none. */
const filters = [
  ...['kind=comic', 'language=pt&subject=moths', `series=paper&search=${seldom}`],
  ...['kind=comic&series=paper&search=ab', 'kind=poetry&year=1994'],
]

async function searchForAll({ own, me, guest }: World) {
  const zines = ['/api/search/zines?', '/api/search/zines?filter=popular&']
  for (const search of texts.map(searchFor)) {
    await guest.pages(...[...zines, '/api/search/users?'].map((list) => list + search))
    await me.pages(`${own}/favorites?${search}`, `${own}/favorite-creators?${search}`)
  }
  await me.pages(`/api/search/zines?search=${often}`)
  for (const filter of filters) {
    await guest.pages(...zines.map((list) => list + filter))
    await me.pages(`${own}/favorites?${filter}`)
  }
}

async function readOwnLists({ own, projectId, creatorId, me }: World) {
  const states = ['', '?state=active', '?state=finished'].flatMap((state) => [
    `${own}/projects${state}`,
    withQuery(`${own}/projects${state}`, 'brief=true'),
  ])
  const lists = ['favorites', 'favorite-creators'].map((list) => `${own}/${list}`)
  await me.pages(...lists, ...states, `/api/projects/${projectId}/focus-sessions`)
  await me.getAll(
    ...['/api/auth/usage', `${own}/favorite-creators/${creatorId}`, `${own}/focus-days`],
    `${own}/focus-days?timeZone=Asia/Tokyo&projectId=${projectId}`,
  )
}

/** Blocks creators, hides zines and excludes content notes at the top of every list. Then reads all lists as this member. */
async function avoid(world: World) {
  const { site, member, own, me } = world
  const rows = await site.sql<{ zineId: string; creatorId: string }>(
    `select id as "zineId", creator_id as "creatorId" from zines where creator_id <> $1 order by created_at desc limit 60`,
    member.id,
  )
  for (const [at, { zineId, creatorId }] of rows.entries()) {
    const path = `${own}/${at % 2 === 0 ? `blocks/${creatorId}` : `unwanted-zines/${zineId}`}`
    await me.put(path)
    if (at < 2) await me.delete(path)
  }
  await me.put(`${own}/content-notes`, { choice: 'never' })
  await me.pages(`${own}/blocks`, `${own}/unwanted-zines`)
  const [prolific] = await site.sql<{ id: string }>(
    'select creator_id as id from zines group by creator_id order by count(*) desc limit 1',
  )
  await me.get(`/api/users/${prolific?.id}`)
  await readPublicLists(world)
  await readOwnLists(world)
  await favor(world)
  const lists = ['/api/search/zines?', '/api/search/zines?filter=popular&', '/api/search/users?']
  for (const search of ['', often, seldom, 'paper moth', 'e a i', '@member'].map(searchFor))
    await me.pages(...[...lists, `${own}/favorites?`].map((list) => list + search))
}
