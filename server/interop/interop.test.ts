import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { copyFile, writeFile } from 'node:fs/promises'
import { get, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { fixture, fixturePath } from '#tests/fixtures/fixture.ts'
import { addMedia, publishOnePage, publishZine, uploadPicture } from '#tests/support/library.ts'
import { countConnections } from '#tests/support/raw-connection.ts'
import { childrenOf, readXml, textOf, type XmlElement } from '#tests/support/strict-xml.ts'
import { callConcurrently, listening, type Member, openTestApp, startTestApp } from '#tests/support/test-app.ts'
import { unzip } from '#tests/support/unzip.ts'

const publicUrl = 'https://zines.example'

const site = await openTestApp({ settings: { PUBLIC_URL: publicUrl, RATE_LIMITS: 'on' } })
const maker = await site.signUp('quillwright')
const otherMember = await site.signUp('stranger')

type Page = { url: string; altText?: string; contentNote?: string }
async function publish(title: string, fields: object = {}, pages?: Page[]) {
  const mediaFiles = pages ?? (await addMedia(site, maker, ['image']))
  return (await publishZine(site, maker, { title, mediaFiles, ...fields })).id
}

const allFields = {
  description: 'One & "two" <b>\u0007',
  contentNote: { text: 'Blood', coversPages: false },
  details: {
    series: 'Moth Light',
    issue: 'Winter',
    languages: ['pt-BR', 'en'],
    kind: 'how-to',
    year: 1994,
    subjects: ['Moths', 'Night, late'],
    with: ['Ana'],
    rights: 'cc-by',
    madeIn: 'Recife',
    ai: 'none',
    paper: { words: '$3 or trade', url: 'https://paper.example/' },
    size: 'mini',
    binding: 'sewn',
  },
}
const series = () => `${publicUrl}/profile/${maker.id}/series/moth-light`
const today = new Date().toISOString().slice(0, 10)

describe('a record', () => {
  const record = async (id: string, as?: string) =>
    await site.call({ path: `/api/zines/${id}/record${as ? `?as=${as}` : ''}` })

  /** The fifteen Dublin Core elements, each any number of times; no others (oai_dc.xsd). */
  const elementNames =
    'title creator subject description publisher contributor date type format identifier source language'
  const elements = `${elementNames} relation coverage rights`.split(' ').map((name) => `dc:${name}`)

  function readElements(xml: string) {
    const root = readXml(xml)
    expect([root.name, root.attributes['xmlns:oai_dc'], root.attributes['xmlns:dc']]).toEqual([
      'oai_dc:dc',
      'http://www.openarchives.org/OAI/2.0/oai_dc/',
      'http://purl.org/dc/elements/1.1/',
    ])
    const elementTexts: Record<string, string[]> = {}
    for (const { name, text } of root.children) {
      expect(elements).toContain(name)
      const values = elementTexts[name.slice('dc:'.length)] ?? []
      elementTexts[name.slice('dc:'.length)] = [...values, text]
    }
    return elementTexts
  }

  test('in Dublin Core has all metadata of a zine', async () => {
    const id = await publish('Moth Light', allFields)
    const { headers, text } = await record(id)
    expect(headers['content-type']).toBe('application/xml; charset=utf-8')
    expect(readElements(text)).toEqual({
      title: ['Moth Light'],
      creator: ['quillwright'],
      subject: ['Moths', 'Night, late'],
      description: ['One & "two" <b>', 'Content note: Blood'],
      contributor: ['Ana'],
      date: ['1994'],
      type: ['StillImage', 'Zine', 'How-to'],
      format: ['1 page', 'Mini', 'sewn'],
      language: ['pt-BR', 'en'],
      coverage: ['Recife'],
      identifier: [`${publicUrl}/zine/${id}`, `urn:uuid:${id}`],
      relation: ['Moth Light, Winter', series()],
      rights: ['CC BY 4.0', 'https://creativecommons.org/licenses/by/4.0/'],
    })
  })

  test('in ZineCore2 has it under that profile’s names', async () => {
    const id = await publish('Moth Light', allFields)
    const { headers, text } = await record(id, 'zinecore2')
    expect(headers['content-type']).toBe('application/ld+json; charset=utf-8')
    expect(JSON.parse(text)).toEqual({
      '@context': 'https://zinecore.org/v2/zine',
      '@type': 'Zine',
      '@id': `${publicUrl}/zine/${id}`,
      id,
      title: 'Moth Light',
      creator: ['quillwright'],
      subject: ['Moths', 'Night, late'],
      genre: ['Zine', 'How-to'],
      date: ['1994'],
      language: ['pt-BR', 'en'],
      rights: ['CC BY 4.0'],
      series_title: 'Moth Light',
      issue_designation: 'Winter',
      relation: [series()],
      contributor: ['Ana'],
      description: [allFields.description],
      coverage: ['Recife'],
      number_of_pages: '1',
      format: 'Digital images',
      physical_dimensions: 'Mini',
      binding_features: 'sewn',
      public_notes: ['Content note: Blood', 'On paper: $3 or trade https://paper.example', 'Made without AI'],
      identifier: [`${publicUrl}/zine/${id}`, `urn:uuid:${id}`],
      source: ['zines.example'],
    })
  })

  test('of a zine without metadata invents nothing, and marks required values as unknown', async () => {
    const id = await publish('Bare')
    expect(readElements((await record(id, 'dublincore')).text)).toEqual({
      title: ['Bare'],
      creator: ['quillwright'],
      date: [today],
      type: ['StillImage', 'Zine'],
      format: ['1 page'],
      identifier: [`${publicUrl}/zine/${id}`, `urn:uuid:${id}`],
      rights: ['All rights reserved'],
    })
    expect(JSON.parse((await record(id, 'zinecore2')).text)).toMatchObject({
      subject: ['Not stated'],
      genre: ['Zine'],
      date: [today],
      language: ['und'],
      rights: ['All rights reserved'],
    })
  })

  test('of an unknown zine, or in an unknown format, is rejected', async () => {
    expect((await record('01a1fc0a-7117-7285-b635-c994aaf5edeb')).status).toBe(404)
    expect((await record(await publish('Bare'), 'marc')).status).toBe(400)
  })
})

describe('a comic', () => {
  const download = async (id: string, as?: Member) =>
    site.app.inject({ url: `/api/zines/${id}/zine.cbz`, ...(as && { headers: { cookie: as.cookie } }) })

  const upload = () => uploadPicture(site, maker, fixture('photo-sideways-gps.jpg'))

  /** Elements must be in the schema's order, and unknown ones are not allowed. */
  function expectSchema(info: XmlElement) {
    const schema = readXml(readFileSync(fixturePath('comicinfo/ComicInfo.xsd'), 'utf8'))
    const type = childrenOf(schema, 'xs:complexType').find(({ attributes }) => attributes.name === 'ComicInfo')
    const order = (type?.children[0]?.children ?? []).map(({ attributes }) => attributes.name)
    expect(order.length).toBeGreaterThan(20)
    const names = info.children.map(({ name }) => name)
    expect(names).toEqual(order.filter((name) => names.includes(name as string)))
  }

  test('has the pictures for paper in order, and says what it is', async () => {
    const { url } = await upload()
    const [olderPicture = ''] = await addMedia(site, maker, ['image'])
    const hash = url.slice('/media/'.length, '/media/'.length + 32)
    const copy = join(site.dataDir, 'older.webp')
    await copyFile(fixturePath('wide.webp'), copy)
    await site.media.storage.put(olderPicture.slice('/media/'.length), copy)
    const fields = { ...allFields, mayPrint: true, readingDirection: 'rtl' }
    const id = await publish('Mottenlicht: “3/4” ' + '灯', fields, [{ url }, { url: olderPicture }])
    const answer = await download(id)
    expect(answer.headers).toMatchObject({
      'content-type': 'application/vnd.comicbook+zip',
      'cache-control': 'private, no-store',
      'content-disposition': `attachment; filename="mottenlicht-3-4-.cbz"; filename*=UTF-8''${encodeURIComponent('Mottenlicht “3 4” 灯.cbz')}`,
    })
    const files = await unzip(answer.rawPayload)
    expect([...files.keys()]).toEqual(['ComicInfo.xml', '001.jpg', '002.webp'])
    const printFile = await site.media.storage.find(`${hash}-print.jpg`)
    expect(files.get('001.jpg')).toHaveLength(printFile?.size ?? -1)
    expect(files.get('002.webp')?.equals(fixture('wide.webp'))).toBe(true)
    const info = readXml(String(files.get('ComicInfo.xml')))
    expectSchema(info)
    const elementTexts = info.children.filter(({ name }) => name !== 'Pages').map(({ name, text }) => [name, text])
    expect(Object.fromEntries(elementTexts)).toEqual({
      Title: 'Mottenlicht: “3/4” 灯',
      Series: 'Moth Light',
      Number: 'Winter',
      Year: '1994',
      Summary: 'One & "two" <b>',
      Notes: 'Content note: Blood. CC BY 4.0.',
      Writer: 'quillwright, Ana',
      Genre: 'Zine, How-to, Moths, Night late',
      Web: `${publicUrl}/zine/${id}`,
      PageCount: '2',
      LanguageISO: 'pt-BR',
      Manga: 'YesAndRightToLeft',
    })
    const pages = childrenOf(info.children.at(-1) as XmlElement, 'Page')
    expect(pages.map(({ attributes }) => attributes)).toEqual([{ Image: '0', Type: 'FrontCover' }, { Image: '1' }])
  })

  test('is available to its creator, and to others only if printing is allowed', async () => {
    const { url } = await upload()
    const id = await publish('Mine', {}, [{ url }])
    const statuses = async () =>
      [await download(id), await download(id, otherMember), await download(id, maker)].map(
        (answer) => answer.statusCode,
      )
    expect(await statuses()).toEqual([403, 403, 200])
    expect((await download(id)).json()).toMatchObject({ code: 'not_yours' })
    const allow = { version: 1, mayPrint: true }
    await site.put(`/api/zines/${id}`, allow, maker)
    expect(await statuses()).toEqual([200, 200, 200])
  })

  test('of a video or an unknown zine is not found, and one with a missing picture does not look complete', async () => {
    const [url = ''] = await addMedia(site, maker, ['video'])
    expect((await download(await publish('Moving', { mayPrint: true }, [{ url }]))).statusCode).toBe(404)
    expect((await download('01a1fc0a-7117-7285-b635-c994aaf5edeb')).statusCode).toBe(404)
    const [missingPicture = ''] = await addMedia(site, maker, ['image'])
    const id = await publish('Going', { mayPrint: true }, [{ url: (await upload()).url }, { url: missingPicture }])
    const payload = await download(id).then(
      (answer) => answer.rawPayload,
      () => Buffer.alloc(0),
    )
    await expect(unzip(payload)).rejects.toThrow()
  })

  test('is made three at a time for an address and for a member, and for a network so many times', async () => {
    const { storage } = site.media
    const id = await publish('Wanted', { mayPrint: true }, [{ url: (await upload()).url }])
    const find = storage.find.bind(storage)
    const { promise: gate, resolve: openGate } = Promise.withResolvers<void>()
    const findSpy = vi.spyOn(storage, 'find').mockImplementation((name) => gate.then(() => find(name)))
    onTestFinished(() => findSpy.mockRestore())
    const downloadFrom = (remoteAddress: string, as?: Member) =>
      site.app.inject({
        url: `/api/zines/${id}/zine.cbz`,
        remoteAddress,
        ...(as && { headers: { cookie: as.cookie } }),
      })
    const downloads = [downloadFrom('192.0.2.1'), downloadFrom('192.0.2.1', maker), downloadFrom('192.0.2.1', maker)]
    await expect.poll(() => findSpy.mock.calls.length).toBe(3)
    for (const rejected of [downloadFrom('192.0.2.1'), downloadFrom('192.0.2.1', otherMember)])
      expect(await rejected).toMatchObject({ statusCode: 429, headers: { 'retry-after': '5' } })
    downloads.push(downloadFrom('192.0.2.2', maker))
    await expect.poll(() => findSpy.mock.calls.length).toBe(4)
    expect((await downloadFrom('192.0.2.3', maker)).statusCode).toBe(429)
    openGate()
    downloads.push(downloadFrom('192.0.2.3', otherMember))
    for (const answer of await Promise.all(downloads)) expect(answer.statusCode).toBe(200)
    expect((await download(id, maker)).statusCode).toBe(200)
    await site.pool.query(`update rate_limit_points set points = 60 where key like 'comics:%'`)
    expect((await download(id, maker)).json()).toMatchObject({ code: 'too_many_requests' })
    await site.pool.query(`delete from rate_limit_points where key like 'comics:%'`)
  })

  test('is had by others while slow readers hold theirs open, until they are disconnected', async () => {
    const slowReaderSite = await startTestApp({ timeouts: { idle: 2_000 } })
    const address = await listening(slowReaderSite)
    const ana = await slowReaderSite.signUp()
    // More than the buffers between server and client hold.
    const [url = ''] = await addMedia(slowReaderSite, ana, ['image'])
    const large = join(slowReaderSite.dataDir, 'large.webp')
    await writeFile(large, randomBytes(24 * 1024 * 1024))
    await slowReaderSite.media.storage.put(url.slice('/media/'.length), large)
    const body = { title: 'Long', aspectRatio: '4:5', mayPrint: true, mediaFiles: [{ url }] }
    const published = await slowReaderSite.post<{ zine: { id: string } }>('/api/zines', body, ana)
    const path = `/api/zines/${published.body.zine.id}/zine.cbz`
    const readers = await Promise.all(
      ['127.0.0.2', '127.0.0.3', '127.0.0.4', '127.0.0.5', '127.0.0.6'].map((downloadFrom) => {
        const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
        get(address + path, { localAddress: downloadFrom }, resolve).once('error', reject)
        return promise
      }),
    )
    expect(readers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200])
    const otherDownload = await slowReaderSite.app.inject({ url: path, remoteAddress: '192.0.2.9' })
    expect([otherDownload.statusCode, (await unzip(otherDownload.rawPayload)).size]).toEqual([200, 2])
    // They read nothing, so the server disconnects them.
    await expect.poll(() => countConnections(slowReaderSite.app)).toBe(0)
    await slowReaderSite.close()
  })
})

describe('a feed of a search', () => {
  const feed = async (query: string, downloadFrom?: string) => {
    const answer = await site.call({
      path: `/feeds/search.atom?${query}`,
      ...(downloadFrom && { from: downloadFrom }),
    })
    return { ...answer, root: answer.status === 200 ? readXml(answer.text) : undefined }
  }
  const titles = (root: XmlElement | undefined) =>
    root ? childrenOf(root, 'entry').map((entry) => textOf(entry, 'title')) : []
  const linkTo = (root: XmlElement | undefined, rel: string) =>
    root && childrenOf(root, 'link').find(({ attributes }) => attributes.rel === rel)?.attributes.href

  test('has the search results, newest first, and one canonical address', async () => {
    await publish('Gecko one', { details: { languages: ['pt-BR'], kind: 'comic' } })
    await publish('Gecko two', { details: { languages: ['pt'], kind: 'comic', rights: 'cc0' } })
    const byPages = { mayPrint: true, readingDirection: 'rtl' }
    await publish('Gecko three', { details: { languages: ['ja'], kind: 'comic' }, ...byPages })
    const { root, headers } = await feed('kind=comic&language=pt&search=gecko')
    expect(headers).toMatchObject({
      'content-type': 'application/atom+xml; charset=utf-8',
      'cache-control': 'public, max-age=60',
    })
    expect(titles(root)).toEqual(['Gecko two', 'Gecko one'])
    expect(root && textOf(root, 'title')).toBe('New zines: “gecko”, pt, Comic on Foldout')
    expect(linkTo(root, 'self')).toBe(`${publicUrl}/feeds/search.atom?search=gecko&language=pt&kind=comic`)
    expect(linkTo(root, 'alternate')).toBe(`${publicUrl}/?q=gecko&language=pt&kind=comic`)
    const otherDownload = await feed('search=gecko&language=PT&kind=comic')
    expect(otherDownload.root && textOf(otherDownload.root, 'id')).toBe(root && textOf(root, 'id'))
    expect(titles((await feed('search=gecko&copy=true')).root)).toEqual(['Gecko two'])
    const printable = await feed('search=gecko&print=true&direction=rtl&length=one-sheet')
    expect(titles(printable.root)).toEqual(['Gecko three'])
    expect(printable.root && textOf(printable.root, 'title')).toBe(
      'New zines: “gecko”, one sheet, right to left, may be printed on Foldout',
    )
    expect(titles((await feed('search=gecko&filter=popular')).root)).toHaveLength(3)
    for (const wrong of ['kind=x', 'limit=100', 'cursor=x', 'year=12', 'length=x'])
      expect((await feed(wrong)).status).toBe(400)
  })

  test('lists a new zine immediately, drops a deleted one, and has at most 24', async () => {
    const busy = await site.signUp('busy')
    const zines = []
    for (let n = 0; n < 25; n++) zines.push(await publishOnePage(site, busy, `Newt ${n}`))
    expect(titles((await feed('search=newt')).root)).toEqual(zines.map((_, n) => `Newt ${24 - n}`).slice(0, 24))
    await site.delete(`/api/zines/${zines[24]?.id}`, busy, {})
    expect(titles((await feed('search=newt')).root)[0]).toBe('Newt 23')
  })

  test('is searched once for many concurrent requests', async () => {
    const query = vi.spyOn(site.pool, 'query')
    onTestFinished(() => query.mockRestore())
    const answers = await callConcurrently(20, () => feed('search=once'))
    // Each request takes one statement to be counted; a search takes a handful.
    expect(query.mock.calls.length).toBeLessThan(20 + 20)
    expect(new Set(answers.map(({ status, text }) => status + text)).size).toBe(1)
    expect(answers[0]?.status).toBe(200)
  })

  test('is counted when it is searched, separately for each network', async () => {
    const downloadFrom = '192.0.2.7'
    expect((await feed('search=counted', downloadFrom)).status).toBe(200)
    await site.pool.query(`update rate_limit_points set points = 600 where key like 'search-feeds:%'`)
    const rejected = await feed('search=more', downloadFrom)
    expect([rejected.status, rejected.body.code]).toEqual([429, 'too_many_requests'])
    const catalog = await site.call({ path: '/opds/zines?query=more', from: downloadFrom })
    expect(catalog.status).toBe(429)
    expect((await feed('search=counted', downloadFrom)).status).toBe(200)
    expect((await feed('search=more', '192.0.2.8')).status).toBe(200)
  })
})

describe('pages of other sites', () => {
  const crossOrigin = { origin: 'https://reader.example' }
  const corsHeader = 'access-control-allow-origin'
  const readCrossOrigin = (url: string, as?: Member) =>
    site.app.inject({ url, headers: { ...crossOrigin, ...(as && { cookie: as.cookie }) } })
  let id: string
  let hidden: string
  beforeAll(async () => {
    await site.pool.query(`delete from rate_limit_points where key like 'search-feeds:%'`)
    id = await publish('Read anywhere', allFields)
    hidden = await publish('Hidden anywhere')
    await site.pool.query(
      `with gone as (delete from zine_stats where zine_id = $1) update zines set hidden_at = now() where id = $1`,
      [hidden],
    )
  })

  const publicPaths = () => [
    '/opds',
    '/opds/zines',
    '/opds/zines?query=anywhere',
    `/opds/creators/${maker.id}`,
    `/opds/zines/${id}.json`,
    '/feeds/zines.atom',
    `/feeds/creators/${maker.id}.atom`,
    `/feeds/series/${maker.id}/moth-light.atom`,
    '/feeds/search.atom?search=anywhere',
    `/api/oembed?url=${encodeURIComponent(`${publicUrl}/zine/${id}`)}`,
  ]
  const recordPaths = (zine: string) => ['', '?as=zinecore2'].map((form) => `/api/zines/${zine}/record${form}`)

  test('may read the API for other software, which is the same for every reader', async () => {
    for (const path of publicPaths()) {
      const [guest, asMember] = [await readCrossOrigin(path), await readCrossOrigin(path, maker)]
      expect([guest.statusCode, guest.headers[corsHeader]], path).toEqual([200, '*'])
      expect([asMember.statusCode, asMember.headers[corsHeader], asMember.body], path).toEqual([200, '*', guest.body])
      expect(guest.body, path).not.toContain(hidden)
      expect(guest.headers, path).not.toHaveProperty('access-control-allow-credentials')
    }
  })

  test('may read records as guests, and never what a session shows', async () => {
    for (const path of recordPaths(id)) expect((await readCrossOrigin(path)).headers[corsHeader], path).toBe('*')
    for (const path of recordPaths(hidden)) {
      const [guest, asMember] = [await readCrossOrigin(path), await readCrossOrigin(path, maker)]
      expect([guest.statusCode, guest.headers[corsHeader]], path).toEqual([404, '*'])
      expect([asMember.statusCode, asMember.headers[corsHeader]], path).toEqual([200, undefined])
    }
  })

  test('may read nothing else, and send nothing', async () => {
    for (const path of ['/', `/api/zines/${id}`, '/api/search/zines', `/api/zines/${id}/zine.cbz`])
      expect((await readCrossOrigin(path)).headers, path).not.toHaveProperty(corsHeader)
    for (const url of [...publicPaths(), ...recordPaths(id)])
      for (const method of ['OPTIONS', 'POST'] as const)
        expect((await site.app.inject({ method, url, headers: crossOrigin })).headers, url).not.toHaveProperty(
          corsHeader,
        )
  })
})
