import { randomUUID } from 'node:crypto'
import { copyFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { fixturePath } from '#tests/fixtures/fixture.ts'
import { callsOf, type World } from './calls-of.ts'
import { makeAccountCalls } from './every-account-call.ts'
import { makeDraftCalls } from './every-draft-call.ts'
import { makeModerationCalls } from './every-moderation-call.ts'
import { makeReportCalls } from './every-report-call.ts'
import { makeShelfCalls } from './every-shelf-call.ts'
import { giveMuch, wordsOfLibrary } from './large-library.ts'
import { addMedia } from './library.ts'
import type { Member, TestApp } from './test-app.ts'
import { beginProject, logMinutes } from './workspace.ts'

/**
 * Makes each call of the API as the site and its feeds make them: by a guest and by a member, the first page and the
 * next. Goes through `site.call` alone, so whoever wraps that sees them all.
 */
export async function makeEveryCall(site: TestApp) {
  const world = await enter(site)
  const own = [readPublicLists, searchForAll, readOwnLists, keepFavorites, publish, work, avoid]
  const others = [makeShelfCalls, makeDraftCalls, makeReportCalls, makeModerationCalls, makeAccountCalls]
  for (const make of [...own, ...others]) await make(world)
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
  const mine = `/api/users/${member.id}`
  const creator = `users/${creatorId}`
  for (const as of [undefined, member]) {
    for (const list of ['/api/zines', `${mine}/zines`, `${mine}/series/paper/zines`])
      await pages(site, list, as)
    const { get } = callsOf(site, as)
    for (const path of [`zines/${zineId}`, creator, `${creator}/zines`, `${creator}/followers/count`])
      await get(path)
  }
  const { publicUrl } = site.config
  for (const address of [`${publicUrl}/zine/${zineId}`, `${publicUrl}/profile/${creatorId}`])
    await site.call({ path: `/api/oembed?url=${encodeURIComponent(address)}` })
  for (const path of [
    ...['/feeds/zines.atom', `/feeds/creators/${member.id}.atom`, `/feeds/series/${member.id}/paper.atom`],
    ...['/api/subjects?beginning=mo', '/api/search/filters', `${mine}/series`, `${mine}/series/paper`],
    ...[`/feeds/search.atom?search=${often}`, `/feeds/search.atom?search=${seldom}&filter=popular`],
    ...['/feeds/search.atom?kind=comic&language=en', `/opds/zines?query=${often}`, '/opds/zines'],
    ...['/opds/zines?filter=popular', `/opds/creators/${creatorId}`, `/opds/zines/${zineId}.json`],
    ...['', '?as=zinecore2'].map((form) => `/api/zines/${zineId}/record${form}`),
    ...['/sitemap.xml', '/sitemaps/pages.xml', '/api/site-pages/privacy'],
    ...['zines', 'profiles'].map((kind) => `/sitemaps/${kind}/00000000-0000-7000-8000-000000000000.xml`),
  ])
    await site.call({ path })
  // The pictures of this library are in no files, so this breaks off.
  await site.call({ path: `/api/zines/${zineId}/zine.cbz` }).catch(() => undefined)
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
  const states = ['', 'state=active', 'state=finished']
  const projects = states.flatMap((state) => [`projects?${state}`, `projects?${state}&brief=true`])
  for (const list of ['favorites', 'favorite-creators', ...projects])
    await pages(site, `/api/users/${member.id}/${list}`, member)
  await pages(site, `/api/projects/${projectId}/focus-sessions`, member)
  const { get } = callsOf(site, member)
  const mine = `users/${member.id}`
  await get(`${mine}/favorite-creators/${creatorId}`)
  await get(`${mine}/focus-days`)
  await get(`${mine}/focus-days?timeZone=Asia/Tokyo&projectId=${projectId}`)
  await get('auth/usage')
}

/** Blocks, hides and wants no notes of makers and zines at the beginning of every list; then all lists are read as who avoids them. */
async function avoid(world: World) {
  const { site, member } = world
  const { get, put, del } = callsOf(site, member)
  const mine = `users/${member.id}`
  const { rows } = await site.pool.query<{ zineId: string; creatorId: string }>(
    `select id as "zineId", creator_id as "creatorId" from zines where creator_id <> $1 order by created_at desc limit 60`,
    [member.id],
  )
  for (const [at, { zineId, creatorId }] of rows.entries()) {
    const path = `${mine}/${at % 2 === 0 ? `blocks/${creatorId}` : `unwanted-zines/${zineId}`}`
    await put(path)
    if (at < 2) await del(path)
  }
  await put(`${mine}/content-notes`, { choice: 'never' })
  for (const list of ['blocks', 'unwanted-zines']) await pages(site, `/api/${mine}/${list}`, member)
  await get(`users/${await mostProlific(site)}`)
  await readPublicLists(world)
  await readOwnLists(world)
  await keepFavorites(world)
  const searches = ['search/zines?', 'search/zines?filter=popular&', 'search/users?', `${mine}/favorites?`]
  for (const text of ['', often, seldom, 'paper moth', 'e a i', '@member'])
    for (const list of searches) await pages(site, `/api/${list}search=${encodeURIComponent(text)}`, member)
}

async function mostProlific({ pool }: TestApp) {
  const { rows } = await pool.query<{ id: string }>(
    'select creator_id as id from zines group by creator_id order by count(*) desc limit 1',
  )
  return rows[0]?.id
}

async function keepFavorites({ site, member, zineId, creatorId }: World) {
  const { post } = callsOf(site, member)
  for (let times = 0; times < 2; times++) {
    await post('favorites/zines', { zineId })
    await post('favorites/creators', { creatorId })
  }
}

async function publish({ site, member }: World) {
  const { get, post, put, del } = callsOf(site, member)
  const mediaFiles = await addMedia(site, member, ['image', 'image'])
  const words = { title: 'Fresh paper', description: 'About ink' }
  const zine = { ...words, aspectRatio: '4:5', mediaFiles, mayPrint: true }
  const path = `zines/${(await post('zines', zine)).body.zine.id}`
  await post('zines', zine)
  await keepFile(site, mediaFiles[0] ?? '')
  for (const as of [undefined, member]) await callsOf(site, as).get(`${path}/pages/1/print.jpg`)
  await put(path, { version: 1, title: 'Fresher paper' })
  const [url] = await addMedia(site, member, ['image'])
  for (const pages of [mediaFiles.slice(1), [url]]) {
    const { version } = (await get(path)).body.zine
    await put(path, { version, pages: pages.map((each) => ({ url: each })) })
  }
  await put(path, { version: 1, title: 'Fresher paper' })
  await del(path)
}

async function keepFile({ dataDir, media }: TestApp, address: string) {
  const name = basename(address)
  const path = join(dataDir, name)
  await copyFile(fixturePath('wide.webp'), path)
  await media.storage.put(name, path)
}

async function work({ site, member }: World) {
  const { id, version } = await beginProject(site, member)
  const { get, post, put, del } = callsOf(site, member)
  const path = `projects/${id}`
  await post('projects', { id, title: 'Plans' })
  await get(path)
  await put(path, { notes: 'Fold', version })
  await put(`${path}?brief=true`, { notes: 'Staple' })
  await put(path, { notes: 'Staple' })
  await get(`${path}/versions`)
  await get(`${path}/versions/1`)
  for (const version of [3, 4]) await post(`${path}/versions/2/restore`, { version })
  await put(`${path}/toggle-completion`, {})
  const session = { id: randomUUID(), projectId: id }
  for (let times = 0; times < 2; times++) await logMinutes(site, member, session)
  await put(`focus-sessions/${session.id}`, { duration: 20 })
  await del(`focus-sessions/${session.id}`)
  await del(path)
}
