import { execFile } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, describe, expect, test } from 'vitest'
import { fixture } from '#tests/fixtures/fixture.ts'
import { ingestUpload, sendUpload, tusClient } from '#tests/support/send-upload.ts'
import { listening, type Member, startTestApp } from '#tests/support/test-app.ts'

const [imageMb, videoMb] = [1, 100]
const mb = 1024 * 1024
const site = await startTestApp({ settings: { MAX_IMAGE_MB: `${imageMb}`, MAX_VIDEO_MB: `${videoMb}` } })
afterAll(() => site.close())
const address = await listening(site)
const [ana, ben] = [await site.signUp(), await site.signUp()]
const [anaClient, benClient, guestClient] = [tusClient(address, ana), tusClient(address, ben), tusClient(address)]

const photo = fixture('photo.avif')
const ingestAs = (path: string, bytes?: Buffer, as: Member = ana) => ingestUpload(site, as, path, bytes)
const filesOf = async (path: string) =>
  (await readdir(join(site.dataDir, 'uploads'))).filter((name) => name.startsWith(path.slice(-32)))

describe('a resumable upload', () => {
  test('survives an interruption and becomes media with the sent bytes', async () => {
    const bytes = fixture('clip.mov')
    const created = await anaClient.create(bytes.length)
    expect(created.status).toBe(201)
    expect(created.headers.get('x-content-type-options')).toBe('nosniff')
    const path = created.headers.get('location') ?? ''
    expect(path).toMatch(/^\/api\/uploads\/[0-9a-f]{32}$/)

    expect((await anaClient.send(path, 0, bytes.subarray(0, 5000))).headers.get('upload-offset')).toBe('5000')
    expect(await anaClient.offsetOf(path)).toBe(5000)
    expect((await anaClient.send(path, 0, bytes)).status).toBe(409)
    expect((await ingestAs(path)).body).toMatchObject({ error: 'This upload is not finished yet.' })
    expect((await anaClient.send(path, 5000, bytes.subarray(5000))).status).toBe(204)

    const { status, body } = await ingestAs(path, bytes)
    expect(status).toBe(200)
    expect(body).toMatchObject({ kind: 'video', width: 320, height: 180 })
    expect(await filesOf(path)).toEqual([])
    expect((await ingestAs(path, bytes)).body).toEqual(body)
  })

  test('completed twice concurrently gives one row and one response', async () => {
    const path = await sendUpload(address, ana, photo)
    const answers = await Promise.all([ingestAs(path), ingestAs(path), ingestAs(path)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    const { rowCount } = await site.pool.query('select from media where upload_id = $1', [path.slice(-32)])
    expect(rowCount).toBe(1)
  })

  test('that was damaged in transit is rejected and deleted', async () => {
    const path = await sendUpload(address, ana, photo)
    const { status, body } = await ingestAs(path, fixture('clip.mov'))
    expect([status, body.code]).toEqual([400, 'media_refused'])
    expect((await ingestAs(path)).status).toBe(404)
    expect(await filesOf(path)).toEqual([])
  })

  test('can be cancelled', async () => {
    const path = await anaClient.start(10)
    expect((await anaClient.remove(path)).status).toBe(204)
    expect(await anaClient.offsetOf(path)).toBe(404)
  })
})

describe('a stranger', () => {
  test('finds nothing where another’s upload is', async () => {
    const path = await anaClient.start(photo.length)
    expect(await benClient.offsetOf(path)).toBe(404)
    expect((await benClient.send(path, 0, photo)).status).toBe(404)
    expect((await benClient.remove(path)).status).toBe(404)
    expect((await ingestAs(path, undefined, ben)).status).toBe(404)
    expect((await anaClient.send(path, 0, photo)).status).toBe(204)
    expect((await ingestAs(path, undefined, ben)).status).toBe(404)
    expect((await ingestAs(path)).status).toBe(200)
    expect((await ingestAs(path, undefined, ben)).status).toBe(404)
  })

  test.each(['?/', '?a=/', '/?/', '?%2f/'])(
    'does not reach it behind the address of an own one (%s)',
    async (separator) => {
      const [otherUpload, own] = [await anaClient.start(photo.length), await benClient.start(photo.length)]
      expect((await anaClient.send(otherUpload, 0, photo.subarray(0, 100))).status).toBe(204)
      const disguisedPath = own + separator + otherUpload.slice(-32)
      await benClient.send(disguisedPath, 100, photo.subarray(100))
      expect(await benClient.offsetOf(disguisedPath)).not.toBe(100)
      await benClient.remove(disguisedPath)
      const created = { 'upload-length': '5', 'upload-offset': '100' }
      await benClient.sendRequest('POST', `/api/uploads${separator}${otherUpload.slice(-32)}`, created)
      expect(await anaClient.offsetOf(otherUpload)).toBe(100)
    },
  )

  test('a guest cannot upload', async () => {
    expect((await guestClient.create(5)).status).toBe(401)
    const path = await anaClient.start(5)
    for (const method of ['HEAD', 'PATCH', 'DELETE'])
      expect((await guestClient.sendRequest(method, path, { 'upload-offset': '0' })).status).toBe(401)
    expect((await site.call({ method: 'POST', path: `${path}/media`, body: {} })).status).toBe(401)
  })

  test('from another site’s page uploads nothing', async () => {
    expect((await anaClient.create(5, { origin: 'https://elsewhere.example' })).status).toBe(403)
  })
})

describe('an upload is rejected at its start', () => {
  const statusAndError = async (answer: Response) => [answer.status, (await answer.json()).error]
  const filetype = (type: string) => ({ 'upload-metadata': `filetype ${btoa(type)}` })

  test('when it says that it is too large, in a sentence', async () => {
    const tooLarge = (kind: string, maxMb: number) => [
      413,
      expect.stringContaining(`This ${kind} is larger than ${maxMb} MB.`),
    ]
    const image = await anaClient.create(imageMb * mb + 1, filetype('image/png'))
    expect(await statusAndError(image)).toEqual(tooLarge('image', imageMb))
    expect(await statusAndError(await anaClient.create(videoMb * mb + 1))).toEqual(tooLarge('video', videoMb))
    expect((await anaClient.create(imageMb * mb + 1, filetype('video/mp4'))).status).toBe(201)
  })

  test('when it is empty or of no known size', async () => {
    expect(await statusAndError(await anaClient.create(0))).toEqual([400, 'The file is empty.'])
    expect((await anaClient.sendRequest('POST', '/api/uploads', { 'upload-defer-length': '1' })).status).toBe(400)
  })
})

test('more bytes than announced are rejected', async () => {
  const path = await anaClient.start(10)
  expect((await anaClient.send(path, 0, Buffer.alloc(50_000))).status).toBeGreaterThanOrEqual(400)
  expect(await anaClient.offsetOf(path)).toBeLessThanOrEqual(10)
})

test('a hundred megabytes pass through without staying in memory', async () => {
  const size = videoMb * mb
  const path = await anaClient.start(size)
  const startRss = process.memoryUsage.rss()
  let maxRss = startRss
  const sampler = setInterval(() => {
    maxRss = Math.max(maxRss, process.memoryUsage.rss())
  }, 10)
  const nodeArguments = ['-e', sendZeros, address + path, ana.cookie, String(size)]
  const { stdout } = await promisify(execFile)(process.execPath, nodeArguments)
  clearInterval(sampler)
  expect(stdout).toBe('204')
  // V8 lets about 64 MB of chunks pile up before it collects them.
  expect((maxRss - startRss) / mb).toBeLessThan(90)
})

/** Runs in a separate process, so that the sender's memory is not counted. */
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
