import { copyFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { hashFromAddress, imageAddress } from '#contract/media-address.ts'
import { fixturePath } from '#tests/fixtures/fixture.ts'
import { addMedia, publishZine } from '#tests/support/library.ts'
import { pageSource } from '#tests/support/page-source.ts'
import { type Member, openTestApp } from '#tests/support/test-app.ts'
import { unzip } from '#tests/support/unzip.ts'
import { operatorActions } from '../moderation/moderation.testing.ts'
import { shelfCalls } from '../shelves/shelves.testing.ts'

const site = await openTestApp({ pages: pageSource })
const maker = await site.signUp('needle_worker')
const reader = await site.signUp('careful_reader')
const { begin, add } = shelfCalls(() => site)
const { changeNote } = operatorActions(site)
const shelf = await begin(reader, { title: 'Everywhere', visibility: 'public' })
await site.post('/api/favorites/creators', { creatorId: maker.id }, reader)
const privateFeed = (await site.post<{ feedUrl: string }>(`/api/users/${reader.id}/following-feed`, undefined, reader))
  .body.feedUrl

type PublishedZine = { id: string; hashes: string[] }
type Notes = { contentNote?: object; pageNotes?: string[] }

async function publish(title: string, { contentNote, pageNotes = [] }: Notes): Promise<PublishedZine> {
  const urls = await addMedia(site, maker, ['image', 'image', 'image'])
  const mediaFiles = urls.map((url, at) => ({
    url,
    altText: `Shown ${at}`,
    contentNote: pageNotes[at] ?? '',
  }))
  const zine = { title, mayPrint: true, details: { series: 'Everywhere' }, mediaFiles }
  const { id } = await publishZine(site, maker, { ...zine, contentNote: contentNote ?? null })
  expect((await add(reader, shelf, { id })).status).toBe(200)
  return { id, hashes: urls.map((url) => hashFromAddress(url) as string) }
}

/** Only a reader who follows the creator sees the zines in the Following tab. */
const followingTab = '/?tab=following'

const readBody = async (path: string, as: Member | undefined = path === followingTab ? reader : undefined) =>
  (await site.app.inject({ url: path, ...(as && { headers: { cookie: as.cookie } }) })).body

/** What browsers with scripts show of a document. For them, noscript ends at the first end tag. */
const visibleHtml = (html: string) =>
  (html.split('<script id="page-data"')[0] ?? '').replace(/<noscript>.*?<\/noscript>/gs, '')

/** Indexes of the pictures that a document loads or passes to previews. Links and script data do not count. */
const fetchedPages = (html: string, { hashes }: PublishedZine) => {
  const visible = visibleHtml(html)
  const attributes = visible.match(/(?:\ssrc|srcset|imagesrcset|poster|content)="[^"]*"/gi) ?? []
  const linked = visible.match(/<link\b[^>]*\/media\/[^>]*>/gi) ?? []
  const structuredData = visible.match(/<script type="application\/ld\+json">[^<]*/g) ?? []
  const all = [...attributes, ...linked, ...structuredData].join('\n')
  return hashes.flatMap((hash, at) => (all.includes(hash) ? [at] : []))
}

const embed = (id: string) => `/api/oembed?url=${encodeURIComponent(`${site.config.publicUrl}/zine/${id}`)}`

const listPaths = () => [
  '/',
  '/?q=everywhere',
  `/profile/${maker.id}`,
  followingTab,
  `/profile/${maker.id}/series/everywhere`,
  `/shelf/${shelf.id}`,
  `/profile/${reader.id}?tab=shelves`,
]
const pagesOf = ({ id }: PublishedZine) =>
  ['', '/read', '/read?page=2', '/text', '/print'].map((page) => `/zine/${id}${page}`)

const feeds = () => [
  '/feeds/zines.atom',
  `/feeds/creators/${maker.id}.atom`,
  '/feeds/search.atom?search=everywhere',
  `/feeds/series/${maker.id}/everywhere.atom`,
  `/feeds/shelf/${shelf.id}.atom`,
  privateFeed.replace(site.config.publicUrl, ''),
]
const manifestOf = ({ id }: PublishedZine) => `/opds/zines/${id}.json`
const comicOf = ({ id }: PublishedZine) => `/api/zines/${id}/zine.cbz`
/** Catalogs and records describe the zine, but cannot ask the reader to accept its note. */
const catalogsOf = ({ id }: PublishedZine) => [
  '/opds/zines',
  '/opds/zines?query=everywhere',
  `/opds/creators/${maker.id}`,
  ...['', '?as=zinecore2'].map((form) => `/api/zines/${id}/record${form}`),
]

/** Catalogs state the note and neither show nor link the media. The comic is only for download and contains the note. */
async function expectOnlyListed(zine: PublishedZine, note: string) {
  for (const path of catalogsOf(zine)) {
    const said = await readBody(path)
    for (const hash of zine.hashes) expect(said, path).not.toContain(hash)
    expect(said, path).not.toContain(comicOf(zine))
    expect(said.replace('&lt;', '<').replace('&gt;', '>'), path).toContain(`Content note: ${note}`)
  }
  expect(JSON.parse(await readBody(manifestOf(zine)))).toMatchObject({ code: 'not_found' })
  expect(visibleHtml(await readBody(`/zine/${zine.id}/print`))).not.toContain(comicOf(zine))
  await storeFiles(zine)
  const comic = await unzip((await site.app.inject({ url: comicOf(zine) })).rawPayload)
  expect([...comic.keys()]).toEqual(['ComicInfo.xml', '001.webp', '002.webp', '003.webp'])
  expect(String(comic.get('ComicInfo.xml')).replace('&lt;', '<').replace('&gt;', '>')).toContain(
    `<Notes>Content note: ${note}.`,
  )
}

async function storeFiles({ hashes }: PublishedZine) {
  for (const hash of hashes) {
    const name = basename(imageAddress(hash))
    await copyFile(fixturePath('wide.webp'), join(site.dataDir, name))
    await site.media.storage.put(name, join(site.dataDir, name))
  }
}

const note = 'Needles <and> blood'

async function expectCovered(zine: PublishedZine) {
  for (const path of [...listPaths(), ...pagesOf(zine)]) {
    const html = await readBody(path)
    expect(fetchedPages(html, zine), path).toEqual([])
    expect(html, path).toContain('Needles &lt;and&gt; blood')
  }
  const html = await readBody(`/zine/${zine.id}`)
  expect(html).toMatch(/<meta property="og:description" content="Content note: Needles &lt;and&gt; blood\. /)
  expect(html).toMatch(/<meta property="og:image" content="[^"]*\/share\.png"/)
  const text = visibleHtml(await readBody(`/zine/${zine.id}/text`))
  expect(text).toContain('Show it')
  expect(text).not.toContain('Shown 0')
  for (const feed of feeds()) {
    const xml = await readBody(feed)
    for (const hash of zine.hashes) expect(xml, feed).not.toContain(hash)
    expect(xml, feed).toContain('Content note: Needles &lt;and&gt; blood</summary>')
  }
  expect(html).not.toContain(manifestOf(zine))
  await expectOnlyListed(zine, note)
  expect(JSON.parse(await readBody(embed(zine.id)))).toEqual(
    expect.not.objectContaining({ url: expect.anything(), thumbnail_url: expect.anything() }),
  )
  expect(JSON.parse(await readBody(embed(zine.id)))).toMatchObject({ type: 'link' })
}

test('nothing of a covered zine is fetched behind any door before its reader agrees, and each says why', async () => {
  await expectCovered(await publish('Covered everywhere', { contentNote: { text: note, coversPages: true } }))
})

test('nor is anything of a zine that a moderator covered after it was read, until the note is removed', async () => {
  const zine = await publish('Covered later everywhere', {})
  const readAll = async () => {
    site.changes.announce()
    for (const path of [...listPaths(), ...pagesOf(zine), ...feeds(), ...catalogsOf(zine)]) await readBody(path)
    return fetchedPages(await readBody(`/zine/${zine.id}`), zine)
  }
  expect(await readAll()).toEqual([0, 1, 2])
  const cautious = await site.signUp()
  const path = `/api/users/${cautious.id}/content-notes`
  await site.call({ method: 'PUT', path, body: { choice: 'never' }, as: cautious })
  expect(await readBody('/', cautious)).toContain('Covered later everywhere')
  expect(await changeNote(zine.id, note)).toBe('done')
  site.changes.announce()
  await expectCovered(zine)
  expect(await readBody('/', cautious)).not.toContain('Covered later everywhere')
  expect((await site.get('/api/search/zines?search=needles blood')).text).toContain(zine.id)
  expect(await changeNote(zine.id, '')).toBe('done')
  expect(await readAll()).toEqual([0, 1, 2])
  expect((await site.get('/api/search/zines?search=needles blood')).text).not.toContain(zine.id)
})

test('only a page with its own note is hidden, also as the cover of its zine', async () => {
  const inside = await publish('Inside everywhere', { pageNotes: ['', 'A wound'] })
  const front = await publish('Front everywhere', { pageNotes: ['A wound'] })
  for (const path of listPaths()) {
    expect(fetchedPages(await readBody(path), inside), path).toEqual([0])
    expect(fetchedPages(await readBody(path), front), path).toEqual([])
  }
  expect(fetchedPages(await readBody(`/zine/${inside.id}`), inside)).toEqual([0, 2])
  expect(fetchedPages(await readBody(`/zine/${front.id}`), front)).toEqual([1, 2])
  for (const zine of [inside, front]) expect(fetchedPages(await readBody(`/zine/${zine.id}/print`), zine)).toEqual([])
  for (const feed of feeds()) {
    const xml = await readBody(feed)
    const shown = [...inside.hashes, ...front.hashes].map((hash) => xml.includes(hash))
    expect(shown, feed).toEqual([true, false, true, false, true, true])
  }
  for (const zine of [inside, front]) await expectOnlyListed(zine, 'A wound')
  expect(JSON.parse(await readBody(embed(inside.id)))).toMatchObject({ type: 'photo' })
  expect(JSON.parse(await readBody(embed(front.id)))).toMatchObject({ type: 'link' })
})

test('a note that hides nothing is shown, and the creator and readers who always show content are not asked', async () => {
  const uncovered = await publish('Announced everywhere', {
    contentNote: { text: 'Sad', coversPages: false },
  })
  const covered = await publish('Agreed everywhere', { contentNote: { text: 'Sadder', coversPages: true } })
  expect(fetchedPages(await readBody(`/zine/${uncovered.id}`), uncovered)).toEqual([0, 1, 2])
  expect(await readBody(`/zine/${uncovered.id}`)).toContain('Sad')
  const path = `/zine/${covered.id}`
  expect(fetchedPages(await readBody(path, reader), covered)).toEqual([])
  const request = { method: 'PUT' as const, path: `/api/users/${reader.id}/content-notes` }
  await site.call({ ...request, body: { choice: 'always' }, as: reader })
  for (const member of [reader, maker]) {
    const shown = visibleHtml(await readBody(path, member))
    expect(shown.match(new RegExp(`<img[^>]*${covered.hashes[1]}`))).not.toBeNull()
    expect(shown).not.toContain('Show it')
  }
  await site.call({ ...request, body: { choice: 'never' }, as: reader })
  expect(fetchedPages(await readBody(path, reader), covered)).toEqual([])
  for (const list of listPaths()) expect(await readBody(list, reader), list).not.toContain('Agreed everywhere')
})

test('a covered cover is not fetched among the best matches of a search, which state its note', async () => {
  const covered = await publish('Bandage', { contentNote: { text: 'Stitches', coversPages: true } })
  const plain = await publish('Bandage', {})
  for (const at of [1, 2, 3]) await publish(`The bandage ${at}`, {})
  const html = await readBody('/?q=bandage')
  const [bestMatches = ''] = /<section[^>]*best-matches.*?<\/section>/s.exec(html) ?? []
  expect(fetchedPages(bestMatches, plain)).toEqual([0])
  expect(bestMatches).toContain('Content note: Stitches')
  expect(fetchedPages(html, covered)).toEqual([])
})
