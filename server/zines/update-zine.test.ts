import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, describe, expect, test } from 'vitest'
import * as limits from '#contract/limits.ts'
import { hashFromAddress } from '#contract/media-address.ts'
import { FullZine, type ZineList } from '#contract/zines.ts'
import { rowProblems } from '#tests/support/integrity-check.ts'
import { addImages, addMedia, publishOnePage, publishZine } from '#tests/support/library.ts'
import { type Member, openTestApp } from '#tests/support/test-app.ts'
import { readRandomZine } from './surprise.routes.ts'

const site = await openTestApp({ jobs: true, settings: { LONG_ZINE_PAGES: '7' } })
const owner = await site.signUp('dustymoths')
const stranger = await site.signUp('nightbus')
afterAll(async () => expect(await rowProblems(site.pool)).toEqual([]))

type ResponseBody = { zine: FullZine; current?: FullZine; code: string; error: string }
const update = (id: string, body: object, as: Member | undefined = owner) =>
  site.put<ResponseBody>(`/api/zines/${id}`, body, as)
const read = async (id: string) =>
  FullZine.parse((await site.call<{ zine: FullZine }>({ path: `/api/zines/${id}` })).body.zine)

const imagesOf = (count: number, as = owner) => addImages(site, as, count)

async function publish(count: number, title = 'Nightbus') {
  const urls = await imagesOf(count)
  const mediaFiles = urls.map((url, at) => ({
    url,
    altText: `Page ${at + 1}`,
    transcript: `Words ${at + 1}`,
  }))
  const zine = await publishZine(site, owner, { title, description: 'About moths', mediaFiles })
  return { zine: FullZine.parse(zine), urls, pages: mediaFiles }
}

const page = (url: string) => ({ url, altText: '', transcript: '' })
const hashesOf = (urls: string[]) => urls.map((url) => hashFromAddress(url) ?? '')
const mediaRows = async (urls: string[]) =>
  (await site.pool.query<{ hash: string }>('select hash from media where hash = any($1)', [hashesOf(urls)])).rows.map(
    ({ hash }) => hash,
  )

describe('texts', () => {
  test('change without a new printing, and omitted ones stay', async () => {
    const { zine } = await publish(2)
    const changed = { title: ' Night bus ', description: null, readingDirection: 'rtl', mayPrint: true }
    const response = await update(zine.id, { version: 1, ...changed })
    expect(response.status).toBe(200)
    const now = FullZine.parse(response.body.zine)
    expect(now).toEqual({
      ...zine,
      title: 'Night bus',
      description: null,
      readingDirection: 'rtl',
      mayPrint: true,
      version: 2,
      printing: 1,
      printings: [],
      editedAt: now.editedAt,
    })
    expect(Date.parse(now.editedAt ?? '')).toBeGreaterThanOrEqual(Date.parse(zine.createdAt))
    expect(now.pages.map(({ printWidth }) => printWidth)).toEqual([800, 800])
    expect(await read(zine.id)).toEqual(now)
  })

  test('and the paper change; a new aspect ratio alone changes both', async () => {
    const { zine } = await publish(1)
    const change = async (version: number, format: object) => (await update(zine.id, { version, ...format })).body.zine
    expect(zine).toMatchObject({ aspectRatio: '4:5', paper: '4:5' })
    expect(await change(1, { paper: 'a-size' })).toMatchObject({ version: 2, aspectRatio: '4:5', paper: 'a-size' })
    expect(await change(2, { aspectRatio: '4:5' })).toMatchObject({ version: 2, paper: 'a-size' })
    expect(await change(2, { aspectRatio: '1:1' })).toMatchObject({ version: 3, aspectRatio: '1:1', paper: 'square' })
    expect(await change(3, { aspectRatio: '9:16', paper: 'pictures' })).toMatchObject({ version: 4, paper: 'pictures' })
    expect((await update(zine.id, { version: 4, paper: 'A5' })).status).toBe(400)
    expect((await update(zine.id, { version: 4, paper: 'square' }, stranger)).status).toBe(403)
    expect(await read(zine.id)).toMatchObject({ version: 4, aspectRatio: '9:16', paper: 'pictures' })
  })

  test('of pages and their order do, too', async () => {
    const { zine, urls, pages } = await publish(3)
    const [first, second, third] = pages
    const sent = [third, { ...first, altText: 'A lamp', transcript: 'Last stop' }, second]
    const { status, body } = await update(zine.id, {
      version: 1,
      pages: sent,
      printingNote: 'Not a printing',
    })
    expect([status, body.zine.version, body.zine.printing, body.zine.printings]).toEqual([200, 2, 1, []])
    expect(body.zine.mediaUrls).toEqual([urls[2], urls[0], urls[1]])
    expect(body.zine.pages.map(({ altText, transcript }) => [altText, transcript])).toEqual([
      ['Page 3', 'Words 3'],
      ['A lamp', 'Last stop'],
      ['Page 2', 'Words 2'],
    ])
  })

  test('are searched: the new ones find the zine, and the old ones do not', async () => {
    const { zine, urls } = await publish(1, 'Zeppelin timetable')
    const ids = async (text: string) =>
      (await site.call<ZineList>({ path: `/api/search/zines?search=${text}` })).body.zines.map(({ id }) => id)
    expect(await ids('zeppelin')).toContain(zine.id)
    const pages = [{ url: urls[0], altText: 'Gondolas', transcript: 'Mooring masts of Friedrichshafen' }]
    await update(zine.id, { version: 1, title: 'Airship timetable', description: 'Hangars', pages })
    for (const text of ['airship', 'hangars', 'gondola', 'friedrichshafen', '"mooring masts"'])
      expect([text, await ids(encodeURIComponent(text))]).toEqual([text, [zine.id]])
    for (const text of ['zeppelin', '%22Page%201%22%20airship', '%22words%201%22%20airship'])
      expect(await ids(text)).not.toContain(zine.id)
  })

  test('do not move a zine in lists, or change its favorites', async () => {
    const { zine } = await publish(1)
    const later = await publishOnePage(site, stranger, 'Later')
    await site.post('/api/favorites/zines', { zineId: zine.id }, stranger)
    await update(zine.id, { version: 1, title: 'Corrected' })
    const { zines } = (await site.call<ZineList>({ path: '/api/zines?limit=2' })).body
    expect(zines.map(({ id, favoriteCount }) => [id, favoriteCount])).toEqual([
      [later.id, 0],
      [zine.id, 1],
    ])
  })
})

describe('pictures', () => {
  test('that are added make a new printing, with a note', async () => {
    const { zine, pages, urls } = await publish(2)
    const added = await imagesOf(3)
    const sent = { version: 1, pages: [...pages, ...added.map(page)], printingNote: ' Two more stops ' }
    const { zine: now } = (await update(zine.id, sent)).body
    expect(now).toMatchObject({ version: 2, printing: 2, pageCount: 5, mediaUrls: [...urls, ...added] })
    expect(FullZine.parse(now).printings).toEqual([
      { number: 2, note: 'Two more stops', printedAt: expect.any(String), coverUrl: null },
      { number: 1, note: null, printedAt: zine.createdAt, coverUrl: urls[0] },
    ])
    const { zine: next } = (await update(zine.id, { version: 2, pages: pages.slice(1) })).body
    expect(next).toMatchObject({ version: 3, printing: 3, pageCount: 1, imageUrl: urls[1] })
    expect(next.printings.map(({ number, note, coverUrl }) => [number, note, coverUrl])).toEqual([
      [3, null, null],
      [2, 'Two more stops', urls[0]],
      [1, null, urls[0]],
    ])
  })

  test('an opened zine has the addresses of all its pages, a list those of the first five', async () => {
    const { zine, pages } = await publish(5, 'Seven pages')
    const sent = [...pages, ...(await imagesOf(2)).map(page)]
    const all = sent.map(({ url }) => url)
    const updated = await update(zine.id, { version: 1, pages: sent })
    expect(updated).toMatchObject({ status: 200, body: { zine: { mediaUrls: all, imageUrl: all[0] } } })
    expect(await read(zine.id)).toMatchObject({ pageCount: 7, mediaUrls: all })
    const byChance = await readRandomZine(site.pool, null, zine.id.slice(-12))
    expect(JSON.parse(byChance ?? '')).toMatchObject({ id: zine.id, mediaUrls: all })
    const { body } = await site.call<ZineList>({ path: '/api/search/zines?search="seven pages"' })
    expect(body.zines).toMatchObject([{ pageCount: 7, mediaUrls: all.slice(0, 5) }])
  })

  const waitUntilGone = async (url: string) => {
    for (let waitedMs = 0; waitedMs < 10_000 && (await isStored(url)); waitedMs += 50) await sleep(50)
    return !(await isStored(url))
  }
  const isStored = async (url: string) => (await site.media.storage.find(basename(url))) !== undefined
  async function storeFile(url: string) {
    const file = join(site.dataDir, randomBytes(6).toString('hex'))
    await writeFile(file, 'a picture')
    await site.media.storage.put(basename(url), file)
  }

  test('that are removed are deleted, except the cover of an earlier printing and media shown elsewhere', async () => {
    const { zine, urls, pages } = await publish(4)
    const [cover = '', kept = '', shared = '', gone = ''] = urls
    for (const url of urls) await storeFile(url)
    const sharedMedia = await addMedia(site, stranger, ['image'], shared)
    const body = { title: 'Another’s', aspectRatio: '4:5', mediaFiles: sharedMedia }
    expect((await site.post('/api/zines', body, stranger)).status).toBe(201)
    expect((await update(zine.id, { version: 1, pages: pages.slice(1, 2) })).status).toBe(200)
    expect((await mediaRows(urls)).sort()).toEqual(hashesOf([cover, kept, shared]).sort())
    expect(await waitUntilGone(gone)).toBe(true)
    expect([await isStored(cover), await isStored(kept), await isStored(shared)]).toEqual([true, true, true])
    const later = await update(zine.id, { version: 2, pages: [page((await imagesOf(1))[0] ?? '')] })
    expect(later.body.zine.printings.map(({ coverUrl }) => coverUrl)).toEqual([null, kept, cover])

    await site.delete(`/api/zines/${zine.id}`, owner)
    for (const url of [cover, kept]) expect(await waitUntilGone(url)).toBe(true)
    expect(await mediaRows(urls)).toEqual(hashesOf([shared]))
    expect(await isStored(shared)).toBe(true)
  })

  test.each([
    ['of the zine', { contentNote: { text: 'Grief', coversPages: true } }, {}],
    ['of the page', {}, { contentNote: 'Grief' }],
  ])('that a content note %s covered are no cover of a former printing', async (_of, zineNote, pageNote) => {
    const { zine, pages } = await publish(2)
    const [cover, second] = pages
    await update(zine.id, { version: 1, ...zineNote, pages: [{ ...cover, ...pageNote }, second] })
    const response = await update(zine.id, { version: 2, pages: [second] })
    expect(response.body.zine).toMatchObject({ printing: 2, version: 3 })
    expect(response.body.zine.printings.map(({ coverUrl }) => coverUrl)).toEqual([null, null])
    expect(await mediaRows([cover?.url ?? ''])).toEqual([])
  })

  test.each([
    ['of the zine', { contentNote: { text: 'Grief', coversPages: true } }, ''],
    ['on their own page', {}, 'Grief'],
  ])(
    'that get a content note %s as they stop being the cover are none of a former printing',
    async (_of, moreChanges, contentNote) => {
      const { zine, pages } = await publish(2)
      const [cover, second] = pages
      const [front = ''] = await imagesOf(1)
      const response = await update(zine.id, {
        version: 1,
        ...moreChanges,
        pages: [page(front), { ...cover, contentNote }, second],
      })
      expect(response.body.zine).toMatchObject({ printing: 2, version: 2 })
      expect(response.body.zine.printings.map(({ coverUrl }) => coverUrl)).toEqual([null, null])
    },
  )

  test('that get a content note later are no longer the cover of a former printing, and are deleted with their page', async () => {
    const { zine, pages } = await publish(2)
    const [cover, second] = pages
    const [front = '', other = ''] = await imagesOf(2)
    const covers = async (version: number, sent: object[]) => {
      const { body } = await update(zine.id, { version, pages: sent })
      return body.zine.printings.map(({ coverUrl }) => coverUrl)
    }
    expect(await covers(1, [page(front), cover ?? {}, second ?? {}])).toEqual([null, cover?.url])
    expect(await covers(2, [page(other), cover ?? {}])).toEqual([null, front, cover?.url])
    expect(await covers(3, [page(other), { ...cover, contentNote: 'Grief' }])).toEqual([null, front, null])
    expect(await covers(4, [page(other)])).toEqual([null, other, front, null])
    expect(await mediaRows([cover?.url ?? ''])).toEqual([])
  })

  test('of a former printing are removed with an account, too', async () => {
    const leaver = await site.signUp()
    const zine = await publishOnePage(site, leaver, 'Leaving')
    const [url = ''] = await imagesOf(1, leaver)
    expect((await update(zine.id, { version: 1, pages: [page(url)] }, leaver)).status).toBe(200)
    const response = await site.delete(`/api/users/${leaver.id}`, leaver, { username: leaver.username })
    expect(response.status).toBe(200)
    expect(await mediaRows([zine.imageUrl ?? '', url])).toEqual([])
  })

  test('may become a video, whose poster is deleted with it', async () => {
    const { zine, pages } = await publish(1)
    const [video = ''] = await addMedia(site, owner, ['video'])
    const withVideo = (await update(zine.id, { version: 1, pages: [page(video)] })).body.zine
    expect(withVideo).toMatchObject({ printing: 2, imageUrl: video, cover: { kind: 'video' } })
    await addMedia(site, owner, ['image'], pages[0]?.url)
    const withPicture = (await update(zine.id, { version: 2, pages })).body.zine
    expect(withPicture.printings.map(({ coverUrl }) => coverUrl)).toEqual([null, null, pages[0]?.url])
    expect(await mediaRows([video])).toEqual([])
  })

  test('with the same content, uploaded again, are not a new printing, and can be used twice', async () => {
    const { zine, urls, pages } = await publish(1)
    await addMedia(site, owner, ['image'], urls[0])
    const unchanged = await update(zine.id, { version: 1, title: 'Same', pages })
    expect(unchanged.body.zine).toMatchObject({ version: 2, printing: 1 })
    const twice = await update(zine.id, { version: 2, pages: [...pages, ...pages] })
    expect(twice.body.zine).toMatchObject({ version: 3, printing: 2, mediaUrls: [urls[0], urls[0]] })
    const thrice = await update(zine.id, { version: 3, pages: [...pages, ...pages, ...pages] })
    expect(thrice).toMatchObject({ status: 409, body: { code: 'media_already_published' } })
  })
})

describe('an update that was made from an earlier version', () => {
  test('is rejected with the current zine', async () => {
    const { zine, pages } = await publish(1)
    const now = (await update(zine.id, { version: 1, title: 'One hand' })).body.zine
    const response = await update(zine.id, { version: 1, title: 'The other hand', pages })
    expect(response).toMatchObject({ status: 409, body: { code: 'changed_elsewhere', current: now } })
    expect(FullZine.parse(response.body.current)).toMatchObject({ version: 2, title: 'One hand' })
    expect(response.body.zine, 'for browsers that loaded 1.0').toEqual(now)
  })

  test('that changes nothing succeeds: a repeated request creates no second printing', async () => {
    const { zine, pages } = await publish(2)
    const [url = ''] = await imagesOf(1)
    const sent = { version: 1, title: 'Again', pages: [page(url), ...pages], printingNote: 'New cover' }
    const first = await update(zine.id, sent)
    const second = await update(zine.id, sent)
    expect([second.status, second.body.zine]).toEqual([200, first.body.zine])
    expect(first.body.zine).toMatchObject({ version: 2, printing: 2 })
  })
})

describe('is rejected, and nothing is written:', () => {
  const untouched = async (id: string, attempt: () => Promise<unknown>, expected: object) => {
    const before = await read(id)
    expect(await attempt()).toMatchObject(expected)
    expect(await read(id)).toEqual(before)
  }

  test('a stranger’s update, a guest’s, and one in another’s name', async () => {
    const { zine } = await publish(1)
    const body = { version: 1, title: 'Taken' }
    const expectedError = { status: 403, body: { code: 'not_yours' } }
    await untouched(zine.id, () => update(zine.id, body, stranger), expectedError)
    await untouched(zine.id, () => update(zine.id, { ...body, userId: stranger.id }), expectedError)
    await untouched(zine.id, () => update(zine.id, body, { ...owner, cookie: '' }), { status: 401 })
    const missingResponse = await update('01a1fc0a-7117-7285-b635-c994aaf5edeb', body)
    expect(missingResponse).toMatchObject({ status: 404, body: { error: 'There is no such zine.' } })
  })

  test('pages that are not free: a stranger’s, those of another zine, and those of a draft', async () => {
    const { zine, pages } = await publish(1)
    const [theirs = ''] = await imagesOf(1, stranger)
    const [drafted = ''] = await imagesOf(1)
    await site.pool.query(
      `with draft as (insert into drafts (owner_id, content) values ($1, '{}') returning id)
       insert into draft_media (media_id, draft_id) select media.id, draft.id from media, draft where hash = $2`,
      [owner.id, hashFromAddress(drafted)],
    )
    const publishedUrl = (await publishOnePage(site, owner, 'Elsewhere')).imageUrl ?? ''
    const attempt = (url: string) => () => update(zine.id, { version: 1, title: 'Half', pages: [...pages, page(url)] })
    await untouched(zine.id, attempt(theirs), { status: 400, body: { code: 'media_not_yours' } })
    for (const url of [publishedUrl, drafted])
      await untouched(zine.id, attempt(url), { status: 409, body: { code: 'media_already_published' } })
    expect(await mediaRows([drafted])).toHaveLength(1)
  })

  test.each([
    [['video'], 'media_refused', 'You can only upload one video at a time.'],
    [Array<'image'>(7).fill('image'), 'invalid_request', 'A zine can have at most 7 pages.'],
  ] as const)('%j beside a picture', async (kinds, code, error) => {
    const { zine, pages } = await publish(1)
    const moreChanges = (await addMedia(site, owner, [...kinds])).map(page)
    const body = { version: 1, title: 'Too much', pages: [...pages, ...moreChanges] }
    await untouched(zine.id, () => update(zine.id, body), {
      status: 400,
      body: { code, error },
    })
  })

  test('no pages, no title, and a version that there cannot be', async () => {
    const { zine } = await publish(1)
    for (const wrong of [{ pages: [] }, { title: ' ' }, { version: 0 }, { version: null }, { pages: null }])
      await untouched(zine.id, () => update(zine.id, { version: 1, ...wrong }), { status: 400 })
  })

  test('pages above the limit can stay, but no more can be added', async () => {
    const { zine, pages } = await publish(1)
    const moreChanges = (await imagesOf(9)).map(page)
    await site.pool.query(
      `with more as (
         insert into zine_pages (zine_id, position, media_id)
         select $1, array_position($2::text[], hash), id from media where hash = any($2) and array_position($2, hash) < 9)
       update zines set page_count = 9 where id = $1`,
      [zine.id, hashesOf(moreChanges.map(({ url }) => url))],
    )
    const nine = [...pages, ...moreChanges.slice(0, 8)]
    const extended = await update(zine.id, { version: 1, title: 'Nine', pages: nine })
    expect(extended.body.zine).toMatchObject({ version: 2, printing: 1, pageCount: 9 })
    const attempt = () => update(zine.id, { version: 2, pages: [...nine, ...moreChanges.slice(8)] })
    await untouched(zine.id, attempt, { body: { error: 'A zine can have at most 9 pages.' } })
  })

  test('a printing above the limit, but allows changes of texts', async () => {
    const { zine, pages } = await publish(2)
    await site.pool.query(
      `with former as (insert into zine_printings (zine_id, number) select $1, n from generate_series(1, $2) n)
       update zines set printing = $2 where id = $1`,
      [zine.id, limits.printings],
    )
    const attempt = () => update(zine.id, { version: 1, pages: pages.slice(1) })
    const error = expect.stringContaining('This zine has 50 printings')
    await untouched(zine.id, attempt, { status: 403, body: { code: 'quota_reached', error } })
    expect((await update(zine.id, { version: 1, pages: pages.toReversed() })).status).toBe(200)
  })
})
