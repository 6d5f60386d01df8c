import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { UploadedMedia } from '#contract/media.ts'
import { fixture } from '#tests/fixtures/fixture.ts'
import { type Member, startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { mostOpenUploads } from './upload-space.ts'

let site: TestApp
let ana: Member
let ben: Member
let address: string

beforeAll(async () => {
  site = await startTestApp({ settings: { MAX_IMAGE_MB: '1', MAX_VIDEO_MB: '2' } })
  address = await site.app.listen({ port: 0, host: '127.0.0.1' })
  ana = await site.signUp()
  ben = await site.signUp()
})
afterAll(() => site.close())

type TusCall = {
  as?: Member
  method?: string
  path?: string
  headers?: Record<string, string>
  body?: Buffer
}

const tus = ({ as, method = 'POST', path = '/api/uploads', headers, body }: TusCall) =>
  fetch(address + path, {
    ...{ method, body: body && new Uint8Array(body) },
    headers: { 'tus-resumable': '1.0.0', ...(as && { cookie: as.cookie }), ...headers },
  })

const filetype = (type: string) => ({ 'upload-metadata': `filetype ${Buffer.from(type).toString('base64')}` })
const create = (size: number, as: Member | undefined = ana, headers = {}) =>
  tus({ as, headers: { 'upload-length': String(size), ...headers } })
const send = (path: string, offset: number, body: Buffer, as: Member = ana) =>
  tus({
    ...{ as, method: 'PATCH', path, body },
    headers: { 'content-type': 'application/offset+octet-stream', 'upload-offset': String(offset) },
  })
const ingestUpload = (path: string, body = {}, as: Member = ana) =>
  site.call<UploadedMedia & { error: string; code: string }>({
    ...{ method: 'POST', path: `${path}/media`, body, as },
  })

/** Uploads a whole file; the answer is its upload's path. */
async function sendWhole(bytes: Buffer, as = ana) {
  const path = (await create(bytes.length, as)).headers.get('location') ?? ''
  expect((await send(path, 0, bytes, as)).status).toBe(204)
  return path
}

const uploadFiles = () => readdir(join(site.dataDir, 'uploads'))

describe('a resumable upload', () => {
  test('survives a break and becomes media, whose bytes are those that were sent', async () => {
    const bytes = fixture('clip.mov')
    const created = await create(bytes.length)
    expect(created.status).toBe(201)
    expect(created.headers.get('x-content-type-options')).toBe('nosniff')
    const path = created.headers.get('location') ?? ''
    expect(path).toMatch(/^\/api\/uploads\/[0-9a-f]{32}$/)

    expect((await send(path, 0, bytes.subarray(0, 5000))).headers.get('upload-offset')).toBe('5000')
    const asked = await tus({ as: ana, method: 'HEAD', path })
    expect([asked.status, asked.headers.get('upload-offset')]).toEqual([200, '5000'])
    expect((await send(path, 0, bytes)).status).toBe(409)
    expect((await ingestUpload(path)).body).toMatchObject({ error: 'This upload is not finished yet.' })
    expect((await send(path, 5000, bytes.subarray(5000))).status).toBe(204)

    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const { status, body } = await ingestUpload(path, { sha256 })
    expect(status).toBe(200)
    expect(body).toMatchObject({ kind: 'video', width: 320, height: 180 })
    const id = path.slice(-32)
    expect((await uploadFiles()).filter((name) => name.startsWith(id))).toEqual([])
    expect((await ingestUpload(path, { sha256 })).body).toEqual(body)
  })

  test('finished twice at once gives one row and one answer', async () => {
    const path = await sendWhole(fixture('photo.avif'))
    const answers = await Promise.all([ingestUpload(path), ingestUpload(path), ingestUpload(path)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    const rows = await site.db
      .selectFrom('media')
      .select('id')
      .where('upload_id', '=', path.slice(-32))
      .execute()
    expect(rows.length).toBe(1)
  })

  test('that was damaged on its way is refused and forgotten', async () => {
    const path = await sendWhole(fixture('photo.avif'))
    const { status, body } = await ingestUpload(path, { sha256: 'a'.repeat(64) })
    expect([status, body.code]).toEqual([400, 'media_refused'])
    expect((await ingestUpload(path)).status).toBe(404)
    expect((await uploadFiles()).filter((name) => name.startsWith(path.slice(-32)))).toEqual([])
  })

  test('may be given up', async () => {
    const path = (await create(10)).headers.get('location') ?? ''
    expect((await tus({ as: ana, method: 'DELETE', path })).status).toBe(204)
    expect((await tus({ as: ana, method: 'HEAD', path })).status).toBe(404)
  })
})

describe('a stranger', () => {
  test('finds nothing where another’s upload is', async () => {
    const bytes = fixture('photo.avif')
    const path = (await create(bytes.length)).headers.get('location') ?? ''
    expect((await tus({ as: ben, method: 'HEAD', path })).status).toBe(404)
    expect((await send(path, 0, bytes, ben)).status).toBe(404)
    expect((await tus({ as: ben, method: 'DELETE', path })).status).toBe(404)
    expect((await ingestUpload(path, {}, ben)).status).toBe(404)
    expect((await send(path, 0, bytes)).status).toBe(204)
    expect((await ingestUpload(path, {}, ben)).status).toBe(404)
    expect((await ingestUpload(path)).status).toBe(200)
    expect((await ingestUpload(path, {}, ben)).status).toBe(404)
  })

  test.each(['?/', '?a=/', '/?/', '?%2f/'])(
    'does not reach it behind the address of an own one (%s)',
    async (between) => {
      const bytes = fixture('photo.avif')
      const theirs = (await create(bytes.length)).headers.get('location') ?? ''
      const own = (await create(bytes.length, ben)).headers.get('location') ?? ''
      const id = theirs.slice(-32)
      expect((await send(theirs, 0, bytes.subarray(0, 100))).status).toBe(204)
      await send(own + between + id, 100, bytes.subarray(100), ben)
      const read = await tus({ as: ben, method: 'HEAD', path: own + between + id })
      expect(read.headers.get('upload-offset')).not.toBe('100')
      await tus({ as: ben, method: 'DELETE', path: own + between + id })
      const created = { 'upload-length': '5', 'upload-offset': '100' }
      await tus({ as: ben, path: `/api/uploads${between}${id}`, headers: created })
      const kept = await tus({ as: ana, method: 'HEAD', path: theirs })
      expect([kept.status, kept.headers.get('upload-offset')]).toEqual([200, '100'])
    },
  )

  test('who is not signed in uploads nothing', async () => {
    expect((await tus({ headers: { 'upload-length': '5' } })).status).toBe(401)
    const path = (await create(5)).headers.get('location') ?? ''
    for (const method of ['HEAD', 'PATCH', 'DELETE']) {
      expect((await tus({ method, path, headers: { 'upload-offset': '0' } })).status).toBe(401)
    }
    expect((await site.call({ method: 'POST', path: `${path}/media`, body: {} })).status).toBe(401)
  })

  test('from another site’s page uploads nothing', async () => {
    expect((await create(5, ana, { origin: 'https://elsewhere.example' })).status).toBe(403)
  })
})

describe('an upload is refused at its start', () => {
  const refusal = async (answer: Response) => [
    answer.status,
    ((await answer.json()) as { error: string }).error,
  ]

  test('when it says that it is too large, in a sentence', async () => {
    const [mb, tooLarge] = [
      1024 * 1024,
      (kind: string, most: number) => `This ${kind} is larger than ${most} MB.`,
    ]
    const image = await refusal(await create(mb + 1, ana, filetype('image/png')))
    expect(image).toEqual([413, expect.stringContaining(tooLarge('image', 1))])
    const video = await refusal(await create(2 * mb + 1))
    expect(video).toEqual([413, expect.stringContaining(tooLarge('video', 2))])
    expect((await create(mb + 1, ana, filetype('video/mp4'))).status).toBe(201)
  })

  test('when it is empty or of no known size', async () => {
    expect(await refusal(await create(0))).toEqual([400, 'The file is empty.'])
    expect((await tus({ as: ana, headers: { 'upload-defer-length': '1' } })).status).toBe(400)
  })

  test('when its member has many unfinished ones', async () => {
    const cat = await site.signUp()
    for (let made = 0; made < mostOpenUploads; made++) expect((await create(5, cat)).status).toBe(201)
    expect((await create(5, cat)).status).toBe(429)
    expect((await create(5, ben)).status).toBe(201)
  })
})

test('more bytes than were announced are not taken', async () => {
  const path = (await create(10)).headers.get('location') ?? ''
  expect((await send(path, 0, Buffer.alloc(50_000))).status).toBeGreaterThanOrEqual(400)
  const kept = await tus({ as: ana, method: 'HEAD', path })
  expect(Number(kept.headers.get('upload-offset'))).toBeLessThanOrEqual(10)
})

test('a hundred megabytes pass through without staying in memory', async () => {
  const roomy = await startTestApp()
  const to = await roomy.app.listen({ port: 0, host: '127.0.0.1' })
  const { cookie } = await roomy.signUp()
  const size = 100 * 1024 * 1024
  const created = await fetch(`${to}/api/uploads`, {
    ...{ method: 'POST', headers: { cookie, 'tus-resumable': '1.0.0', 'upload-length': String(size) } },
  })
  const before = process.memoryUsage.rss()
  let most = before
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss())
  }, 10)
  const url = to + created.headers.get('location')
  const { stdout } = await promisify(execFile)(process.execPath, ['-e', sendZeros, url, cookie, String(size)])
  clearInterval(watch)
  await roomy.close()
  expect(stdout).toBe('204')
  // V8 lets about 64 MB of chunks pile up before it collects them.
  expect((most - before) / 1024 / 1024).toBeLessThan(90)
})

/** Runs in a process of its own, so that what the sender holds is not counted. */
const sendZeros = `
  const [url, cookie, size] = process.argv.slice(1)
  const part = Buffer.alloc(65536)
  const body = require('stream').Readable.from((function* () { for (let at = 0; at < size; at += part.length) yield part })())
  const headers = { cookie, 'tus-resumable': '1.0.0', 'upload-offset': '0', 'content-length': size,
    'content-type': 'application/offset+octet-stream' }
  const request = require('http').request(url, { method: 'PATCH', headers }, (answer) => {
    process.stdout.write(String(answer.statusCode))
    answer.resume()
  })
  body.pipe(request)`
