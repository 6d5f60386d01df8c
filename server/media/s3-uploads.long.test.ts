import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readdir, stat } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { S3 } from '@aws-sdk/client-s3'
import { afterAll, describe, expect, test } from 'vitest'
import { removePdfsOfOwner, sweepDocuments } from '#server/documents/documents.jobs.ts'
import { layoutTable, transcriptsOf } from '#server/documents/documents.testing.ts'
import { numberedPages } from '#server/documents/pdf.testing.ts'
import { fixture, paddedClip } from '#tests/fixtures/fixture.ts'
import { openRawConnection, requestHead } from '#tests/support/raw-connection.ts'
import { runSite } from '#tests/support/running-site.ts'
import { startS3Server } from '#tests/support/s3-server.ts'
import { ingestUpload, partHeaders, tusClient } from '#tests/support/send-upload.ts'
import { listening, startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { databaseUrlOf } from '#tests/support/test-database.ts'
import { createTestFolder } from '#tests/support/test-folder.ts'
import { sweepAbandonedWork, sweepMedia } from './media.jobs.ts'
import { S3Uploads } from './s3-uploads.ts'
import { defaultS3Timeouts, s3ClientConfig } from './storage/s3-client.ts'
import { partBytes } from './stored-parts.ts'
import { ownerPrefix } from './uploads.ts'

const home = createTestFolder()
let store = await startS3Server({ directory: join(home, 's3') })
afterAll(() => store.close())
const settings = { ...store.settings, SECRET: randomBytes(32).toString('hex') }
const one = await startTestApp({ settings })
const other = await startTestApp({ settings, databaseUrl: databaseUrlOf(one.connection) })
// They have folders of their own.
for (const site of [one, other]) await site.media.waitingDecoder.stop()
afterAll(async () => {
  await other.close()
  await one.close()
})
const [ana, ben] = [await one.signUp(), await one.signUp()]
const addresses = [await listening(one), await listening(other)] as const
/** Ana’s browser on each of the two machines. */
const [anaOnFirst, anaOnSecond] = [tusClient(addresses[0], ana), tusClient(addresses[1], ana)]
const ingestOn = (site: TestApp, path: string, bytes: Buffer, as = ana) => ingestUpload(site, as, path, bytes)

const client = new S3(s3ClientConfig(store.s3, defaultS3Timeouts))
const { bucket } = store.s3
const listStoredFiles = async (path: string) =>
  (await readdir(join(home, 's3', 'zines', 'uploads')).catch(() => [])).filter((name) =>
    name.startsWith(path.slice(-32)),
  )
const listScratch = async ({ dataDir }: TestApp) => readdir(join(dataDir, 'media', 'work')).catch(() => [])

/** Sends less than its Content-Length states. */
async function sendPartial(address: string, path: string, bytes: Buffer) {
  const connection = await openRawConnection(address)
  const requestHeaders = { ...anaOnFirst.headers, ...partHeaders(0), 'content-length': bytes.length + 1000 }
  connection.write(requestHead(`PATCH ${path}`, requestHeaders))
  connection.write(bytes)
  return connection
}

describe('an upload in an S3 store', () => {
  test('is finished and used on another machine, in pieces of any size', async () => {
    const bytes = paddedClip(2 * partBytes + 12_345)
    const path = await anaOnFirst.start(bytes.length)
    let offset = 0
    const sizes = [1, 70_000, partBytes - 70_001, partBytes + 3, 300]
    for (const [index, size] of sizes.entries()) {
      const response = await (index % 2 ? anaOnFirst : anaOnSecond).send(
        path,
        offset,
        bytes.subarray(offset, offset + size),
      )
      expect(response.status).toBe(204)
      offset += size
      expect(await anaOnFirst.offsetOf(path)).toBe(offset)
      expect((await anaOnSecond.send(path, 0, bytes.subarray(0, 9))).status).toBe(409)
    }
    expect((await ingestOn(one, path, bytes)).status).toBe(400)
    expect((await anaOnSecond.send(path, offset, bytes.subarray(offset))).status).toBe(204)
    const { status, body } = await ingestOn(one, path, bytes)
    expect([status, body.kind]).toEqual([200, 'video'])
    expect((await ingestOn(other, path, bytes)).body).toEqual(body)
    expect(await listStoredFiles(path)).toEqual([])
    expect(await anaOnSecond.offsetOf(path)).toBe(404)
    for (const site of [one, other]) {
      expect(await listScratch(site)).toEqual([])
      expect(await readdir(site.dataDir)).not.toContain('uploads')
    }
  })

  test('continues on another machine after its own was killed in the middle of a chunk', async () => {
    const bytes = paddedClip(3 * partBytes + 99)
    const dataDir = join(home, 'killed')
    const killedSite = await runSite({
      ...settings,
      DATABASE_URL: databaseUrlOf(one.connection),
      DATA_DIR: dataDir,
    })
    try {
      const path = await tusClient(killedSite.address, ana).start(bytes.length)
      await sendPartial(killedSite.address, path, bytes.subarray(0, 2 * partBytes + 5000))
      await expect.poll(() => storedParts(path)).toBe(2)
      killedSite.signal('SIGKILL')
      await killedSite.ended
      const received = await anaOnFirst.offsetOf(path)
      expect(received).toBe(2 * partBytes)
      expect((await anaOnFirst.send(path, received, bytes.subarray(received))).status).toBe(204)
      expect((await ingestOn(other, path, bytes)).status).toBe(200)
      const work = join(dataDir, 'media', 'work')
      // The part, and the folder of the decoder that waited for the file.
      expect(await readdir(work)).toHaveLength(2)
      await sweepAbandonedWork({ dataDir })
      expect(await readdir(work)).toEqual([])
    } finally {
      await killedSite.end()
    }
  })

  test('keeps the received bytes when the connection breaks', async () => {
    const bytes = paddedClip(2 * partBytes)
    const path = await anaOnFirst.start(bytes.length)
    const connection = await sendPartial(addresses[0], path, bytes.subarray(0, 400_000))
    await expect.poll(largestPart).toBe(400_000)
    await sweepAbandonedWork(one.config)
    expect(await listScratch(one)).toHaveLength(1)
    connection.end()
    await expect.poll(() => anaOnSecond.offsetOf(path)).toBe(400_000)
    expect((await anaOnSecond.send(path, 400_000, bytes.subarray(400_000))).status).toBe(204)
    expect(await isComplete(path, bytes)).toBe(true)
  })

  async function largestPart() {
    const folder = join(one.dataDir, 'media', 'work')
    const sizes = (await listScratch(one)).map(async (name) => (await stat(join(folder, name, 'part'))).size)
    return Math.max(0, ...(await Promise.all(sizes)))
  }

  test('is handled by one process at a time, whichever machines receive its requests', async () => {
    const bytes = paddedClip(partBytes + 1000)
    const path = await anaOnFirst.start(bytes.length)
    const statuses = await Promise.all(
      [anaOnFirst, anaOnSecond, anaOnFirst, anaOnSecond].map(async ({ send }) => (await send(path, 0, bytes)).status),
    )
    expect(statuses.toSorted()).toEqual([204, 409, 409, 409])
    expect(await isComplete(path, bytes)).toBe(true)
  })

  describe('that a killed process has left', () => {
    const bytes = paddedClip(3 * partBytes + 500)
    const partBytesOf = (number: number) => bytes.subarray((number - 1) * partBytes, number * partBytes)

    async function createWithParts(numbers: number[]) {
      const path = await anaOnFirst.start(bytes.length)
      const upload = await findUpload(path)
      for (const number of numbers)
        await client.uploadPart({ ...upload, PartNumber: number, Body: partBytesOf(number) })
      return path
    }

    async function finishUpload(path: string, received: number) {
      expect(await anaOnSecond.offsetOf(path)).toBe(received)
      if (received < bytes.length)
        expect((await anaOnSecond.send(path, received, bytes.subarray(received))).status).toBe(204)
      return await isComplete(path, bytes)
    }

    test.each([
      { what: 'with a gap', numbers: [1, 3], received: partBytes },
      { what: 'whole, and not put together', numbers: [1, 2, 3, 4], received: bytes.length },
    ])('$what', async ({ numbers, received }) => {
      expect(await finishUpload(await createWithParts(numbers), received)).toBe(true)
    })

    test('and that it still writes late', async () => {
      const path = await createWithParts([1])
      for (const number of [1, 2]) {
        const key = `uploads/${path.slice(-32)}.${number}.part`
        await client.putObject({ Bucket: bucket, Key: key, Body: partBytesOf(number).subarray(0, 70_000) })
      }
      expect(await finishUpload(path, partBytes + 70_000)).toBe(true)
      expect((await anaOnSecond.remove(path)).status).toBe(204)
      expect(await listStoredFiles(path)).toEqual([])
    })
  })

  test('is not found for a stranger, on every machine', async () => {
    const bytes = fixture('photo.avif')
    const path = await anaOnFirst.start(bytes.length)
    for (const address of addresses) {
      const benClient = tusClient(address, ben)
      expect(await benClient.offsetOf(path)).toBe(404)
      expect((await benClient.send(path, 0, bytes)).status).toBe(404)
      expect((await benClient.remove(path)).status).toBe(404)
    }
    expect((await anaOnFirst.send(path, 0, bytes)).status).toBe(204)
    expect((await ingestOn(other, path, bytes, ben)).status).toBe(404)
    expect((await ingestOn(other, path, bytes)).status).toBe(200)
  })

  test('can be cancelled on another machine, and leaves nothing', async () => {
    const path = await anaOnFirst.start(2 * partBytes)
    expect((await anaOnFirst.send(path, 0, Buffer.alloc(partBytes + 10))).status).toBe(204)
    expect((await listStoredFiles(path)).length).toBeGreaterThan(1)
    expect((await anaOnSecond.remove(path)).status).toBe(204)
    expect(await anaOnFirst.offsetOf(path)).toBe(404)
    expect([await listStoredFiles(path), await multiparts(path)]).toEqual([[], []])
  })

  test('does not reveal its origin', async () => {
    const path = await anaOnFirst.start(10)
    const info = await client.getObject({ Bucket: bucket, Key: `uploads/${path.slice(-32)}.info` })
    const { metadata } = JSON.parse((await info.Body?.transformToString()) ?? '')
    expect(metadata).toEqual({ ownerId: ana.id })
  })

  test('that was abandoned is swept, with its parts', async () => {
    const [old, recent] = [await anaOnFirst.start(2 * partBytes), await anaOnFirst.start(10)]
    expect((await anaOnFirst.send(old, 0, Buffer.alloc(partBytes + 10))).status).toBe(204)
    const inOneMinute = new Date(Date.now() + 60_000)
    await sweepMedia({ ...other.media, db: other.db }, inOneMinute)
    expect([await anaOnFirst.offsetOf(old), await anaOnFirst.offsetOf(recent)]).toEqual([partBytes + 10, 0])
    const tomorrow = new Date(Date.now() + 25 * 60 * 60 * 1000)
    await sweepMedia({ ...other.media, db: other.db }, tomorrow)
    expect(await readdir(join(home, 's3', 'zines', 'uploads')).catch(() => [])).toEqual([])
    expect(await multiparts('')).toEqual([])
    const { rows } = await one.pool.query('select from open_uploads where owner_id = $1', [ana.id])
    expect(rows).toEqual([])
  })

  test('is deleted with the account', async () => {
    const deletedMember = await one.signUp()
    const deletedMemberClient = tusClient(addresses[0], deletedMember)
    const path = await deletedMemberClient.start(2 * partBytes)
    expect((await deletedMemberClient.send(path, 0, Buffer.alloc(partBytes + 10))).status).toBe(204)
    const response = await other.call({
      method: 'DELETE',
      path: `/api/users/${deletedMember.id}`,
      as: deletedMember,
      body: { username: deletedMember.username },
    })
    expect(response.status).toBe(200)
    expect([await listStoredFiles(path), await multiparts(path)]).toEqual([[], []])
  })
})

const isComplete = async (path: string, bytes: Buffer) => {
  const { Body } = await client.getObject({ Bucket: bucket, Key: `uploads/${path.slice(-32)}` })
  return bytes.equals((await Body?.transformToByteArray()) ?? Buffer.alloc(0))
}
const findUpload = async (path: string) => {
  const { Uploads = [] } = await client.listMultipartUploads({ Bucket: bucket, Prefix: 'uploads/' })
  const { Key, UploadId } = Uploads.find(({ Key }) => Key?.endsWith(path.slice(-32))) ?? {}
  return { Bucket: bucket, Key, UploadId }
}
const storedParts = async (path: string) => (await client.listParts(await findUpload(path))).Parts?.length
const multiparts = async (path: string) => {
  const { Uploads = [] } = await client.listMultipartUploads({ Bucket: bucket, Prefix: 'uploads/' })
  return Uploads.flatMap(({ Key = '' }) => (Key.includes(path.slice(-32)) ? Key : []))
}

describe('a PDF of a draft', () => {
  const listPdfs = async () => {
    return (await client.listObjectsV2({ Bucket: bucket, Prefix: 'documents/' })).Contents ?? []
  }

  test('that was added on one machine is read and deleted on another', async () => {
    const [firstTable, secondTable] = [layoutTable(one, addresses[0]), layoutTable(other, addresses[1])]
    const { id } = await firstTable.addPdf(ana, numberedPages(2))
    expect(await listPdfs()).toHaveLength(1)
    await secondTable.readAll()
    const { document } = (await firstTable.readDocument(ana, id)).body
    expect([document.state, transcriptsOf(document)]).toEqual(['done', ['Page 1', 'Page 2']])
    for (const site of [one, other]) {
      expect(await listScratch(site)).toEqual([])
      expect(await readdir(site.dataDir)).not.toContain('documents')
    }
    expect((await secondTable.remove(ana, id)).status).toBe(200)
    expect(await listPdfs()).toEqual([])
  })

  test('is deleted with its account only, and by the sweep when unreferenced', async () => {
    const deletedMember = await one.signUp()
    await layoutTable(one, addresses[0]).addPdf(deletedMember, numberedPages(1))
    await removePdfsOfOwner(other.documents, deletedMember.id)
    expect(await listPdfs()).toEqual([])
    const { id } = await layoutTable(one, addresses[0]).addPdf(ben, numberedPages(1))
    // Simulates two members with equal marks.
    const similarKey = `documents/${ownerPrefix(deletedMember.id)}-${id}.pdf`
    await client.putObject({ Bucket: bucket, Key: similarKey, Body: 'ben’s' })
    await removePdfsOfOwner(other.documents, deletedMember.id)
    expect((await listPdfs()).map(({ Key }) => Key)).toContain(similarKey)
    await client.deleteObject({ Bucket: bucket, Key: similarKey })
    const inOneMinute = new Date(Date.now() + 60_000)
    await sweepDocuments({ ...other.documents, db: other.db }, inOneMinute)
    expect(await listPdfs()).toHaveLength(1)
    await one.db.deleteFrom('documents').where('id', '=', id).execute()
    await sweepDocuments({ ...other.documents, db: other.db }, inOneMinute)
    expect(await listPdfs()).toEqual([])
  })
})

describe('an unavailable store', () => {
  test('is reported, and the upload continues when it is back', async () => {
    const bytes = paddedClip(partBytes + 5000)
    const path = await anaOnFirst.start(bytes.length)
    expect((await anaOnFirst.send(path, 0, bytes.subarray(0, 1000))).status).toBe(204)
    await store.close()
    try {
      for (const response of [
        await anaOnSecond.send(path, 1000, bytes.subarray(1000)),
        await anaOnSecond.readStatus(path),
        await anaOnFirst.create(10),
        await anaOnFirst.remove(path),
      ])
        expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5'])
      expect((await ingestOn(one, path, bytes)).status).toBe(503)
    } finally {
      store = await startS3Server({ directory: join(home, 's3'), port: store.port })
    }
    expect(await anaOnFirst.offsetOf(path)).toBe(1000)
    expect((await anaOnSecond.send(path, 1000, bytes.subarray(1000))).status).toBe(204)
    expect((await ingestOn(one, path, bytes)).status).toBe(200)
  })

  test('has a timeout when the store does not respond', async () => {
    const silentServer = createServer(() => undefined)
    await once(silentServer.listen(0, '127.0.0.1'), 'listening')
    const { port } = silentServer.address() as AddressInfo
    const uploads = new S3Uploads({
      settings: { ...store.s3, endpoint: `http://127.0.0.1:${port}` },
      config: one.config,
      disk: { measure: async () => 1 },
      space: one.media.uploadSpace,
      times: { connectMs: 200, idleMs: 100 },
    })
    const response = uploads.getUpload('a'.repeat(32))
    await expect(response).rejects.toMatchObject({ code: 'unavailable', retryAfter: 5 })
    silentServer.close()
    silentServer.unref()
  })
})
