import { join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { S3 } from '@aws-sdk/client-s3'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { layoutTable, wordsOf } from '#server/documents/documents.testing.ts'
import { numbered } from '#server/documents/pdf.testing.ts'
import { readDocuments } from '#server/documents/read-documents.ts'
import { fixture, longClip } from '#tests/fixtures/fixture.ts'
import { type Fault, openFlakyStore } from '#tests/support/flaky-store.ts'
import { ownFolder } from '#tests/support/own-folder.ts'
import { head, openConnection } from '#tests/support/raw-connection.ts'
import { startS3Server } from '#tests/support/s3-server.ts'
import { ingestUpload, partHeaders, sendUpload, tusClient } from '#tests/support/send-upload.ts'
import { listening, startTestApp } from '#tests/support/test-app.ts'
import { sweepMedia } from './media.jobs.ts'
import { s3ClientConfig, s3Times, wholeFromS3 } from './storage/s3-client.ts'
import { partBytes } from './stored-parts.ts'
import { ownerMark } from './uploads.ts'

const bucket = 'zines'
const store = await startS3Server({ directory: join(ownFolder(), 's3'), mostListed: 2 })
const way = await openFlakyStore(store.port)
const logged: string[] = []
const site = await startTestApp({
  settings: { ...store.settings, S3_ENDPOINT: way.endpoint, LOG_LEVEL: 'error' },
  logTo: new PassThrough().on('data', (line) => logged.push(String(line))),
})
afterEach(() => way.heal())
afterAll(async () => {
  await site.close()
  way.close()
  await store.close()
})
const address = await listening(site)
const [ana, ben] = [await site.signUp(), await site.signUp()]
const { headers, create, begin, send, look, offsetOf } = tusClient(address, ana)
const client = new S3(s3ClientConfig(store.s3, s3Times))
const use = (path: string, bytes?: Buffer) => ingestUpload(site, ana, path, bytes)
const isAsked = (method: string, address: RegExp, fault: Fault) => {
  way.on.fault = (asked) => (asked.method === method && address.test(asked.url) ? fault : undefined)
}
const inStore = async (prefix: string) =>
  ((await client.listObjectsV2({ Bucket: bucket, Prefix: prefix })).Contents ?? []).map(({ Key }) => Key)
const ofUpload = (path: string) => inStore(`uploads/${path.slice(-32)}`)
const multiparts = async () => (await client.listMultipartUploads({ Bucket: bucket })).Uploads ?? []

describe('a truncated store response', () => {
  const whole = /uploads\/[0-9a-f]{32}\?x-id=GetObject$/

  test.each<Fault>(['short', 'cut'])('does not lose an upload (%s)', async (fault) => {
    const path = await sendUpload(address, ana, fixture('photo.avif'))
    isAsked('GET', whole, fault)
    const refused = await use(path)
    expect([refused.status, refused.headers['retry-after']]).toEqual([503, '5'])
    way.heal()
    expect((await use(path)).status).toBe(200)
  })

  test.each<Fault>(['short', 'cut'])('is detected in an upload’s metadata (%s)', async (fault) => {
    const path = await begin(10)
    isAsked('GET', /\.info/, fault)
    const asked = await look(path)
    expect([asked.status, asked.headers.get('retry-after')]).toEqual([503, '5'])
    way.heal()
    expect(await offsetOf(path)).toBe(0)
  })

  test.each<Fault>(['short', 'cut'])('is no damaged PDF (%s)', async (fault) => {
    const table = layoutTable(site, address)
    const [draft, uploaded] = [await table.beginDraft(ana), await table.upload(ana, numbered(1))]
    isAsked('GET', whole, fault)
    expect((await table.add(ana, draft, uploaded)).status).toBe(503)
    way.heal()
    const added = await table.add(ana, draft, uploaded)
    expect(added.status).toBe(202)
    isAsked('GET', /documents\//, fault)
    await expect(readDocuments(site.documents)).rejects.toMatchObject({ code: 'unavailable' })
    way.heal()
    await table.readAll()
    const { document } = (await table.look(ana, added.body.document.id)).body
    expect([document.state, wordsOf(document)]).toEqual(['done', ['Page 1']])
  })

  test('is waited for until an end', async () => {
    const drops = Readable.from(
      (async function* () {
        for (;;) yield await pause(5, Buffer.from('x'))
      })(),
    )
    await expect(buffer(wholeFromS3(drops, 1_000_000, 50))).rejects.toMatchObject({ code: 'unavailable' })
  })
})

describe('an upload', () => {
  test('succeeds through a store with random failures of one in eight responses', async () => {
    const bytes = longClip(partBytes + 70_000)
    const path = await begin(bytes.length)
    let chance = 7
    way.on.fault = () => {
      chance = (chance * 48_271) % 2_147_483_647
      return faults[chance % 24]
    }
    for (let at = 0; at < bytes.length; ) {
      await send(path, at, bytes.subarray(at, at + partBytes / 2))
      const looked = await look(path)
      if (looked.status === 200) at = Number(looked.headers.get('upload-offset'))
      else expect([looked.status, looked.headers.get('retry-after')]).toEqual([503, '5'])
    }
    let used = await use(path, bytes)
    for (; used.status !== 200; used = await use(path, bytes))
      expect([used.status, used.headers['retry-after']]).toEqual([503, '5'])
    expect(used.body.kind).toBe('video')
  })
  const faults: Fault[] = ['error', 'lost', 'cut']

  test('that was used no longer counts, even if the store cannot delete it', async () => {
    const path = await sendUpload(address, ana, fixture('photo.avif'))
    isAsked('DELETE', /uploads\//, 'error')
    expect((await use(path)).status).toBe(200)
    const open = site.db.selectFrom('open_uploads').select('id').where('id', '=', path.slice(-32))
    expect(await open.execute()).toEqual([])
  })

  test.each([1_000, partBytes])('that is removed while it is written is not there (%i)', async (bytes) => {
    const path = await begin(2 * partBytes)
    const line = await openConnection(address)
    line.say(head(`PATCH ${path}`, { ...headers, ...partHeaders(0), 'content-length': bytes }))
    line.say(Buffer.alloc(900))
    await expect
      .poll(() => way.asked.filter(({ url }) => url.includes(path.slice(-32)) && /uploadId/.test(url)).length)
      .toBeGreaterThanOrEqual(3)
    await site.media.uploads.remove(path.slice(-32))
    line.say(Buffer.alloc(bytes - 900))
    await expect.poll(() => line.statuses()).toEqual([404])
    expect(await ofUpload(path)).toEqual([])
    line.end()
  })

  test('rejected by a store is logged without confidential details', async () => {
    const path = await begin(2 * partBytes)
    isAsked('PUT', /\.part|uploadId/, 'denied')
    const { status } = await send(path, 0, Buffer.alloc(1000))
    expect(status).toBe(500)
    const log = logged.join('')
    expect(log).toMatch(/"msg":"request failed"/)
    expect(log).toContain('Access Denied')
    expect(log).not.toContain(path.slice(-32))
    expect(log).not.toContain(store.s3.secretAccessKey)
  })

  test('is started while another member’s uploads are listed endlessly', async () => {
    const theirs = `/api/uploads/${ownerMark(ben.id)}${'f'.repeat(24)}`
    const held = Promise.withResolvers<void>()
    way.on.meanwhile = ({ url }) => (url.includes(theirs.slice(-32)) ? held.promise : undefined)
    way.asked.length = 0
    const looks = Array.from({ length: 80 }, () => tusClient(address, ben).look(theirs))
    await expect.poll(() => way.asked.length).toBeGreaterThanOrEqual(16)
    expect((await create(10)).status).toBe(201)
    held.resolve()
    expect(new Set((await Promise.all(looks)).map(({ status }) => status))).toEqual(new Set([404]))
  })
})

describe('the sweep', () => {
  const sweep = (after: number) =>
    sweepMedia({ ...site.media, db: site.db }, new Date(Date.now() + 24 * 60 * 60 * 1000 + after))

  test('removes what it can, despite failures', async () => {
    const paths = [await begin(10), await begin(10), await begin(10)].toSorted()
    const [first = '', ...others] = paths
    isAsked('DELETE', new RegExp(first.slice(-32)), 'error')
    await client.putObject({ Bucket: bucket, Key: `uploads/${others[0]?.slice(-32)}.info`, Body: '{"size' })
    await expect(sweep(60_000)).rejects.toMatchObject({ code: 'unavailable' })
    for (const path of others) expect(await ofUpload(path)).toEqual([])
    way.heal()
    await sweep(60_000)
    expect([await inStore('uploads/'), await multiparts()]).toEqual([[], []])
  })

  test('finds all unreferenced uploads', async () => {
    for (const letter of 'abcde')
      await client.createMultipartUpload({ Bucket: bucket, Key: `uploads/${letter.repeat(32)}` })
    await sweep(60_000)
    expect(await multiparts()).toEqual([])
  })

  test('skips uploads in progress', async () => {
    const path = await begin(2 * partBytes)
    const before = Date.now() + 5
    await expect.poll(() => Date.now()).toBeGreaterThan(before + 5)
    expect((await send(path, 0, Buffer.alloc(partBytes))).status).toBe(204)
    await sweep(before - Date.now())
    expect(await offsetOf(path)).toBe(partBytes)
  })
})
