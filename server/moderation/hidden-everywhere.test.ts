import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Tx } from '#server/db/connection.ts'
import { sweepWithheld } from '#server/media/withheld-media.ts'
import { indexZinesOf } from '#server/search/rebuild.ts'
import { fixture } from '#tests/fixtures/fixture.ts'
import { pageSource } from '#tests/support/page-source.ts'
import { type Member, startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { unzip } from '../accounts/export/unzip.testing.ts'
import { hideZine, restoreZine } from './hide-zine.ts'
import { showOrHide } from './show-or-hide-zines.ts'
import { restoreMember, suspendMember } from './suspend-member.ts'

let site: TestApp
let maker: Member
let fan: Member
let zineId: string
let hash: string
let shelfId: string
let picture: string

beforeAll(async () => {
  site = await startTestApp({ pages: pageSource })
  maker = await site.signUp('quillwright')
  fan = await site.signUp('reader')
  hash = await upload()
  zineId = await publish()
  picture = await portrait()
  for (const [thing, body] of [
    ['zines', { zineId }],
    ['creators', { creatorId: maker.id }],
  ] as const)
    await site.call({ method: 'POST', path: `/api/favorites/${thing}`, body, as: fan })
  shelfId = await shelve()
})
afterAll(() => site.close())

async function upload() {
  const body = { base64String: fixture('photo-sideways-gps.jpg').toString('base64') }
  const answer = await site.call<{ url: string }>({
    ...{ method: 'POST', path: '/api/upload-zine-media', body, as: maker },
  })
  return answer.body.url.slice('/media/'.length, '/media/'.length + 32)
}

async function publish() {
  const details = { series: 'Feathers!', issue: '1', subjects: ['Nightjar feathers'] }
  const words = {
    title: 'Quetzal Nightjar',
    description: 'Of plumage',
    aspectRatio: '4:5',
    mayPrint: true,
    details,
  }
  const body = { ...words, mediaFiles: [`/media/${hash}-1600.webp`] }
  const answer = await site.call<{ zine: { id: string } }>({
    method: 'POST',
    path: '/api/zines',
    body,
    as: maker,
  })
  return answer.body.zine.id
}

async function shelve() {
  const words = { title: 'Birds', visibility: 'public' }
  const made = { method: 'POST' as const, path: '/api/shelves', body: words, as: fan }
  const { id } = (await site.call<{ shelf: { id: string } }>(made)).body.shelf
  for (const shelf of [id, 'to-read'])
    await site.call({ method: 'PUT', path: `/api/shelves/${shelf}/zines/${zineId}`, body: {}, as: fan })
  return id
}

async function portrait() {
  const base64Image = fixture('see-through.png').toString('base64')
  const path = `/api/users/${maker.id}`
  await site.call({ method: 'PUT', path, body: { bio: 'Cuts linoleum' }, as: maker })
  const put = { method: 'PUT' as const, path: `${path}/profile-picture`, body: { base64Image }, as: maker }
  return (await site.call<{ profileImageUrl: string }>(put)).body.profileImageUrl
}

/** What an address says of the zine or its maker: that it answers at all, where it is a file. */
type Door = { path: string; as?: 'fan'; method?: 'HEAD' }

const zineDoors = (): Door[] => [
  ...[`/api/zines`, `/api/zines/${zineId}`, `/api/users/${maker.id}/zines`].map((path) => ({ path })),
  { path: `/api/zines/${zineId}`, as: 'fan' },
  { path: `/api/zines/${zineId}/pages/1/print.jpg` },
  { path: `/api/zines/${zineId}/pages/1/print.jpg`, method: 'HEAD' },
  // Newest and popular, by walking and by its words, and by a word that nobody else has, misspelt.
  ...['', 'plumage', '@quillwright', 'nigtjar'].flatMap((text) =>
    ['', '&filter=popular'].map((filter) => ({ path: `/api/search/zines?search=${text}${filter}` })),
  ),
  ...['', '?search=plumage'].map((query) => ({
    ...{ path: `/api/users/${fan.id}/favorites${query}`, as: 'fan' as const },
  })),
  ...[`/api/shelves/${shelfId}`, `/api/users/${fan.id}/shelves`].flatMap((path) => [
    { path },
    { path, as: 'fan' as const },
  ]),
  { path: '/api/zines/surprise' },
  { path: `/feeds/shelf/${shelfId}.atom` },
  { path: `/api/users/${fan.id}/export`, as: 'fan' },
  { path: `/api/oembed?url=${encodeURIComponent(`${site.config.publicUrl}/zine/${zineId}`)}` },
  { path: '/feeds/zines.atom' },
  ...['', '?as=zinecore2'].map((form) => ({ path: `/api/zines/${zineId}/record${form}` })),
  { path: `/api/zines/${zineId}/zine.cbz` },
  ...['search=plumage', 'search=nigtjar', 'filter=popular'].map((query) => ({
    path: `/feeds/search.atom?${query}`,
  })),
  ...['', '?filter=popular', '?query=plumage'].map((query) => ({ path: `/opds/zines${query}` })),
  ...[`/opds/zines/${zineId}.json`, `/opds/creators/${maker.id}`].map((path) => ({ path })),
  { path: `/feeds/creators/${maker.id}.atom` },
  { path: '/sitemaps/zines/00000000-0000-7000-8000-000000000000.xml' },
  ...['400', '800', '1600'].map((width) => ({ path: `/media/${hash}-${width}.webp` })),
  { path: `/media/${hash}-400.webp`, method: 'HEAD' },
  { path: `/media/${hash}-400.webp`, as: 'fan' },
  ...['/', '/?tab=popular', '/?q=plumage', `/profile/${maker.id}`, `/public-profile/${maker.id}`].map(
    (path) => ({
      path,
    }),
  ),
  ...['', '/feathers', '/feathers/zines'].map((rest) => ({ path: `/api/users/${maker.id}/series${rest}` })),
  { path: '/api/subjects?beginning=nightj' },
  { path: '/api/search/filters' },
  { path: `/feeds/series/${maker.id}/feathers.atom` },
  { path: `/profile/${maker.id}/series/feathers` },
  { path: '/?tab=favorites', as: 'fan' },
  ...['', '/read', '/text'].map((page) => ({ path: `/zine/${zineId}${page}` })),
  { path: `/zine/${zineId}`, as: 'fan' },
]

const creatorDoors = (): Door[] => [
  { path: `/api/users/${maker.id}` },
  { path: `/api/users/${maker.id}/followers/count` },
  { path: `/api/users/${fan.id}/favorite-creators/${maker.id}`, as: 'fan' },
  ...['', 'linoleum', '@quill', 'linoloum'].map((text) => ({ path: `/api/search/users?search=${text}` })),
  ...['', '?search=linoleum'].map((query) => ({
    ...{ path: `/api/users/${fan.id}/favorite-creators${query}`, as: 'fan' as const },
  })),
  { path: `/api/oembed?url=${encodeURIComponent(`${site.config.publicUrl}/profile/${maker.id}`)}` },
  { path: '/sitemaps/profiles/00000000-0000-7000-8000-000000000000.xml' },
  { path: picture },
  { path: '/?tab=creators' },
  { path: `/profile/${fan.id}?tab=favorites`, as: 'fan' },
]

/** Calls that tell each member of themselves alone, or of nobody: a new one stands here or among the doors. */
const tellOfOneself = [
  ...['/api/auth/', '/api/drafts/', '/api/documents/', '/api/projects/', '/api/focus-sessions/'],
  ...['/api/users/{id}/drafts', '/api/users/{id}/projects', '/api/users/{id}/focus-days'],
  ...['/api/users/{id}/hidden-zines', '/api/users/{id}/decisions', '/api/drafts/{id}/documents'],
  ...['/api/users/{id}/blocks', '/api/users/{id}/unwanted-zines', '/api/site-pages/{name}'],
  ...['/api/imports/', '/api/users/{id}/imports', '/api/users/{id}/imported-drafts'],
]

type Told = { door: string; tells: boolean; text: string }

async function ask(doors: Door[]): Promise<Told[]> {
  const told: Told[] = []
  for (const { path, as, method = 'GET' } of doors) {
    const answer = await site.app.inject({
      method,
      url: path,
      ...(as && { headers: { cookie: fan.cookie } }),
    })
    const text = path.endsWith('/export') ? await exported(answer.rawPayload) : answer.body
    const door = `${method} ${path}${as ? ' by a fan' : ''}`
    told.push({ door, text, tells: isFile(path) ? answer.statusCode < 400 : says(path, text) })
  }
  return told
}

const exported = async (zip: Buffer) => Buffer.concat([...(await unzip(zip)).values()]).toString()

const isFile = (path: string) =>
  path.startsWith('/media/') || /\.(jpg|cbz)$/.test(path) || path.includes('/count')

/** What was asked for may stand in a page; what only the answer knows may not. */
const says = (path: string, text: string) => {
  const needles = [
    'nightjar',
    'feathers!',
    hash,
    'cuts linoleum',
    path.includes('quill') ? hash : 'quillwright',
  ]
  if (path.startsWith('/sitemaps/')) needles.push(zineId, maker.id)
  if (path.includes('linolo')) needles.push('linoleum')
  if (path.includes(`favorite-creators/${maker.id}`)) needles.push('isFollowing')
  return needles.some((needle) => text.toLowerCase().includes(needle.toLowerCase()))
}

const telling = (told: Told[]) => told.filter(({ tells }) => tells).map(({ door }) => door)
const silent = (told: Told[]) => told.filter(({ tells }) => !tells).map(({ door }) => door)

/** As whatever acts on the running site does, and the other processes within seconds. */
async function act(does: (tx: Tx) => Promise<unknown>) {
  expect(await site.db.transaction().execute(does)).toBe('done')
  await settled()
}
async function settled() {
  await showOrHide(site.db, maker.id)
  await indexZinesOf(site.db, maker.id)
  site.changes.announce()
  await site.media.withheld.refresh()
}

const given = { reason: 'It is not theirs.', actor: 'operator' as const }
/** A zip has times in it, a page when it was drawn. */
const comparable = (told: Told[]) =>
  told
    .filter(({ door }) => /^GET \/(api|feeds|sitemaps|opds)/.test(door) && !/export|cbz/.test(door))
    .map(({ text }) => text)

test('every call that answers about others is among the doors', async () => {
  const { body } = await site.call<{ paths: Record<string, { get?: object }> }>({ path: '/api/openapi.json' })
  const asked = [...zineDoors(), ...creatorDoors()].map(({ path }) => path.replace(/\?.*/, ''))
  const reads = Object.entries(body.paths).flatMap(([path, { get }]) => (get ? [path] : []))
  expect(reads.length).toBeGreaterThan(30)
  const isAsked = (path: string) => {
    const pattern = new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`)
    return asked.some((door) => pattern.test(door)) || tellOfOneself.some((own) => path.startsWith(own))
  }
  expect(reads.filter((path) => !isAsked(path))).toEqual([])
})

test('a hidden zine is hidden behind every door, and restored it is everywhere as it was', async () => {
  const before = await ask(zineDoors())
  expect(silent(before)).toEqual([])
  await act((tx) => hideZine(tx, { zineId, ...given }))
  const hidden = await ask(zineDoors())
  // Some are of its maker too, who is still there.
  const isOfMaker = ({ door }: Told) => /profile\/|\/feeds\/creators|\/export/.test(door)
  expect(telling(hidden.filter((told) => !isOfMaker(told)))).toEqual([])
  for (const { door, text } of hidden.filter(isOfMaker)) expect(text, door).not.toMatch(/nightjar/i)
  for (const path of [
    `/api/zines/${zineId}`,
    `/media/${hash}-400.webp`,
    `/api/zines/${zineId}/pages/1/print.jpg`,
  ])
    expect(await site.call({ path, as: maker }), path).toMatchObject({ status: 200 })
  expect((await site.call({ path: `/media/${hash}-400.webp`, as: maker })).headers['cache-control']).toBe(
    'private, no-store',
  )
  await act((tx) => restoreZine(tx, { zineId, ...given }))
  const after = await ask(zineDoors())
  expect(silent(after)).toEqual([])
  expect(comparable(after)).toEqual(comparable(before))
})

test('nothing of a suspended member is behind any door, and restored everything is as it was', async () => {
  const doors = [...zineDoors(), ...creatorDoors()]
  const before = await ask(doors)
  expect(silent(before)).toEqual([])
  await act((tx) => suspendMember(tx, { userId: maker.id, ...given }))
  expect(telling(await ask(doors))).toEqual([])
  expect((await site.call({ path: picture, as: maker })).status).toBe(404)
  await act((tx) => restoreMember(tx, { userId: maker.id, ...given }))
  const after = await ask(doors)
  expect(silent(after)).toEqual([])
  expect(comparable(after)).toEqual(comparable(before))
})

test('before its words are gone too, what is suspended is shown nowhere', async () => {
  await site.db.transaction().execute((tx) => suspendMember(tx, { userId: maker.id, ...given }))
  site.changes.announce()
  await site.media.withheld.refresh()
  /** Told from the vocabulary, which has words until the index is there. */
  const isOfVocabulary = ({ path }: Door) => path.includes('nigtjar') || path.startsWith('/api/subjects')
  const doors = [...zineDoors(), ...creatorDoors()].filter((door) => !isOfVocabulary(door))
  expect(telling(await ask(doors))).toEqual([])
  await settled()
  await act((tx) => restoreMember(tx, { userId: maker.id, ...given }))
})

test('a picture that somebody else shows stays, and one that nothing hidden has is withheld no longer', async () => {
  const { rows } = await site.pool.query('select hash from withheld_media')
  expect(rows.map((row) => row.hash)).toContain(hash)
  const body = { base64String: fixture('photo-sideways-gps.jpg').toString('base64') }
  const { url } = (
    await site.call<{ url: string }>({ method: 'POST', path: '/api/upload-zine-media', body, as: fan })
  ).body
  expect(url).toContain(hash)
  await act((tx) => hideZine(tx, { zineId, ...given }))
  // Their upload is theirs to see, and everybody's once it is published.
  const see = async (as?: Member) => (await site.call({ path: url, ...(as && { as }) })).status
  expect([await see(), await see(fan)]).toEqual([404, 200])
  const zine = { title: 'The same', description: null, aspectRatio: '4:5', mediaFiles: [url] }
  await site.call({ method: 'POST', path: '/api/zines', body: zine, as: fan })
  expect(await see()).toBe(200)
  const isWithheld = async () => {
    await sweepWithheld(site.db)
    return (await site.pool.query('select from withheld_media where hash = $1', [hash])).rowCount === 1
  }
  expect(await isWithheld()).toBe(true)
  await act((tx) => restoreZine(tx, { zineId, ...given }))
  expect(await isWithheld()).toBe(false)
})
