import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { FullZine } from '#contract/zines.ts'
import { sweepMedia } from '#server/media/media.jobs.ts'
import { removeUnusedFiles } from '#server/media/media.queries.ts'
import type { MediaStorage } from '#server/media/storage/storage.ts'
import { fixture } from '#tests/fixtures/fixture.ts'
import { addMedia, publishZine, uploadPicture } from '#tests/support/library.ts'
import { type Member, openTestApp } from '#tests/support/test-app.ts'

const site = await openTestApp({ jobs: true })
const owner = await site.signUp()
const stranger = await site.signUp()

async function upload(bytes: Buffer, as = owner) {
  const { url } = await uploadPicture(site, as, bytes)
  return { url, hash: url.slice(7, 39) }
}

const publish = async (mediaFiles: string[], { as = owner, ...more }: { as?: Member; mayPrint?: boolean } = {}) =>
  FullZine.parse(await publishZine(site, as, { title: 'On paper', mediaFiles, ...more }))

const printPath = (zineId: string, page: number | string = 1) => `/api/zines/${zineId}/pages/${page}/print.jpg`
const request = (zineId: string, as?: Member, headers: Record<string, string> = {}) =>
  site.app.inject({ url: printPath(zineId), headers: { ...headers, ...(as && { cookie: as.cookie }) } })
const open = async (zineId: string, as?: Member) =>
  (await site.call<{ zine: FullZine }>({ path: `/api/zines/${zineId}`, ...(as && { as }) })).body.zine
const setMayPrint = (zineId: string, mayPrint: boolean) =>
  site.pool.query('update zines set may_print = $2 where id = $1', [zineId, mayPrint])
const stored = (hash: string) => site.media.storage.find(`${hash}-print.jpg`)

/** Random noise makes each page a new picture. */
const newPage = (width = 900) =>
  sharp({
    create: {
      width,
      height: 600,
      channels: 3,
      background: '#c08040',
      noise: { type: 'gaussian', sigma: 30 },
    },
  })
    .png()
    .toBuffer()

describe('the picture that a page is printed from', () => {
  let zine: FullZine
  let hash: string
  beforeAll(async () => {
    const sent = await upload(await newPage(2000))
    hash = sent.hash
    zine = await publish([sent.url])
  })

  test('is a JPEG that only its creator, who may always print, can read', async () => {
    const response = await request(zine.id, owner)
    expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'image/jpeg'])
    expect(await sharp(response.rawPayload).metadata()).toMatchObject({ format: 'jpeg', width: 2000 })
    for (const as of [stranger, undefined]) {
      const rejected = await request(zine.id, as)
      expect([rejected.statusCode, rejected.json()]).toMatchObject([
        403,
        { code: 'not_yours', error: 'The creator of this zine does not allow printing.' },
      ])
      expect(rejected.headers['cache-control']).toBe('no-store')
    }
  })

  test('is advertised only to readers who may print', async () => {
    expect([zine.mayPrint, zine.pages.map((page) => page.printWidth)]).toEqual([false, [2000]])
    expect((await open(zine.id, owner)).pages[0]?.printWidth).toBe(2000)
    for (const as of [stranger, undefined])
      expect((await open(zine.id, as)).pages[0]).toHaveProperty('printWidth', null)
  })

  test('is not available at public picture addresses', async () => {
    expect(await stored(hash)).toBeDefined()
    for (const name of [`${hash}-print.jpg`, `${hash}-print.webp`, `${hash}-2480.webp`, `${hash}-print.jpg/`])
      expect((await site.call({ path: `/media/${name}`, as: owner })).status).toBe(404)
  })

  test('is public while its creator allows printing, and is revalidated when cached', async () => {
    const sent = await upload(await newPage())
    const { id } = await publish([sent.url], { mayPrint: true })
    expect((await open(id)).pages[0]?.printWidth).toBe(900)
    const first = await request(id)
    expect(first.statusCode).toBe(200)
    expect(first.headers).toMatchObject({
      // Always revalidated, because an update can replace the picture.
      'cache-control': 'private, no-cache',
      vary: 'authorization, cookie',
      'accept-ranges': 'bytes',
      'x-content-type-options': 'nosniff',
    })
    const conditional = { 'if-none-match': String(first.headers.etag) }
    expect((await request(id, stranger, conditional)).statusCode).toBe(304)
    await setMayPrint(id, false)
    for (const as of [stranger, undefined]) expect((await request(id, as, conditional)).statusCode).toBe(403)
    expect((await open(id)).pages[0]?.printWidth).toBe(null)
    expect((await request(id, owner, conditional)).statusCode).toBe(304)
    await setMayPrint(id, true)
    expect((await request(id, stranger)).statusCode).toBe(200)
  })

  test('supports ranges, and HEAD returns its size', async () => {
    const fullFile = (await request(zine.id, owner)).rawPayload
    const partial = await request(zine.id, owner, { range: 'bytes=10-99' })
    expect([partial.statusCode, partial.headers['content-range']]).toEqual([206, `bytes 10-99/${fullFile.length}`])
    expect(partial.rawPayload).toEqual(fullFile.subarray(10, 100))
    const outside = await request(zine.id, owner, { range: `bytes=${fullFile.length}-` })
    expect(outside.statusCode).toBe(416)
    const head = (as: Member) => site.call({ method: 'HEAD', path: printPath(zine.id), as })
    const { status, headers, text } = await head(owner)
    expect([status, headers['content-length'], text]).toEqual([200, String(fullFile.length), ''])
    const rejected = {
      method: 'HEAD',
      url: printPath(zine.id),
      headers: { cookie: stranger.cookie },
    } as const
    expect((await site.app.inject(rejected)).statusCode).toBe(403)
    expect((await request(zine.id, stranger, { range: 'bytes=0-9' })).statusCode).toBe(403)
  })

  test('of a missing page or zine is not found, and an invalid number is rejected', async () => {
    const other = '00000000-0000-7000-8000-000000000000'
    for (const path of [printPath(zine.id, 2), printPath(zine.id, 1000), printPath(other)])
      expect((await site.call({ path, as: owner })).status).toBe(404)
    for (const page of ['0', '-1', '1.5', 'x', '1001', '99999999999999999999'])
      expect((await site.call({ path: printPath(zine.id, page), as: owner })).status).toBe(400)
  })
})

describe('without a stored print picture', () => {
  test('the widest public one replaces it, and its width is reported', async () => {
    const page = await upload(await newPage(1900))
    await site.media.storage.remove(`${page.hash}-print.jpg`)
    await site.pool.query('update media set print_width = null where hash = $1', [page.hash])
    const { id, pages } = await publish([page.url])
    expect(pages[0]?.printWidth).toBe(1600)
    const response = await request(id, owner)
    expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'image/webp'])
    expect(await sharp(response.rawPayload).metadata()).toMatchObject({ format: 'webp', width: 1600 })
    expect((await request(id, stranger)).statusCode).toBe(403)
  })

  test('if the page is stored losslessly, it is printed from that', async () => {
    const plain = sharp({ create: { width: 700, height: 500, channels: 3, background: '#0078bf' } })
    const page = await upload(await plain.png().toBuffer())
    expect(await stored(page.hash)).toBeUndefined()
    const { id, pages } = await publish([page.url])
    expect(pages[0]?.printWidth).toBe(700)
    expect((await request(id, owner)).headers['content-type']).toBe('image/webp')
  })

  test('a video has nothing to print', async () => {
    const { id, pages } = await publish(await addMedia(site, owner, ['video']))
    expect(pages[0]?.printWidth).toBe(null)
    expect((await request(id, owner)).statusCode).toBe(404)
  })
})

describe('its file', () => {
  test('is stored while another member’s zine has the same page, each with its own permission', async () => {
    const bytes = await newPage()
    const [mine, theirs] = [await upload(bytes), await upload(bytes, stranger)]
    expect(theirs.hash).toBe(mine.hash)
    const anas = await publish([mine.url])
    const bens = await publish([theirs.url], { as: stranger, mayPrint: true })
    expect([(await request(anas.id)).statusCode, (await request(bens.id)).statusCode]).toEqual([403, 200])
    await site.delete(`/api/zines/${bens.id}`, stranger, {})
    await removeUnusedFiles(site.media, mine.hash)
    expect((await request(bens.id)).statusCode).toBe(404)
    expect((await request(anas.id, stranger)).statusCode).toBe(403)
    expect((await request(anas.id, owner)).statusCode).toBe(200)
    await site.delete(`/api/zines/${anas.id}`, owner, {})
    await expect.poll(() => stored(mine.hash)).toBeUndefined()
  })

  test('is swept where a crash left it alone', async () => {
    const name = `${'c'.repeat(32)}-print.jpg`
    const path = join(site.dataDir, 'left.jpg')
    await writeFile(path, fixture('print-cmyk.jpg'))
    await site.media.storage.put(name, path)
    await sweepMedia(site.media)
    expect(await site.media.storage.find(name)).toBeDefined()
    await sweepMedia(site.media, new Date(Date.now() + 2 * 24 * 60 * 60 * 1000))
    expect(await site.media.storage.find(name)).toBeUndefined()
  })

  test.each(['small', 'large'])(
    'that is removed while it is looked up is absent, nothing worse: a %s one',
    async (kind) => {
      const page = await upload(kind === 'small' ? fixture('print-cmyk.jpg') : await newPage(2000))
      const { id } = await publish([page.url])
      const { find, findForReading = find } = site.media.storage
      const findAndRemove: MediaStorage['find'] = async (name) => {
        const file = await findForReading(name)
        await site.media.storage.remove(name)
        return file
      }
      Object.assign(site.media.storage, { findForReading: findAndRemove })
      const response = await request(id, owner)
      Object.assign(site.media.storage, { findForReading })
      expect([response.statusCode, response.headers['content-type']]).toEqual([404, 'application/json; charset=utf-8'])
      expect(response.headers).toMatchObject({ 'cache-control': 'no-store' })
    },
  )
})
