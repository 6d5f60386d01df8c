import { expect, test } from 'vitest'
import { hashFromAddress, imageAddress } from '#contract/media-address.ts'
import { sweepRestricted } from '#server/media/restricted-media.ts'
import { shelfCalls } from '#server/shelves/shelves.testing.ts'
import { fixture } from '#tests/fixtures/fixture.ts'
import { publishZine, uploadPicture } from '#tests/support/library.ts'
import { pageSource } from '#tests/support/page-source.ts'
import { type Member, openTestApp } from '#tests/support/test-app.ts'
import { unzip } from '#tests/support/unzip.ts'
import { operatorActions } from './moderation.testing.ts'

const site = await openTestApp({ pages: pageSource })
const { hide, restoreMember, restore, settle, suspend } = operatorActions(site)
const maker = await site.signUp('quillwright')
const fan = await site.signUp('reader')
const hash = await upload()
const zineId = await publish()
const picture = await portrait()
await site.post('/api/favorites/zines', { zineId }, fan)
await site.post('/api/favorites/creators', { creatorId: maker.id }, fan)
const captionsHash = await addCaptions()
const shelfId = await shelve()
const privateFeed = await createPrivateFeed()

async function upload(as = maker) {
  return hashFromAddress((await uploadPicture(site, as, fixture('photo-sideways-gps.jpg'))).url) ?? ''
}

async function publish() {
  const details = { series: 'Feathers!', issue: '1', subjects: ['Nightjar feathers'] }
  const texts = { title: 'Quetzal Nightjar', description: 'Of plumage', mayPrint: true, details }
  return (await publishZine(site, maker, { ...texts, mediaFiles: [imageAddress(hash)] })).id
}

/** Without a video, because the address is what matters. */
async function addCaptions() {
  const captions = { language: 'en', position: 0, hash: 'c'.repeat(32), body: 'Quetzal Nightjar sings.' }
  await site.db
    .insertInto('captions')
    .values({ zine_id: zineId, ...captions })
    .execute()
  return captions.hash
}

async function shelve() {
  const { begin, put } = shelfCalls(() => site)
  const { id } = await begin(fan, { title: 'Birds', visibility: 'public' })
  for (const shelf of [id, 'to-read']) await put(`/${shelf}/zines/${zineId}`, fan, {})
  return id
}

async function createPrivateFeed() {
  const { body } = await site.post<{ feedUrl: string }>(`/api/users/${fan.id}/following-feed`, undefined, fan)
  return body.feedUrl.replace(site.config.publicUrl, '')
}

async function portrait() {
  const base64Image = fixture('see-through.png').toString('base64')
  const path = `/api/users/${maker.id}`
  await site.put(path, { bio: 'Cuts linoleum' }, maker)
  const uploaded = site.put<{ profileImageUrl: string }>(`${path}/profile-picture`, { base64Image }, maker)
  return (await uploaded).body.profileImageUrl
}

/** Addresses that reveal the zine or its creator, files by their existence alone. A `fan` prefix means signed in as the fan. */
const zine = `/api/zines/${zineId}`
const addressOf = (page: string) => encodeURIComponent(site.config.publicUrl + page)
const zeroId = '00000000-0000-7000-8000-000000000000'
const zineUrls = [
  '/api/zines',
  zine,
  `fan ${zine}`,
  `/api/users/${maker.id}/zines`,
  `${zine}/pages/1/print.jpg`,
  `HEAD ${zine}/pages/1/print.jpg`,
  `${zine}/zine.cbz`,
  `${zine}/captions/${captionsHash}`,
  `fan ${zine}/captions/${captionsHash}`,
  `${zine}/record`,
  `${zine}/record?as=zinecore2`,
  '/api/zines/surprise',
  // Newest and popular: by list scan, by index lookup, and by a misspelt term that only this zine has.
  ...['', 'plumage', '@quillwright', 'nigtjar'].flatMap((text) =>
    ['', '&filter=popular'].map((filter) => `/api/search/zines?search=${text}${filter}`),
  ),
  ...['favorites', 'followed-zines'].flatMap((list) =>
    ['', '?search=plumage'].map((query) => `fan /api/users/${fan.id}/${list}${query}`),
  ),
  ...[`/api/shelves/${shelfId}`, `/api/users/${fan.id}/shelves`].flatMap((path) => [path, `fan ${path}`]),
  `fan /api/users/${fan.id}/export`,
  `/api/oembed?url=${addressOf(`/zine/${zineId}`)}`,
  '/feeds/zines.atom',
  `/feeds/creators/${maker.id}.atom`,
  `/feeds/shelf/${shelfId}.atom`,
  ...['search=plumage', 'search=nigtjar', 'filter=popular'].map((query) => `/feeds/search.atom?${query}`),
  `/feeds/series/${maker.id}/feathers.atom`,
  privateFeed,
  ...['', '?filter=popular', '?query=plumage'].map((query) => `/opds/zines${query}`),
  `/opds/zines/${zineId}.json`,
  `/opds/creators/${maker.id}`,
  `/sitemaps/zines/${zeroId}.xml`,
  ...['400', '800', '1600'].map((width) => `/media/${hash}-${width}.webp`),
  ...['HEAD', 'fan'].map((how) => `${how} /media/${hash}-400.webp`),
  '/',
  '/?tab=popular',
  '/?q=plumage',
  `/profile/${maker.id}`,
  `/public-profile/${maker.id}`,
  ...['', '/feathers', '/feathers/zines'].map((suffix) => `/api/users/${maker.id}/series${suffix}`),
  '/api/subjects?beginning=nightj',
  '/api/search/filters',
  `/profile/${maker.id}/series/feathers`,
  ...['', '/read', '/text'].map((page) => `/zine/${zineId}${page}`),
  'fan /?tab=favorites',
  'fan /?tab=following',
  `fan /zine/${zineId}`,
]

const creatorUrls = [
  `/api/users/${maker.id}`,
  `/api/users/${maker.id}/followers/count`,
  `fan /api/users/${fan.id}/favorite-creators/${maker.id}`,
  ...['', 'linoleum', '@quill', 'linoloum'].map((text) => `/api/search/users?search=${text}`),
  ...['', '?search=linoleum'].map((query) => `fan /api/users/${fan.id}/favorite-creators${query}`),
  `/api/oembed?url=${addressOf(`/profile/${maker.id}`)}`,
  `/sitemaps/profiles/${zeroId}.xml`,
  picture,
  '/?tab=creators',
  `fan /profile/${fan.id}?tab=favorites`,
]
const urls = [...zineUrls, ...creatorUrls]

/** Calls that return only the member's own data, or no member data. New calls must be added here or above. */
const privateApis = [
  '/api/auth/',
  '/api/drafts/',
  '/api/documents/',
  '/api/projects/',
  '/api/focus-sessions/',
  '/api/users/{id}/drafts',
  '/api/users/{id}/projects',
  '/api/users/{id}/focus-days',
  '/api/users/{id}/hidden-zines',
  '/api/users/{id}/decisions',
  '/api/drafts/{id}/documents',
  '/api/users/{id}/blocks',
  '/api/users/{id}/unwanted-zines',
  '/api/site-pages/{name}',
  '/api/imports/',
  '/api/users/{id}/imports',
  '/api/users/{id}/imported-drafts',
  '/api/users/{id}/subscriptions',
  '/api/users/{id}/following-feed',
  '/api/media/{hash}/print.jpg',
]

type UrlResult = { url: string; revealsZine: boolean; text: string }

async function readUrls(urlList: string[]): Promise<UrlResult[]> {
  const results: UrlResult[] = []
  for (const url of urlList) {
    const [path = '', how] = url.split(' ').reverse()
    const as = how === 'fan' && { headers: { cookie: fan.cookie } }
    const response = await site.app.inject({ method: how === 'HEAD' ? how : 'GET', url: path, ...as })
    const text = path.endsWith('/export') ? await exported(response.rawPayload) : response.body
    results.push({
      url,
      text,
      revealsZine: isFile(path) ? response.statusCode < 400 : mentionsZine(path, text),
    })
  }
  return results
}

const exported = async (zip: Buffer) => Buffer.concat([...(await unzip(zip)).values()]).toString()

const isFile = (path: string) => path.startsWith('/media/') || /\.(jpg|cbz)$/.test(path) || path.includes('/count')

/** A page may repeat the query, but not the text that only the response contains. */
const mentionsZine = (path: string, text: string) => {
  const needles = ['nightjar', 'feathers!', hash, 'cuts linoleum']
  if (!path.includes('quill')) needles.push('quillwright')
  if (path.startsWith('/sitemaps/')) needles.push(zineId, maker.id)
  if (path.includes('linolo')) needles.push('linoleum')
  if (path.includes(`favorite-creators/${maker.id}`)) needles.push('isFollowing')
  return needles.some((needle) => text.toLowerCase().includes(needle.toLowerCase()))
}

const revealing = (results: UrlResult[]) => results.filter(({ revealsZine }) => revealsZine).map(({ url }) => url)
const hiding = (results: UrlResult[]) => results.filter(({ revealsZine }) => !revealsZine).map(({ url }) => url)
/** Asserts that all of them reveal it, and returns their comparable texts. */
async function readVisible(urlList: string[]) {
  const results = await readUrls(urlList)
  expect(hiding(results)).toEqual([])
  return comparable(results)
}

/** Does what follows an act on the running site. Other processes do this within seconds. */
async function applied(decision: Promise<unknown>) {
  expect(await decision).toBe('done')
  await waitForJobs()
}
async function waitForJobs() {
  await settle(maker.id)
  site.changes.announce()
  await site.media.restricted.refresh()
}

/** Excludes zips, which contain times, pages, which contain their time of rendering, and the time of reading a list. */
const comparable = (results: UrlResult[]) =>
  results
    .filter(({ url }) => /^(fan )?\/(api|feeds|sitemaps|opds)/.test(url) && !/export|cbz/.test(url))
    .map(({ text }) => text.replace(/"readAt" : "[^"]*"/, ''))

test('every call that returns data about others is in the list', async () => {
  const { body } = await site.get<{ paths: Record<string, { get?: object }> }>('/api/openapi.json')
  const testedPaths = urls.map((url) => url.replace(/^\w+ |\?.*/g, ''))
  const reads = Object.entries(body.paths).flatMap(([path, { get }]) => (get ? [path] : []))
  expect(reads.length).toBeGreaterThan(30)
  const isTested = (path: string) => {
    const pattern = new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`)
    return testedPaths.some((url) => pattern.test(url)) || privateApis.some((prefix) => path.startsWith(prefix))
  }
  expect(reads.filter((path) => !isTested(path))).toEqual([])
})

test('a hidden zine is hidden behind every door, and restored it is everywhere as it was', async () => {
  const before = await readVisible(zineUrls)
  await applied(hide(zineId))
  const hidden = await readUrls(zineUrls)
  // Some are about the creator too, who is still visible.
  const isMakerUrl = ({ url }: UrlResult) => /profile\/|\/feeds\/creators|\/export|search=@/.test(url)
  expect(revealing(hidden.filter((result) => !isMakerUrl(result)))).toEqual([])
  for (const { url, text } of hidden.filter(isMakerUrl)) expect(text, url).not.toMatch(/nightjar/i)
  const page = `/media/${hash}-400.webp`
  for (const path of [zine, page, `${zine}/pages/1/print.jpg`])
    expect(await site.get(path, maker), path).toMatchObject({ status: 200 })
  expect((await site.get(page, maker)).headers['cache-control']).toBe('private, no-store')
  await applied(restore(zineId))
  expect(await readVisible(zineUrls)).toEqual(before)
})

test('nothing of a suspended member is behind any door, and restored everything is as it was', async () => {
  const before = await readVisible(urls)
  await applied(suspend(maker.id))
  expect(revealing(await readUrls(urls))).toEqual([])
  expect((await site.get(picture, maker)).status).toBe(404)
  await applied(restoreMember(maker.id))
  expect(await readVisible(urls)).toEqual(before)
})

test('a suspended member’s zine is invisible before its search entry is removed', async () => {
  await suspend(maker.id)
  site.changes.announce()
  await site.media.restricted.refresh()
  /** These use the vocabulary, which contains the terms until the index is updated. */
  const isVocabularyUrl = (url: string) => url.includes('nigtjar') || url.startsWith('/api/subjects')
  expect(revealing(await readUrls(urls.filter((url) => !isVocabularyUrl(url))))).toEqual([])
  await waitForJobs()
  await applied(restoreMember(maker.id))
})

test('a picture that another member also shows stays, and one without a hidden zine is no longer restricted', async () => {
  const restrictedRows = () => site.sql('select from restricted_media where hash = $1', hash)
  expect(await restrictedRows()).toHaveLength(1)
  expect(await upload(fan)).toBe(hash)
  await applied(hide(zineId))
  // Uploads are visible to their owner, and to all once published.
  const url = imageAddress(hash)
  const statusFor = async (as?: Member) => (await site.get(url, as)).status
  expect([await statusFor(), await statusFor(fan)]).toEqual([404, 200])
  await publishZine(site, fan, { title: 'The same', description: null, mediaFiles: [url] })
  expect(await statusFor()).toBe(200)
  await sweepRestricted(site.db)
  expect(await restrictedRows()).toHaveLength(1)
  await applied(restore(zineId))
  await sweepRestricted(site.db)
  expect(await restrictedRows()).toEqual([])
})
