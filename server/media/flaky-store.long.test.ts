import { join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { S3 } from '@aws-sdk/client-s3'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { layoutTable, transcriptsOf } from '#server/documents/documents.testing.ts'
import { numberedPages } from '#server/documents/pdf.testing.ts'
import { readDocuments } from '#server/documents/read-documents.ts'
import { fixture, paddedClip } from '#tests/fixtures/fixture.ts'
import { type StoreFault, startFlakyStore } from '#tests/support/flaky-store.ts'
import { openRawConnection, requestHead } from '#tests/support/raw-connection.ts'
import { startS3Server } from '#tests/support/s3-server.ts'
import { ingestUpload, partHeaders, sendUpload, tusClient } from '#tests/support/send-upload.ts'
import { listening, startTestApp } from '#tests/support/test-app.ts'
import { createTestFolder } from '#tests/support/test-folder.ts'
import { sweepMedia } from './media.jobs.ts'
import { defaultS3Timeouts, readExactly, s3ClientConfig } from './storage/s3-client.ts'
import { partBytes } from './stored-parts.ts'
import { ownerPrefix } from './uploads.ts'

const bucket = 'zines'
const store = await startS3Server({ directory: join(createTestFolder(), 's3'), maxListed: 2 })
const flakyStore = await startFlakyStore(store.port)
const logged: string[] = []
const site = await startTestApp({
  settings: { ...store.settings, S3_ENDPOINT: flakyStore.endpoint, LOG_LEVEL: 'error' },
  logTo: new PassThrough().on('data', (connection) => logged.push(String(connection))),
})
afterEach(() => flakyStore.heal())
afterAll(async () => {
  await site.close()
  flakyStore.close()
  await store.close()
})
const address = await listening(site)
const [ana, ben] = [await site.signUp(), await site.signUp()]
const { headers, create, start, send, readStatus, offsetOf } = tusClient(address, ana)
const client = new S3(s3ClientConfig(store.s3, defaultS3Timeouts))
const ingestAs = (path: string, bytes?: Buffer) => ingestUpload(site, ana, path, bytes)
const failRequests = (method: string, address: RegExp, fault: StoreFault) => {
  flakyStore.hooks.faultFor = (request) => (request.method === method && address.test(request.url) ? fault : undefined)
}
const listKeys = async (prefix: string) =>
  ((await client.listObjectsV2({ Bucket: bucket, Prefix: prefix })).Contents ?? []).map(({ Key }) => Key)
const listUploadKeys = (path: string) => listKeys(`uploads/${path.slice(-32)}`)
const multiparts = async () => (await client.listMultipartUploads({ Bucket: bucket })).Uploads ?? []

describe('a truncated store response', () => {
  const wholeObject = /uploads\/[0-9a-f]{32}\?x-id=GetObject$/

  test.each<StoreFault>(['short', 'cut'])('does not lose an upload (%s)', async (fault) => {
    const path = await sendUpload(address, ana, fixture('photo.avif'))
    failRequests('GET', wholeObject, fault)
    const response = await ingestAs(path)
    expect([response.status, response.headers['retry-after']]).toEqual([503, '5'])
    flakyStore.heal()
    expect((await ingestAs(path)).status).toBe(200)
  })

  test.each<StoreFault>(['short', 'cut'])('is detected in an upload’s metadata (%s)', async (fault) => {
    const path = await start(10)
    failRequests('GET', /\.info/, fault)
    const request = await readStatus(path)
    expect([request.status, request.headers.get('retry-after')]).toEqual([503, '5'])
    flakyStore.heal()
    expect(await offsetOf(path)).toBe(0)
  })

  test.each<StoreFault>(['short', 'cut'])('is no damaged PDF (%s)', async (fault) => {
    const table = layoutTable(site, address)
    const [draft, uploaded] = [await table.beginDraft(ana), await table.upload(ana, numberedPages(1))]
    failRequests('GET', wholeObject, fault)
    expect((await table.add(ana, draft, uploaded)).status).toBe(503)
    flakyStore.heal()
    const added = await table.add(ana, draft, uploaded)
    expect(added.status).toBe(202)
    failRequests('GET', /documents\//, fault)
    await expect(readDocuments(site.documents)).rejects.toMatchObject({ code: 'unavailable' })
    flakyStore.heal()
    await table.readAll()
    const { document } = (await table.readDocument(ana, added.body.document.id)).body
    expect([document.state, transcriptsOf(document)]).toEqual(['done', ['Page 1']])
  })

  test('is waited for until an end', async () => {
    const slowStream = Readable.from(
      (async function* () {
        for (;;) yield await pause(5, Buffer.from('x'))
      })(),
    )
    await expect(buffer(readExactly(slowStream, 1_000_000, 50))).rejects.toMatchObject({
      code: 'unavailable',
    })
  })
})

describe('an upload', () => {
  test('succeeds through a store with random failures of one in eight responses', async () => {
    const bytes = paddedClip(partBytes + 70_000)
    const path = await start(bytes.length)
    let seed = 7
    flakyStore.hooks.faultFor = () => {
      seed = (seed * 48_271) % 2_147_483_647
      return faultTypes[seed % 24]
    }
    for (let at = 0; at < bytes.length; ) {
      await send(path, at, bytes.subarray(at, at + partBytes / 2))
      const state = await readStatus(path)
      if (state.status === 200) at = Number(state.headers.get('upload-offset'))
      else expect([state.status, state.headers.get('retry-after')]).toEqual([503, '5'])
    }
    let response = await ingestAs(path, bytes)
    for (; response.status !== 200; response = await ingestAs(path, bytes))
      expect([response.status, response.headers['retry-after']]).toEqual([503, '5'])
    expect(response.body.kind).toBe('video')
  })
  const faultTypes: StoreFault[] = ['error', 'lost', 'cut']

  test('that was used no longer counts, even if the store cannot delete it', async () => {
    const path = await sendUpload(address, ana, fixture('photo.avif'))
    failRequests('DELETE', /uploads\//, 'error')
    expect((await ingestAs(path)).status).toBe(200)
    const open = site.db.selectFrom('open_uploads').select('id').where('id', '=', path.slice(-32))
    expect(await open.execute()).toEqual([])
  })

  test.each([1_000, partBytes])('that is removed while it is written is not there (%i)', async (bytes) => {
    const path = await start(2 * partBytes)
    const connection = await openRawConnection(address)
    connection.write(requestHead(`PATCH ${path}`, { ...headers, ...partHeaders(0), 'content-length': bytes }))
    connection.write(Buffer.alloc(900))
    await expect
      .poll(() => flakyStore.requests.filter(({ url }) => url.includes(path.slice(-32)) && /uploadId/.test(url)).length)
      .toBeGreaterThanOrEqual(3)
    await site.media.uploads.remove(path.slice(-32))
    connection.write(Buffer.alloc(bytes - 900))
    await expect.poll(() => connection.statuses()).toEqual([404])
    expect(await listUploadKeys(path)).toEqual([])
    connection.end()
  })

  test('rejected by a store is logged without confidential details', async () => {
    const path = await start(2 * partBytes)
    failRequests('PUT', /\.part|uploadId/, 'denied')
    const { status } = await send(path, 0, Buffer.alloc(1000))
    expect(status).toBe(500)
    const log = logged.join('')
    expect(log).toMatch(/"msg":"request failed"/)
    expect(log).toContain('Access Denied')
    expect(log).not.toContain(path.slice(-32))
    expect(log).not.toContain(store.s3.secretAccessKey)
  })

  test('is started while another member’s uploads are listed endlessly', async () => {
    const otherUpload = `/api/uploads/${ownerPrefix(ben.id)}${'f'.repeat(24)}`
    const released = Promise.withResolvers<void>()
    flakyStore.hooks.beforeForward = ({ url }) => (url.includes(otherUpload.slice(-32)) ? released.promise : undefined)
    flakyStore.requests.length = 0
    const lookups = Array.from({ length: 80 }, () => tusClient(address, ben).readStatus(otherUpload))
    await expect.poll(() => flakyStore.requests.length).toBeGreaterThanOrEqual(16)
    expect((await create(10)).status).toBe(201)
    released.resolve()
    expect(new Set((await Promise.all(lookups)).map(({ status }) => status))).toEqual(new Set([404]))
  })
})

describe('the sweep', () => {
  const sweep = (after: number) =>
    sweepMedia({ ...site.media, db: site.db }, new Date(Date.now() + 24 * 60 * 60 * 1000 + after))

  test('removes what it can, despite failures', async () => {
    const paths = [await start(10), await start(10), await start(10)].toSorted()
    const [first = '', ...others] = paths
    failRequests('DELETE', new RegExp(first.slice(-32)), 'error')
    await client.putObject({ Bucket: bucket, Key: `uploads/${others[0]?.slice(-32)}.info`, Body: '{"size' })
    await expect(sweep(60_000)).rejects.toMatchObject({ code: 'unavailable' })
    for (const path of others) expect(await listUploadKeys(path)).toEqual([])
    flakyStore.heal()
    await sweep(60_000)
    expect([await listKeys('uploads/'), await multiparts()]).toEqual([[], []])
  })

  test('finds all unreferenced uploads', async () => {
    for (const letter of 'abcde')
      await client.createMultipartUpload({ Bucket: bucket, Key: `uploads/${letter.repeat(32)}` })
    await sweep(60_000)
    expect(await multiparts()).toEqual([])
  })

  test('skips uploads in progress', async () => {
    const path = await start(2 * partBytes)
    const before = Date.now() + 5
    await expect.poll(() => Date.now()).toBeGreaterThan(before + 5)
    expect((await send(path, 0, Buffer.alloc(partBytes))).status).toBe(204)
    await sweep(before - Date.now())
    expect(await offsetOf(path)).toBe(partBytes)
  })
})
