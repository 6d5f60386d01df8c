import { describe, expect, test } from 'vitest'
import { hashFromAddress } from '#contract/media-address.ts'
import { createDraft } from '#tests/support/drafts.ts'
import { addImages, addMedia, publishOnePage } from '#tests/support/library.ts'
import { childrenOf, readXml, textOf, type XmlElement } from '#tests/support/strict-xml.ts'
import { type Member, openTestApp } from '#tests/support/test-app.ts'

const here = 'https://zines.example'

const site = await openTestApp({ settings: { PUBLIC_URL: here } })
const moths = await site.signUp('DustyMoths')

const zinesFeed = '/feeds/zines.atom'
const feedOf = ({ id }: Member) => `/feeds/creators/${id}.atom`
const read = async (path: string) => readXml((await site.call({ path })).text)
const entriesOf = (feed: XmlElement) => childrenOf(feed, 'entry')
const idsIn = async (path: string) => entriesOf(await read(path)).map((entry) => textOf(entry, 'id'))

const links = (element: XmlElement, rel: string) =>
  childrenOf(element, 'link')
    .filter(({ attributes }) => attributes.rel === rel)
    .map(({ attributes }) => attributes)

const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
const absolute = (address: string | undefined) => expect(address).toMatch(/^https:\/\/zines\.example\/\S*$/)

/** Checks the requirements of RFC 4287 for every feed and entry, and our additions. */
function expectAtom(feed: XmlElement, path: string) {
  expect([feed.name, feed.attributes.xmlns]).toEqual(['feed', 'http://www.w3.org/2005/Atom'])
  expect(links(feed, 'self')).toMatchObject([{ href: here + path, type: 'application/atom+xml' }])
  absolute(links(feed, 'alternate')[0]?.href)
  for (const part of [feed, ...entriesOf(feed)]) {
    expect(textOf(part, 'id')).toMatch(/^(urn:uuid:[0-9a-f-]{36}|tag:zines\.example,2026:zines)$/)
    expect(textOf(part, 'updated')).toMatch(moment)
    expect(textOf(part, 'title')).not.toBe('')
    expect(links(part, 'alternate')).toHaveLength(1)
  }
  for (const entry of entriesOf(feed)) {
    const [author] = childrenOf(entry, 'author')
    expect(author && textOf(author, 'name')).toBeTruthy()
    absolute(author && textOf(author, 'uri'))
    absolute(links(entry, 'alternate')[0]?.href)
    expect(childrenOf(entry, 'content')[0]?.attributes).toEqual({ type: 'html' })
  }
  const ids = entriesOf(feed).map((entry) => textOf(entry, 'id'))
  expect(new Set(ids).size).toBe(ids.length)
  expect(textOf(feed, 'updated')).toBe(
    entriesOf(feed)
      .map((entry) => textOf(entry, 'updated'))
      .sort()
      .at(-1),
  )
}

describe('a feed', () => {
  test('has the newest zines first, each with its pages and its description', async () => {
    const earlier = await publishOnePage(site, moths, 'First light')
    const mediaFiles = await addMedia(site, moths, ['image', 'image'])
    const { body } = await site.post<{ zine: { id: string } }>(
      '/api/zines',
      {
        title: 'Kitchen Window',
        description: 'One <b>pane</b> & "glass".\nLit.\n\nAgain.',
        aspectRatio: '4:5',
        mediaFiles: mediaFiles.map((url, at) => ({ url, altText: `Page ${at} " onerror="alert(1)` })),
      },
      moths,
    )
    for (const path of [zinesFeed, feedOf(moths)]) {
      const feed = await read(path)
      expectAtom(feed, path)
      const [entry, next] = entriesOf(feed) as [XmlElement, XmlElement]
      expect([textOf(entry, 'id'), textOf(next, 'id')]).toEqual([`urn:uuid:${body.zine.id}`, `urn:uuid:${earlier.id}`])
      const images = mediaFiles.map(
        (url, at) =>
          `<p><img src="${here}${url}" alt="Page ${at} &quot; onerror=&quot;alert(1)" width="800" height="1000"/></p>`,
      )
      expect(textOf(entry, 'content')).toBe(
        `${images.join('')}<p dir="auto">One &lt;b&gt;pane&lt;/b&gt; &amp; &quot;glass&quot;.<br>Lit.</p><p dir="auto">Again.</p>`,
      )
    }
  })

  test('has all pages of a long zine, but no more descriptions than a short one can have', async () => {
    const member = await site.signUp()
    const contents = [20, 1000].map(async (altLength) => {
      const urls = await addImages(site, member, 8)
      const pages = urls.map((url) => ({ url, altText: '&'.repeat(altLength) }))
      const { id } = await createDraft(site, member, { title: 'Long', pages })
      const path = `/api/drafts/${id}/publish`
      const { body } = await site.post<{ zine: { id: string } }>(path, { version: 1 }, member)
      return body.zine.id
    })
    const [shortZine, longZine] = await Promise.all(contents)
    const entries = entriesOf(await read(feedOf(member)))
    const contentOf = (id = '') =>
      entries.filter((entry) => textOf(entry, 'id').endsWith(id)).map((entry) => textOf(entry, 'content'))
    expect(contentOf(shortZine)[0]?.match(/<img /g)).toHaveLength(8)
    expect(contentOf(longZine)[0]?.match(/<img /g)).toHaveLength(5)
    expect(contentOf(shortZine)[0]).not.toContain('All 8 pages')
    expect(contentOf(longZine)[0]).toContain(`<p><a href="${here}/zine/${longZine}">All 8 pages</a></p>`)
  })

  test('has a zine’s date of change, without moving it', async () => {
    const member = await site.signUp()
    const [older, newer] = [await publishOnePage(site, member, 'Older'), await publishOnePage(site, member, 'Newer')]
    await site.put(`/api/zines/${older.id}`, { version: 1, title: 'Older, corrected' }, member)
    const feed = await read(feedOf(member))
    expectAtom(feed, feedOf(member))
    const [first, last] = entriesOf(feed) as [XmlElement, XmlElement]
    expect([textOf(first, 'id'), textOf(last, 'title')]).toEqual([`urn:uuid:${newer.id}`, 'Older, corrected'])
    expect(Date.parse(textOf(last, 'updated'))).toBeGreaterThan(Date.parse(textOf(last, 'published')))
    expect(textOf(first, 'updated')).toBe(textOf(first, 'published'))
    expect(textOf(feed, 'updated')).toBe(textOf(last, 'updated'))
    const sitemap = (await site.call({ path: '/sitemaps/zines/00000000-0000-7000-8000-000000000000.xml' })).text
    expect(sitemap).toContain(`/zine/${older.id}</loc><lastmod>${textOf(last, 'updated')}</lastmod>`)
  })

  test('encloses a video, and shows its poster', async () => {
    const [url = ''] = await addMedia(site, moths, ['video'])
    const body = { title: 'Moving', aspectRatio: '9:16', mediaFiles: [url] }
    expect((await site.post('/api/zines', body, moths)).status).toBe(201)
    const [entry] = entriesOf(await read(zinesFeed)) as [XmlElement]
    expect(links(entry, 'enclosure')).toEqual([{ rel: 'enclosure', href: here + url, type: 'video/mp4' }])
    expect(textOf(entry, 'content')).toContain(`${here}/media/${hashFromAddress(url)}-1600.webp`)
  })

  test.each([
    ['a]]>b', 'a]]>b'],
    ['<script>alert("1")</script> & \'co\' &amp;', '<script>alert("1")</script> & \'co\' &amp;'],
    ['bell\u0007 and \u001b[31m escape\u0085', 'bell and [31m escape'],
    ['\u202Eenihsoom', 'enihsoom'],
    ['<!DOCTYPE x [<!ENTITY y "z">]>&y;', '<!DOCTYPE x [<!ENTITY y "z">]>&y;'],
  ])('carries the title %j', async (title, shown) => {
    const hostile = await site.signUp()
    await publishOnePage(site, hostile, title, `${title}\n\n${title}`)
    const feed = await read(feedOf(hostile))
    expectAtom(feed, feedOf(hostile))
    expect(entriesOf(feed).map((entry) => textOf(entry, 'title'))).toEqual([shown])
    expectAtom(await read(zinesFeed), zinesFeed)
  })

  test('carries a zine from before titles needed a visible character as Untitled', async () => {
    const member = await site.signUp()
    const { id } = await publishOnePage(site, member, 'Visible')
    await site.sql('update zines set title = $1 where id = $2', '\u200B', id)
    expect(entriesOf(await read(feedOf(member))).map((entry) => textOf(entry, 'title'))).toEqual(['Untitled'])
  })

  test('drops a deleted zine and a creator’s old name immediately', async () => {
    const member = await site.signUp()
    const { id } = await publishOnePage(site, member, 'Going')
    const update = (body: object) => site.put(`/api/users/${member.id}`, body, member)
    await update({ name: 'A & <B>', bio: 'Moths ]]> & more.' })
    const feed = await read(feedOf(member))
    expect([textOf(feed, 'title'), textOf(feed, 'subtitle')]).toEqual(['A & <B>', 'Moths ]]> & more.'])
    expect(await idsIn(zinesFeed)).toContain(`urn:uuid:${id}`)
    await site.delete(`/api/zines/${id}`, member, {})
    expect(await idsIn(zinesFeed)).not.toContain(`urn:uuid:${id}`)
    expect(await idsIn(feedOf(member))).toEqual([])
    await site.delete(`/api/users/${member.id}`, member, { username: member.username })
    expect((await site.call({ path: feedOf(member) })).status).toBe(404)
  })

  test('is sent once, until something is new', async () => {
    const first = await site.call({ path: zinesFeed })
    expect(first.headers).toMatchObject({
      'content-type': 'application/atom+xml; charset=utf-8',
      'cache-control': 'public, max-age=60',
    })
    expect(first.headers['set-cookie']).toBeUndefined()
    const etag = String(first.headers.etag)
    for (const etags of [etag, `"other", ${etag}`, etag.replace('W/', ''), '*']) {
      const notModified = await site.call({ path: zinesFeed, headers: { 'if-none-match': etags } })
      expect([notModified.status, notModified.text, notModified.headers.etag]).toEqual([304, '', etag])
    }
    await publishOnePage(site, moths, 'News')
    const updated = await site.call({ path: zinesFeed, headers: { 'if-none-match': etag } })
    expect(updated.status).toBe(200)
  })

  test('has thirty zines at most', async () => {
    const busy = await site.signUp()
    for (let n = 0; n < 31; n++) await publishOnePage(site, busy, `Number ${n}`)
    expect(await idsIn(feedOf(busy))).toHaveLength(30)
    const titles = entriesOf(await read(zinesFeed)).map((entry) => textOf(entry, 'title'))
    expect([titles.length, titles[0]]).toEqual([30, 'Number 30'])
  })

  test('of an unknown creator is not found, and with an invalid ID is rejected', async () => {
    const feedFor = (id: string) => site.call({ path: `/feeds/creators/${id}.atom` })
    expect((await feedFor('01a1fc0a-7117-7285-b635-c994aaf5edeb')).status).toBe(404)
    for (const id of ['x', "'--", '%00']) expect((await feedFor(id)).status).toBe(400)
  })
})
