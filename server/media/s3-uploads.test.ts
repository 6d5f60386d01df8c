import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readdir, stat } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { S3 } from '@aws-sdk/client-s3'
import { afterAll, describe, expect, test } from 'vitest'
import { removeOwnPdfs, sweepDocuments } from '#server/documents/documents.jobs.ts'
import { layoutTable, wordsOf } from '#server/documents/documents.testing.ts'
import { numbered } from '#server/documents/pdf.testing.ts'
import { fixture, longClip } from '#tests/fixtures/fixture.ts'
import { ownFolder } from '#tests/support/own-folder.ts'
import { head, openConnection } from '#tests/support/raw-connection.ts'
import { runSite } from '#tests/support/running-site.ts'
import { startS3Server } from '#tests/support/s3-server.ts'
import { ingestUpload, partHeaders, tusClient } from '#tests/support/send-upload.ts'
import { listening, startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { addressOf } from '#tests/support/test-database.ts'
import { sweepLeftWork, sweepMedia } from './media.jobs.ts'
import { S3Uploads } from './s3-uploads.ts'
import { s3ClientConfig, s3Times } from './storage/s3-client.ts'
import { partBytes } from './stored-parts.ts'
import { ownerMark } from './uploads.ts'

const home = ownFolder()
let store = await startS3Server({ directory: join(home, 's3') })
afterAll(() => store.close())
const settings = { ...store.settings, SECRET: randomBytes(32).toString('hex') }
const one = await startTestApp({ settings })
const other = await startTestApp({ settings, databaseUrl: addressOf(one.connection) })
afterAll(async () => {
  await other.close()
  await one.close()
})
const [ana, ben] = [await one.signUp(), await one.signUp()]
const addresses = [await listening(one), await listening(other)] as const
/** Ana’s browser on each of the two machines. */
const [here, there] = [tusClient(addresses[0], ana), tusClient(addresses[1], ana)]
const use = (site: TestApp, path: string, bytes: Buffer, as = ana) => ingestUpload(site, as, path, bytes)

const client = new S3(s3ClientConfig(store.s3, s3Times))
const { bucket } = store.s3
const inStore = async (path: string) =>
  (await readdir(join(home, 's3', 'zines', 'uploads')).catch(() => [])).filter((name) =>
    name.startsWith(path.slice(-32)),
  )
const scratch = async ({ dataDir }: TestApp) => readdir(join(dataDir, 'media', 'work')).catch(() => [])

/** Sends less than its Content-Length states. */
async function sendSome(address: string, path: string, bytes: Buffer) {
  const line = await openConnection(address)
  const sent = { ...here.headers, ...partHeaders(0), 'content-length': bytes.length + 1000 }
  line.say(head(`PATCH ${path}`, sent))
  line.say(bytes)
  return line
}

describe('an upload in an S3 store', () => {
  test('is finished and used on another machine, in pieces of any size', async () => {
    const bytes = longClip(2 * partBytes + 12_345)
    const path = await here.begin(bytes.length)
    let at = 0
    const pieces = [1, 70_000, partBytes - 70_001, partBytes + 3, 300]
    for (const [turn, piece] of pieces.entries()) {
      const sent = await (turn % 2 ? here : there).send(path, at, bytes.subarray(at, at + piece))
      expect(sent.status).toBe(204)
      at += piece
      expect(await here.offsetOf(path)).toBe(at)
      expect((await there.send(path, 0, bytes.subarray(0, 9))).status).toBe(409)
    }
    expect((await use(one, path, bytes)).status).toBe(400)
    expect((await there.send(path, at, bytes.subarray(at))).status).toBe(204)
    const { status, body } = await use(one, path, bytes)
    expect([status, body.kind]).toEqual([200, 'video'])
    expect((await use(other, path, bytes)).body).toEqual(body)
    expect(await inStore(path)).toEqual([])
    expect(await there.offsetOf(path)).toBe(404)
    for (const site of [one, other]) {
      expect(await scratch(site)).toEqual([])
      expect(await readdir(site.dataDir)).not.toContain('uploads')
    }
  })

  test('goes on elsewhere after its machine was killed in the middle of a chunk', async () => {
    const bytes = longClip(3 * partBytes + 99)
    const dataDir = join(home, 'killed')
    const killed = await runSite({ ...settings, DATABASE_URL: addressOf(one.connection), DATA_DIR: dataDir })
    try {
      const path = await tusClient(killed.address, ana).begin(bytes.length)
      await sendSome(killed.address, path, bytes.subarray(0, 2 * partBytes + 5000))
      await expect.poll(() => storedParts(path)).toBe(2)
      killed.signal('SIGKILL')
      await killed.ended
      const kept = await here.offsetOf(path)
      expect(kept).toBe(2 * partBytes)
      expect((await here.send(path, kept, bytes.subarray(kept))).status).toBe(204)
      expect((await use(other, path, bytes)).status).toBe(200)
      const work = join(dataDir, 'media', 'work')
      expect(await readdir(work)).toHaveLength(1)
      await sweepLeftWork({ dataDir })
      expect(await readdir(work)).toEqual([])
    } finally {
      await killed.end()
    }
  })

  test('keeps the received bytes when the connection breaks', async () => {
    const bytes = longClip(2 * partBytes)
    const path = await here.begin(bytes.length)
    const line = await sendSome(addresses[0], path, bytes.subarray(0, 400_000))
    await expect.poll(largestPart).toBe(400_000)
    await sweepLeftWork(one.config)
    expect(await scratch(one)).toHaveLength(1)
    line.end()
    await expect.poll(() => there.offsetOf(path)).toBe(400_000)
    expect((await there.send(path, 400_000, bytes.subarray(400_000))).status).toBe(204)
    expect(await isWhole(path, bytes)).toBe(true)
  })

  async function largestPart() {
    const folder = join(one.dataDir, 'media', 'work')
    const sizes = (await scratch(one)).map(async (name) => (await stat(join(folder, name, 'part'))).size)
    return Math.max(0, ...(await Promise.all(sizes)))
  }

  test('is handled by one process at a time, whichever machines receive its requests', async () => {
    const bytes = longClip(partBytes + 1000)
    const path = await here.begin(bytes.length)
    const statuses = await Promise.all(
      [here, there, here, there].map(async ({ send }) => (await send(path, 0, bytes)).status),
    )
    expect(statuses.toSorted()).toEqual([204, 409, 409, 409])
    expect(await isWhole(path, bytes)).toBe(true)
  })

  describe('that a killed process has left', () => {
    const bytes = longClip(3 * partBytes + 500)
    const partOf = (number: number) => bytes.subarray((number - 1) * partBytes, number * partBytes)

    async function beginParts(numbers: number[]) {
      const path = await here.begin(bytes.length)
      const upload = await findUpload(path)
      for (const number of numbers)
        await client.uploadPart({ ...upload, PartNumber: number, Body: partOf(number) })
      return path
    }

    async function finish(path: string, kept: number) {
      expect(await there.offsetOf(path)).toBe(kept)
      if (kept < bytes.length) expect((await there.send(path, kept, bytes.subarray(kept))).status).toBe(204)
      return await isWhole(path, bytes)
    }

    test.each([
      { what: 'with a gap', numbers: [1, 3], kept: partBytes },
      { what: 'whole, and not put together', numbers: [1, 2, 3, 4], kept: bytes.length },
    ])('$what', async ({ numbers, kept }) => {
      expect(await finish(await beginParts(numbers), kept)).toBe(true)
    })

    test('and that it still writes late', async () => {
      const path = await beginParts([1])
      for (const number of [1, 2]) {
        const key = `uploads/${path.slice(-32)}.${number}.part`
        await client.putObject({ Bucket: bucket, Key: key, Body: partOf(number).subarray(0, 70_000) })
      }
      expect(await finish(path, partBytes + 70_000)).toBe(true)
      expect((await there.remove(path)).status).toBe(204)
      expect(await inStore(path)).toEqual([])
    })
  })

  test('is not found for a stranger, on every machine', async () => {
    const bytes = fixture('photo.avif')
    const path = await here.begin(bytes.length)
    for (const address of addresses) {
      const bens = tusClient(address, ben)
      expect(await bens.offsetOf(path)).toBe(404)
      expect((await bens.send(path, 0, bytes)).status).toBe(404)
      expect((await bens.remove(path)).status).toBe(404)
    }
    expect((await here.send(path, 0, bytes)).status).toBe(204)
    expect((await use(other, path, bytes, ben)).status).toBe(404)
    expect((await use(other, path, bytes)).status).toBe(200)
  })

  test('can be cancelled on another machine, and leaves nothing', async () => {
    const path = await here.begin(2 * partBytes)
    expect((await here.send(path, 0, Buffer.alloc(partBytes + 10))).status).toBe(204)
    expect((await inStore(path)).length).toBeGreaterThan(1)
    expect((await there.remove(path)).status).toBe(204)
    expect(await here.offsetOf(path)).toBe(404)
    expect([await inStore(path), await multiparts(path)]).toEqual([[], []])
  })

  test('does not reveal its origin', async () => {
    const path = await here.begin(10)
    const info = await client.getObject({ Bucket: bucket, Key: `uploads/${path.slice(-32)}.info` })
    const { metadata } = JSON.parse((await info.Body?.transformToString()) ?? '')
    expect(metadata).toEqual({ ownerId: ana.id })
  })

  test('that was abandoned is swept, with its parts', async () => {
    const [old, young] = [await here.begin(2 * partBytes), await here.begin(10)]
    expect((await here.send(old, 0, Buffer.alloc(partBytes + 10))).status).toBe(204)
    const soon = new Date(Date.now() + 60_000)
    await sweepMedia({ ...other.media, db: other.db }, soon)
    expect([await here.offsetOf(old), await here.offsetOf(young)]).toEqual([partBytes + 10, 0])
    const tomorrow = new Date(Date.now() + 25 * 60 * 60 * 1000)
    await sweepMedia({ ...other.media, db: other.db }, tomorrow)
    expect(await readdir(join(home, 's3', 'zines', 'uploads')).catch(() => [])).toEqual([])
    expect(await multiparts('')).toEqual([])
    const { rows } = await one.pool.query('select from open_uploads where owner_id = $1', [ana.id])
    expect(rows).toEqual([])
  })

  test('goes with the account', async () => {
    const leaver = await one.signUp()
    const leavers = tusClient(addresses[0], leaver)
    const path = await leavers.begin(2 * partBytes)
    expect((await leavers.send(path, 0, Buffer.alloc(partBytes + 10))).status).toBe(204)
    const gone = await other.call({
      ...{ method: 'DELETE', path: `/api/users/${leaver.id}`, as: leaver },
      body: { username: leaver.username },
    })
    expect(gone.status).toBe(200)
    expect([await inStore(path), await multiparts(path)]).toEqual([[], []])
  })
})

const isWhole = async (path: string, bytes: Buffer) => {
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
  const inBucket = async () => {
    return (await client.listObjectsV2({ Bucket: bucket, Prefix: 'documents/' })).Contents ?? []
  }

  test('that was added on one machine is read on another, and goes', async () => {
    const [here, there] = [layoutTable(one, addresses[0]), layoutTable(other, addresses[1])]
    const { id } = await here.give(ana, numbered(2))
    expect(await inBucket()).toHaveLength(1)
    await there.readAll()
    const { document } = (await here.look(ana, id)).body
    expect([document.state, wordsOf(document)]).toEqual(['done', ['Page 1', 'Page 2']])
    for (const site of [one, other]) {
      expect(await scratch(site)).toEqual([])
      expect(await readdir(site.dataDir)).not.toContain('documents')
    }
    expect((await there.remove(ana, id)).status).toBe(200)
    expect(await inBucket()).toEqual([])
  })

  test('is deleted with its account only, and by the sweep when unreferenced', async () => {
    const leaver = await one.signUp()
    await layoutTable(one, addresses[0]).give(leaver, numbered(1))
    await removeOwnPdfs(other.documents, leaver.id)
    expect(await inBucket()).toEqual([])
    const { id } = await layoutTable(one, addresses[0]).give(ben, numbered(1))
    // Simulates two members with equal marks.
    const alike = `documents/${ownerMark(leaver.id)}-${id}.pdf`
    await client.putObject({ Bucket: bucket, Key: alike, Body: 'ben’s' })
    await removeOwnPdfs(other.documents, leaver.id)
    expect((await inBucket()).map(({ Key }) => Key)).toContain(alike)
    await client.deleteObject({ Bucket: bucket, Key: alike })
    const later = new Date(Date.now() + 60_000)
    await sweepDocuments({ ...other.documents, db: other.db }, later)
    expect(await inBucket()).toHaveLength(1)
    await one.db.deleteFrom('documents').where('id', '=', id).execute()
    await sweepDocuments({ ...other.documents, db: other.db }, later)
    expect(await inBucket()).toEqual([])
  })
})

describe('a store that is away', () => {
  test('is said so, and the upload goes on when it is back', async () => {
    const bytes = longClip(partBytes + 5000)
    const path = await here.begin(bytes.length)
    expect((await here.send(path, 0, bytes.subarray(0, 1000))).status).toBe(204)
    await store.close()
    try {
      for (const asked of [
        await there.send(path, 1000, bytes.subarray(1000)),
        await there.look(path),
        await here.create(10),
        await here.remove(path),
      ])
        expect([asked.status, asked.headers.get('retry-after')]).toEqual([503, '5'])
      expect((await use(one, path, bytes)).status).toBe(503)
    } finally {
      store = await startS3Server({ directory: join(home, 's3'), port: store.port })
    }
    expect(await here.offsetOf(path)).toBe(1000)
    expect((await there.send(path, 1000, bytes.subarray(1000))).status).toBe(204)
    expect((await use(one, path, bytes)).status).toBe(200)
  })

  test('has a timeout when the store does not respond', async () => {
    const silent = createServer(() => undefined)
    await once(silent.listen(0, '127.0.0.1'), 'listening')
    const { port } = silent.address() as AddressInfo
    const uploads = new S3Uploads({
      ...{ settings: { ...store.s3, endpoint: `http://127.0.0.1:${port}` }, config: one.config },
      ...{ disk: { measure: async () => 1 }, space: one.media.uploadSpace },
      times: { connecting: 200, silent: 100 },
    })
    const asked = uploads.getUpload('a'.repeat(32))
    await expect(asked).rejects.toMatchObject({ code: 'unavailable', retryAfter: 5 })
    silent.close()
    silent.unref()
  })
})
