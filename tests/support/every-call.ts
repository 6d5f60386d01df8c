import { randomUUID } from 'node:crypto'
import { copyFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { fixturePath } from '#tests/fixtures/fixture.ts'
import { makeAccountCalls } from './every-account-call.ts'
import { makeDraftCalls } from './every-draft-call.ts'
import { makeModerationCalls } from './every-moderation-call.ts'
import { makeReportCalls } from './every-report-call.ts'
import { makeShelfCalls } from './every-shelf-call.ts'
import { giveMuch, wordsOfLibrary } from './large-library.ts'
import { addMedia } from './library.ts'
import type { Member, TestApp } from './test-app.ts'
import { beginProject, logMinutes } from './workspace.ts'

/** A library, and a member in it who has much of everything. */
export type World = { site: TestApp; member: Member; zineId: string; creatorId: string; projectId: string }

/**
 * Makes each call of the API as the site and its feeds make them: by a guest and by a member, the first page and the
 * next. Goes through `site.call` alone, so whoever wraps that sees them all.
 */
export async function makeEveryCall(site: TestApp) {
  const world = await enter(site)
  for (const call of [
    readPublicLists,
    searchForAll,
    readOwnLists,
    readUsage,
    keepFavorites,
    publish,
    work,
    avoid,
  ])
    await call(world)
  await makeShelfCalls(world)
  await makeDraftCalls(world)
  await makeReportCalls(world)
  await makeModerationCalls(world)
  await makeAccountCalls(world)
}

async function enter(site: TestApp): Promise<World> {
  const member = await site.signUp()
  const { projectId } = await giveMuch(site.pool, member.id, { projects: 14_000 })
  const { rows } = await site.pool.query<{ id: string; creator_id: string }>(
    'select id, creator_id from zines where creator_id <> $1 order by id limit 1 ',
    [member.id],
  )
  return { site, member, projectId, zineId: rows[0]?.id ?? '', creatorId: rows[0]?.creator_id ?? '' }
}

/** The first page and the one after it, as most ask and as long as they may be. */
async function pages(site: TestApp, path: string, as?: Member) {
  for (const limit of [24, 100]) {
    const page = `${path}${path.includes('?') ? '&' : '?'}limit=${limit}`
    const { body } = await site.call<{ nextCursor: string | null }>({ path: page, ...(as && { as }) })
    if (body.nextCursor) await site.call({ path: `${page}&cursor=${body.nextCursor}`, ...(as && { as }) })
  }
}

async function readPublicLists({ site, member, zineId, creatorId }: World) {
  for (const as of [undefined, member]) {
    await pages(site, '/api/zines', as)
    await pages(site, `/api/users/${member.id}/zines`, as)
    await pages(site, `/api/users/${member.id}/series/paper/zines`, as)
    for (const path of [`/api/zines/${zineId}`, `/api/users/${creatorId}`, `/api/users/${creatorId}/zines`])
      await site.call({ path, ...(as && { as }) })
    await site.call({ path: `/api/users/${creatorId}/followers/count`, ...(as && { as }) })
  }
  const { publicUrl } = site.config
  for (const address of [`${publicUrl}/zine/${zineId}`, `${publicUrl}/profile/${creatorId}`])
    await site.call({ path: `/api/oembed?url=${encodeURIComponent(address)}` })
  for (const path of [
    '/feeds/zines.atom',
    `/feeds/creators/${member.id}.atom`,
    `/feeds/series/${member.id}/paper.atom`,
    '/api/subjects?beginning=mo',
    '/api/search/filters',
    `/api/users/${member.id}/series`,
    `/api/users/${member.id}/series/paper`,
    ...[`/feeds/search.atom?search=${often}`, `/feeds/search.atom?search=${seldom}&filter=popular`],
    ...['/feeds/search.atom?kind=comic&language=en', `/opds/zines?query=${often}`, '/opds/zines'],
    ...['/opds/zines?filter=popular', `/opds/creators/${creatorId}`, `/opds/zines/${zineId}.json`],
    ...['', '?as=zinecore2'].map((form) => `/api/zines/${zineId}/record${form}`),
    '/sitemap.xml',
    '/sitemaps/pages.xml',
    '/api/site-pages/privacy',
  ])
    await site.call({ path })
  // The pictures of this library are in no files, so this breaks off.
  await site.call({ path: `/api/zines/${zineId}/zine.cbz` }).catch(() => undefined)
  for (const kind of ['zines', 'profiles'])
    await site.call({ path: `/sitemaps/${kind}/00000000-0000-7000-8000-000000000000.xml` })
}

const { everywhere, often, seldom, cyrillic, japanese } = wordsOfLibrary

/** Of every kind that people type, and of some that only programs do. */
const texts = [
  ...['', everywhere, often, seldom, cyrillic, japanese],
  ...'xylogaph papre pa ab zq e ж 京 nowhereatall @member @nobodycalledthis %'.split(' '),
  ...['paper moth', 'paper moth письма', 'nowhere atall', 'xylograph nowhere', '@member paper'],
  ...['"on paper"', '"paper moth" about', 'moth "on paper"', "&|!() :*'"],
  ...['e a i o u t n s r l', 'a '.repeat(100)],
]

async function searchForAll({ site, member }: World) {
  const lists = ['/api/search/zines?', '/api/search/zines?filter=popular&', '/api/search/users?']
  const own = ['favorites', 'favorite-creators'].map((list) => `/api/users/${member.id}/${list}?`)
  for (const text of texts) {
    const search = `search=${encodeURIComponent(text)}`
    for (const list of lists) await pages(site, list + search)
    for (const list of own) await pages(site, list + search, member)
  }
  await pages(site, `/api/search/zines?search=${often}`, member)
  for (const filter of filters) {
    for (const list of lists.slice(0, 2)) await pages(site, list + filter)
    await pages(site, `/api/users/${member.id}/favorites?${filter}`, member)
  }
}

/** Of what many say, what few do and what nobody does. */
const filters = [
  'kind=comic',
  'language=pt&subject=moths',
  `series=paper&search=${seldom}`,
  'kind=comic&series=paper&search=ab',
  'kind=poetry&year=1994',
]

async function readOwnLists({ site, member, projectId, creatorId }: World) {
  for (const list of [
    'favorites',
    'favorite-creators',
    'projects',
    'projects?brief=true',
    'projects?state=active',
    'projects?state=finished',
    'projects?state=active&brief=true',
    'projects?state=finished&brief=true',
  ])
    await pages(site, `/api/users/${member.id}/${list}`, member)
  await pages(site, `/api/projects/${projectId}/focus-sessions`, member)
  for (const path of [
    ...[`/api/users/${member.id}/favorite-creators/${creatorId}`, `/api/users/${member.id}/focus-days`],
    ...[`/api/users/${member.id}/focus-days?timeZone=Asia/Tokyo&projectId=${projectId}`],
  ])
    await site.call({ path, as: member })
}

/** Blocks, hides and wants no notes of makers and zines at the beginning of every list; then all lists are read as who avoids them. */
async function avoid(world: World) {
  const { site, member } = world
  const { rows } = await site.pool.query<{ zineId: string; creatorId: string }>(
    `select id as "zineId", creator_id as "creatorId" from zines where creator_id <> $1 order by created_at desc limit 60`,
    [member.id],
  )
  for (const [at, { zineId, creatorId }] of rows.entries()) {
    const rest = at % 2 === 0 ? `blocks/${creatorId}` : `unwanted-zines/${zineId}`
    const path = `/api/users/${member.id}/${rest}`
    await site.call({ method: 'PUT', path, as: member })
    if (at < 2) await site.call({ method: 'DELETE', path, as: member })
  }
  const chosen = { path: `/api/users/${member.id}/content-notes`, body: { choice: 'never' } }
  await site.call({ method: 'PUT', ...chosen, as: member })
  for (const list of ['blocks', 'unwanted-zines'])
    await pages(site, `/api/users/${member.id}/${list}`, member)
  await site.call({ path: `/api/users/${await mostProlific(site)}`, as: member })
  await readPublicLists(world)
  await readOwnLists(world)
  await keepFavorites(world)
  for (const text of ['', often, seldom, 'paper moth', 'e a i', '@member'])
    for (const list of [
      'search/zines?',
      'search/zines?filter=popular&',
      'search/users?',
      `users/${member.id}/favorites?`,
    ])
      await pages(site, `/api/${list}search=${encodeURIComponent(text)}`, member)
}

async function mostProlific({ pool }: TestApp) {
  const { rows } = await pool.query<{ id: string }>(
    'select creator_id as id from zines group by creator_id order by count(*) desc limit 1',
  )
  return rows[0]?.id
}

async function readUsage({ site, member }: World) {
  await site.call({ path: '/api/auth/usage', as: member })
}

async function keepFavorites({ site, member, zineId, creatorId }: World) {
  for (let times = 0; times < 2; times++) {
    await site.call({ method: 'POST', path: '/api/favorites/zines', body: { zineId }, as: member })
    await site.call({ method: 'POST', path: '/api/favorites/creators', body: { creatorId }, as: member })
  }
}

async function publish({ site, member }: World) {
  const mediaFiles = await addMedia(site, member, ['image', 'image'])
  const words = { title: 'Fresh paper', description: 'About ink' }
  const body = { ...words, aspectRatio: '4:5', mediaFiles, mayPrint: true }
  const zine = { method: 'POST' as const, path: '/api/zines', body, as: member }
  const { id } = (await site.call<{ zine: { id: string } }>(zine)).body.zine
  await site.call(zine)
  await keepFile(site, mediaFiles[0] ?? '')
  for (const as of [undefined, member])
    await site.call({ path: `/api/zines/${id}/pages/1/print.jpg`, ...(as && { as }) })
  const put = { method: 'PUT' as const, path: `/api/zines/${id}`, as: member }
  await site.call({ ...put, body: { version: 1, title: 'Fresher paper' } })
  const [url] = await addMedia(site, member, ['image'])
  for (const pages of [mediaFiles.slice(1), [url]]) {
    const { version } = (await site.call<{ zine: { version: number } }>({ path: put.path })).body.zine
    await site.call({ ...put, body: { version, pages: pages.map((each) => ({ url: each })) } })
  }
  await site.call({ ...put, body: { version: 1, title: 'Fresher paper' } })
  await site.call({ method: 'DELETE', path: put.path, as: member })
}

async function keepFile({ dataDir, media }: TestApp, address: string) {
  const name = basename(address)
  const path = join(dataDir, name)
  await copyFile(fixturePath('wide.webp'), path)
  await media.storage.put(name, path)
}

async function work({ site, member }: World) {
  const { id, version } = await beginProject(site, member)
  const path = `/api/projects/${id}`
  const again = { method: 'POST' as const, path: '/api/projects', body: { id, title: 'Plans' }, as: member }
  await site.call(again)
  await site.call({ path, as: member })
  await site.call({ method: 'PUT', path, body: { notes: 'Fold', version }, as: member })
  await site.call({ method: 'PUT', path: `${path}?brief=true`, body: { notes: 'Staple' }, as: member })
  await site.call({ method: 'PUT', path, body: { notes: 'Staple' }, as: member })
  await site.call({ path: `${path}/versions`, as: member })
  await site.call({ path: `${path}/versions/1`, as: member })
  for (let times = 0; times < 2; times++)
    await site.call({
      method: 'POST',
      path: `${path}/versions/2/restore`,
      body: { version: 3 + times },
      as: member,
    })
  await site.call({ method: 'PUT', path: `${path}/toggle-completion`, body: {}, as: member })
  const session = { id: randomUUID(), projectId: id }
  for (let times = 0; times < 2; times++) await logMinutes(site, member, session)
  const logged = `/api/focus-sessions/${session.id}`
  await site.call({ method: 'PUT', path: logged, body: { duration: 20 }, as: member })
  await site.call({ method: 'DELETE', path: logged, as: member })
  await site.call({ method: 'DELETE', path, as: member })
}
