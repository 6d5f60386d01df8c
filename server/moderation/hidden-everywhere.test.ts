import { expect, test } from 'vitest'
import { hashOfAddress, imageAddress } from '#contract/media-address.ts'
import { sweepWithheld } from '#server/media/withheld-media.ts'
import { shelfCalls } from '#server/shelves/shelves.testing.ts'
import { fixture } from '#tests/fixtures/fixture.ts'
import { publishZine, uploadPicture } from '#tests/support/library.ts'
import { pageSource } from '#tests/support/page-source.ts'
import { type Member, openTestApp } from '#tests/support/test-app.ts'
import { unzip } from '../accounts/export/unzip.testing.ts'
import { operatorsActs } from './moderation.testing.ts'

const site = await openTestApp({ pages: pageSource })
const { hide, letIn, restore, settle, suspend } = operatorsActs(site)
const maker = await site.signUp('quillwright')
const fan = await site.signUp('reader')
const hash = await upload()
const zineId = await publish()
const picture = await portrait()
await site.post('/api/favorites/zines', { zineId }, fan)
await site.post('/api/favorites/creators', { creatorId: maker.id }, fan)
const shelfId = await shelve()

async function upload(as = maker) {
  return hashOfAddress((await uploadPicture(site, as, fixture('photo-sideways-gps.jpg'))).url) ?? ''
}

async function publish() {
  const details = { series: 'Feathers!', issue: '1', subjects: ['Nightjar feathers'] }
  const words = { title: 'Quetzal Nightjar', description: 'Of plumage', mayPrint: true, details }
  return (await publishZine(site, maker, { ...words, mediaFiles: [imageAddress(hash)] })).id
}

async function shelve() {
  const { begin, put } = shelfCalls(() => site)
  const { id } = await begin(fan, { title: 'Birds', visibility: 'public' })
  for (const shelf of [id, 'to-read']) await put(`/${shelf}/zines/${zineId}`, fan, {})
  return id
}

async function portrait() {
  const base64Image = fixture('see-through.png').toString('base64')
  const path = `/api/users/${maker.id}`
  await site.put(path, { bio: 'Cuts linoleum' }, maker)
  const put = site.put<{ profileImageUrl: string }>(`${path}/profile-picture`, { base64Image }, maker)
  return (await put).body.profileImageUrl
}

/** Addresses that reveal the zine or its creator, files by their existence alone. A `fan` prefix means signed in as the fan. */
const zine = `/api/zines/${zineId}`
const addressOf = (page: string) => encodeURIComponent(site.config.publicUrl + page)
const beginning = '00000000-0000-7000-8000-000000000000'
const zineDoors = [
  ...['/api/zines', zine, `fan ${zine}`, `/api/users/${maker.id}/zines`],
  ...[`${zine}/pages/1/print.jpg`, `HEAD ${zine}/pages/1/print.jpg`, `${zine}/zine.cbz`],
  ...[`${zine}/record`, `${zine}/record?as=zinecore2`, '/api/zines/surprise'],
  // Newest and popular: by list scan, by index lookup, and by a misspelt term that only this zine has.
  ...['', 'plumage', '@quillwright', 'nigtjar'].flatMap((text) =>
    ['', '&filter=popular'].map((filter) => `/api/search/zines?search=${text}${filter}`),
  ),
  ...['', '?search=plumage'].map((query) => `fan /api/users/${fan.id}/favorites${query}`),
  ...[`/api/shelves/${shelfId}`, `/api/users/${fan.id}/shelves`].flatMap((path) => [path, `fan ${path}`]),
  `fan /api/users/${fan.id}/export`,
  `/api/oembed?url=${addressOf(`/zine/${zineId}`)}`,
  ...['/feeds/zines.atom', `/feeds/creators/${maker.id}.atom`, `/feeds/shelf/${shelfId}.atom`],
  ...['search=plumage', 'search=nigtjar', 'filter=popular'].map((query) => `/feeds/search.atom?${query}`),
  `/feeds/series/${maker.id}/feathers.atom`,
  ...['', '?filter=popular', '?query=plumage'].map((query) => `/opds/zines${query}`),
  ...[`/opds/zines/${zineId}.json`, `/opds/creators/${maker.id}`],
  `/sitemaps/zines/${beginning}.xml`,
  ...['400', '800', '1600'].map((width) => `/media/${hash}-${width}.webp`),
  ...['HEAD', 'fan'].map((how) => `${how} /media/${hash}-400.webp`),
  ...['/', '/?tab=popular', '/?q=plumage', `/profile/${maker.id}`, `/public-profile/${maker.id}`],
  ...['', '/feathers', '/feathers/zines'].map((rest) => `/api/users/${maker.id}/series${rest}`),
  ...['/api/subjects?beginning=nightj', '/api/search/filters', `/profile/${maker.id}/series/feathers`],
  ...['', '/read', '/text'].map((page) => `/zine/${zineId}${page}`),
  ...['fan /?tab=favorites', `fan /zine/${zineId}`],
]

const creatorDoors = [
  ...[`/api/users/${maker.id}`, `/api/users/${maker.id}/followers/count`],
  `fan /api/users/${fan.id}/favorite-creators/${maker.id}`,
  ...['', 'linoleum', '@quill', 'linoloum'].map((text) => `/api/search/users?search=${text}`),
  ...['', '?search=linoleum'].map((query) => `fan /api/users/${fan.id}/favorite-creators${query}`),
  `/api/oembed?url=${addressOf(`/profile/${maker.id}`)}`,
  ...[`/sitemaps/profiles/${beginning}.xml`, picture, '/?tab=creators'],
  `fan /profile/${fan.id}?tab=favorites`,
]
const doors = [...zineDoors, ...creatorDoors]

/** Calls that return only the member's own data, or no member data. New calls must be added here or above. */
const tellOfOneself = [
  ...['/api/auth/', '/api/drafts/', '/api/documents/', '/api/projects/', '/api/focus-sessions/'],
  ...['/api/users/{id}/drafts', '/api/users/{id}/projects', '/api/users/{id}/focus-days'],
  ...['/api/users/{id}/hidden-zines', '/api/users/{id}/decisions', '/api/drafts/{id}/documents'],
  ...['/api/users/{id}/blocks', '/api/users/{id}/unwanted-zines', '/api/site-pages/{name}'],
  ...['/api/imports/', '/api/users/{id}/imports', '/api/users/{id}/imported-drafts'],
]

type Told = { door: string; tells: boolean; text: string }

async function ask(some: string[]): Promise<Told[]> {
  const told: Told[] = []
  for (const door of some) {
    const [path = '', how] = door.split(' ').reverse()
    const as = how === 'fan' && { headers: { cookie: fan.cookie } }
    const answer = await site.app.inject({ method: how === 'HEAD' ? how : 'GET', url: path, ...as })
    const text = path.endsWith('/export') ? await exported(answer.rawPayload) : answer.body
    told.push({ door, text, tells: isFile(path) ? answer.statusCode < 400 : says(path, text) })
  }
  return told
}

const exported = async (zip: Buffer) => Buffer.concat([...(await unzip(zip)).values()]).toString()

const isFile = (path: string) =>
  path.startsWith('/media/') || /\.(jpg|cbz)$/.test(path) || path.includes('/count')

/** A page may repeat the query, but not the text that only the response contains. */
const says = (path: string, text: string) => {
  const needles = ['nightjar', 'feathers!', hash, 'cuts linoleum']
  if (!path.includes('quill')) needles.push('quillwright')
  if (path.startsWith('/sitemaps/')) needles.push(zineId, maker.id)
  if (path.includes('linolo')) needles.push('linoleum')
  if (path.includes(`favorite-creators/${maker.id}`)) needles.push('isFollowing')
  return needles.some((needle) => text.toLowerCase().includes(needle.toLowerCase()))
}

const telling = (told: Told[]) => told.filter(({ tells }) => tells).map(({ door }) => door)
const silent = (told: Told[]) => told.filter(({ tells }) => !tells).map(({ door }) => door)
/** Asserts that all of them reveal it, and returns their comparable texts. */
async function askShown(some: string[]) {
  const told = await ask(some)
  expect(silent(told)).toEqual([])
  return comparable(told)
}

/** Does what follows an act on the running site. Other processes do this within seconds. */
async function done(act: Promise<unknown>) {
  expect(await act).toBe('done')
  await settled()
}
async function settled() {
  await settle(maker.id)
  site.changes.announce()
  await site.media.withheld.refresh()
}

/** Excludes zips, which contain times, and pages, which contain their time of rendering. */
const comparable = (told: Told[]) =>
  told
    .filter(({ door }) => /^(fan )?\/(api|feeds|sitemaps|opds)/.test(door) && !/export|cbz/.test(door))
    .map(({ text }) => text)

test('every call that answers about others is among the doors', async () => {
  const { body } = await site.get<{ paths: Record<string, { get?: object }> }>('/api/openapi.json')
  const asked = doors.map((door) => door.replace(/^\w+ |\?.*/g, ''))
  const reads = Object.entries(body.paths).flatMap(([path, { get }]) => (get ? [path] : []))
  expect(reads.length).toBeGreaterThan(30)
  const isAsked = (path: string) => {
    const pattern = new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`)
    return asked.some((door) => pattern.test(door)) || tellOfOneself.some((own) => path.startsWith(own))
  }
  expect(reads.filter((path) => !isAsked(path))).toEqual([])
})

test('a hidden zine is hidden behind every door, and restored it is everywhere as it was', async () => {
  const before = await askShown(zineDoors)
  await done(hide(zineId))
  const hidden = await ask(zineDoors)
  // Some are about the creator too, who is still visible.
  const isOfMaker = ({ door }: Told) => /profile\/|\/feeds\/creators|\/export/.test(door)
  expect(telling(hidden.filter((told) => !isOfMaker(told)))).toEqual([])
  for (const { door, text } of hidden.filter(isOfMaker)) expect(text, door).not.toMatch(/nightjar/i)
  const page = `/media/${hash}-400.webp`
  for (const path of [zine, page, `${zine}/pages/1/print.jpg`])
    expect(await site.get(path, maker), path).toMatchObject({ status: 200 })
  expect((await site.get(page, maker)).headers['cache-control']).toBe('private, no-store')
  await done(restore(zineId))
  expect(await askShown(zineDoors)).toEqual(before)
})

test('nothing of a suspended member is behind any door, and restored everything is as it was', async () => {
  const before = await askShown(doors)
  await done(suspend(maker.id))
  expect(telling(await ask(doors))).toEqual([])
  expect((await site.get(picture, maker)).status).toBe(404)
  await done(letIn(maker.id))
  expect(await askShown(doors)).toEqual(before)
})

test('a suspended member’s zine is invisible before its search entry is removed', async () => {
  await suspend(maker.id)
  site.changes.announce()
  await site.media.withheld.refresh()
  /** These use the vocabulary, which contains the terms until the index is updated. */
  const isOfVocabulary = (door: string) => door.includes('nigtjar') || door.startsWith('/api/subjects')
  expect(telling(await ask(doors.filter((door) => !isOfVocabulary(door))))).toEqual([])
  await settled()
  await done(letIn(maker.id))
})

test('a picture that another member also shows stays, and one without a hidden zine is no longer restricted', async () => {
  const withheld = () => site.sql('select from withheld_media where hash = $1', hash)
  expect(await withheld()).toHaveLength(1)
  expect(await upload(fan)).toBe(hash)
  await done(hide(zineId))
  // Uploads are visible to their owner, and to all once published.
  const url = imageAddress(hash)
  const see = async (as?: Member) => (await site.get(url, as)).status
  expect([await see(), await see(fan)]).toEqual([404, 200])
  await publishZine(site, fan, { title: 'The same', description: null, mediaFiles: [url] })
  expect(await see()).toBe(200)
  await sweepWithheld(site.db)
  expect(await withheld()).toHaveLength(1)
  await done(restore(zineId))
  await sweepWithheld(site.db)
  expect(await withheld()).toEqual([])
})
