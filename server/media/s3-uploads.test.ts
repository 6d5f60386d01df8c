import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { S3 } from '@aws-sdk/client-s3'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { UploadedMedia } from '#contract/media.ts'
import type { Connection } from '#server/db/connection.ts'
import { removeOwnPdfs, sweepDocuments } from '#server/documents/documents.jobs.ts'
import { layoutTable, wordsOf } from '#server/documents/documents.testing.ts'
import { numbered } from '#server/documents/pdf.testing.ts'
import { fixture } from '#tests/fixtures/fixture.ts'
import { head, openConnection } from '#tests/support/raw-connection.ts'
import { type RunningSite, runSite } from '#tests/support/running-site.ts'
import { startS3Server } from '#tests/support/s3-server.ts'
import { listening } from '#tests/support/send-upload.ts'
import { type Member, startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { sweepLeftWork, sweepMedia } from './media.jobs.ts'
import { S3Uploads } from './s3-uploads.ts'
import { s3ClientConfig, s3Times } from './storage/s3-client.ts'
import { partBytes } from './stored-parts.ts'
import { ownerMark } from './uploads.ts'

type Node = { site: TestApp; address: string }

let home: string
let store: Awaited<ReturnType<typeof startS3Server>>
let settings: Record<string, string>
let databaseUrl: string
let one: Node
let other: Node
let ana: Member
let ben: Member

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 's3-uploads-test-'))
  store = await startS3Server({ directory: join(home, 's3') })
  const { bucket, endpoint = '', accessKeyId, secretAccessKey } = store.s3
  settings = {
    ...{ S3_BUCKET: bucket, S3_ENDPOINT: endpoint, SECRET: randomBytes(32).toString('hex') },
    ...{ S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey },
  }
  const site = await startTestApp({ settings })
  databaseUrl = addressOf(site.connection)
  one = { site, address: await listening(site) }
  const second = await startTestApp({ settings, databaseUrl })
  other = { site: second, address: await listening(second) }
  ana = await site.signUp()
  ben = await site.signUp()
})
afterAll(async () => {
  await other.site.close()
  await one.site.close()
  await store.close()
  await rm(home, { recursive: true, force: true })
})

const addressOf = ({ host, port, user, database }: Connection) =>
  `postgres:///${database}?host=${host}&port=${port}&user=${user}`

type Asked = { as?: Member; method?: string; path?: string; headers?: Record<string, string>; body?: Buffer }

const tus = (address: string, { as = ana, method = 'POST', path = '/api/uploads', headers, body }: Asked) =>
  fetch(address + path, {
    ...{ method, body: body && new Uint8Array(body) },
    headers: { 'tus-resumable': '1.0.0', cookie: as.cookie, ...headers },
  })
const chunk = (offset: number) => ({
  ...{ 'content-type': 'application/offset+octet-stream', 'upload-offset': String(offset) },
})
const begin = async (address: string, size: number, as = ana) => {
  const begun = await tus(address, { as, headers: { 'upload-length': String(size) } })
  expect(begun.status).toBe(201)
  return begun.headers.get('location') ?? ''
}
const send = (address: string, path: string, offset: number, body: Buffer, as = ana) =>
  tus(address, { as, method: 'PATCH', path, headers: chunk(offset), body })
const offsetOf = async (address: string, path: string, as = ana) => {
  const asked = await tus(address, { as, method: 'HEAD', path })
  return asked.status === 200 ? Number(asked.headers.get('upload-offset')) : asked.status
}
const use = ({ site }: Node, path: string, bytes: Buffer, as = ana) =>
  site.call<UploadedMedia>({
    ...{ method: 'POST', path: `${path}/media`, as },
    body: { sha256: createHash('sha256').update(bytes).digest('hex') },
  })

/** Of an upload's, what lies in the bucket. */
const inStore = async (path: string) =>
  (await readdir(join(home, 's3', 'zines', 'uploads')).catch(() => [])).filter((name) =>
    name.startsWith(path.slice(-32)),
  )
const scratch = async ({ site }: Node) => readdir(join(site.dataDir, 'media', 'work')).catch(() => [])
/** A video with something behind it that players skip. */
const clip = (bytes: number) => {
  const video = fixture('clip-fast-start.mp4')
  const free = Buffer.alloc(bytes - video.length, 7)
  free.writeUInt32BE(free.length)
  free.write('free', 4)
  return Buffer.concat([video, free])
}

describe('an upload that lies in a store', () => {
  test('is finished and used on another machine, in pieces of any size', async () => {
    const bytes = clip(2 * partBytes + 12_345)
    const path = await begin(one.address, bytes.length)
    let at = 0
    const pieces = [1, 70_000, partBytes - 70_001, partBytes + 3, 300]
    for (const [turn, piece] of pieces.entries()) {
      const { address } = turn % 2 ? one : other
      expect((await send(address, path, at, bytes.subarray(at, at + piece))).status).toBe(204)
      at += piece
      expect(await offsetOf(one.address, path)).toBe(at)
      expect((await send(other.address, path, 0, bytes.subarray(0, 9))).status).toBe(409)
    }
    expect((await use(one, path, bytes)).status).toBe(400)
    expect((await send(other.address, path, at, bytes.subarray(at))).status).toBe(204)
    const { status, body } = await use(one, path, bytes)
    expect([status, body.kind]).toEqual([200, 'video'])
    expect((await use(other, path, bytes)).body).toEqual(body)
    expect(await inStore(path)).toEqual([])
    expect(await offsetOf(other.address, path)).toBe(404)
    for (const node of [one, other]) {
      expect(await scratch(node)).toEqual([])
      expect(await readdir(node.site.dataDir)).not.toContain('uploads')
    }
  })

  test('goes on elsewhere after its machine was killed in the middle of a chunk', async () => {
    const bytes = clip(3 * partBytes + 99)
    const killed = await runSite({
      ...{ ...settings, DATABASE_URL: databaseUrl, DATA_DIR: join(home, 'killed') },
    })
    try {
      const path = await begin(killed.address, bytes.length)
      await sendSome(killed, path, bytes.subarray(0, 2 * partBytes + 5000))
      await expect.poll(() => storedParts(path)).toBe(2)
      killed.signal('SIGKILL')
      await killed.ended
      const kept = await offsetOf(one.address, path)
      expect(kept).toBe(2 * partBytes)
      expect((await send(one.address, path, kept, bytes.subarray(kept))).status).toBe(204)
      expect((await use(other, path, bytes)).status).toBe(200)
      const work = join(home, 'killed', 'media', 'work')
      expect(await readdir(work)).toHaveLength(1)
      await sweepLeftWork({ dataDir: join(home, 'killed') })
      expect(await readdir(work)).toEqual([])
    } finally {
      await killed.end()
    }
  })

  async function sendSome(to: RunningSite, path: string, bytes: Buffer) {
    const line = await openConnection(to.address)
    const length = { 'content-length': bytes.length + 1000 }
    line.say(head(`PATCH ${path}`, { 'tus-resumable': '1.0.0', cookie: ana.cookie, ...chunk(0), ...length }))
    line.say(bytes)
  }

  test('keeps what has come over a line that breaks', async () => {
    const bytes = clip(2 * partBytes)
    const path = await begin(one.address, bytes.length)
    const line = await openConnection(one.address)
    const sending = { cookie: ana.cookie, ...chunk(0), 'content-length': bytes.length }
    line.say(head(`PATCH ${path}`, { 'tus-resumable': '1.0.0', ...sending }))
    line.say(bytes.subarray(0, 400_000))
    await expect.poll(() => largestIn(one)).toBe(400_000)
    await sweepLeftWork(one.site.config)
    expect(await scratch(one)).toHaveLength(1)
    line.end()
    await expect.poll(() => offsetOf(other.address, path)).toBe(400_000)
    expect((await send(other.address, path, 400_000, bytes.subarray(400_000))).status).toBe(204)
    expect(await isWhole(path, bytes)).toBe(true)
  })

  async function largestIn(node: Node) {
    const folder = join(node.site.dataDir, 'media', 'work')
    const sizes = (await scratch(node)).map(async (name) => (await stat(join(folder, name, 'part'))).size)
    return Math.max(0, ...(await Promise.all(sizes)))
  }

  test('is in one pair of hands, whichever machines they come to', async () => {
    const bytes = clip(partBytes + 1000)
    const path = await begin(one.address, bytes.length)
    const statuses = await Promise.all(
      [one, other, one, other].map(async ({ address }) => (await send(address, path, 0, bytes)).status),
    )
    expect(statuses.toSorted()).toEqual([204, 409, 409, 409])
    expect(await isWhole(path, bytes)).toBe(true)
  })

  describe('that a killed process has left', () => {
    const bytes = clip(3 * partBytes + 500)
    const partOf = (number: number) => bytes.subarray((number - 1) * partBytes, number * partBytes)

    async function beginParts(numbers: number[]) {
      const path = await begin(one.address, bytes.length)
      const { client, upload } = await findParts(path)
      for (const number of numbers)
        await client.uploadPart({ ...upload, PartNumber: number, Body: partOf(number) })
      return path
    }

    async function finish(path: string, kept: number) {
      expect(await offsetOf(other.address, path)).toBe(kept)
      if (kept < bytes.length)
        expect((await send(other.address, path, kept, bytes.subarray(kept))).status).toBe(204)
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
      const { client, bucket } = openStore()
      for (const number of [1, 2]) {
        const key = `uploads/${path.slice(-32)}.${number}.part`
        await client.putObject({ Bucket: bucket, Key: key, Body: partOf(number).subarray(0, 70_000) })
      }
      expect(await finish(path, partBytes + 70_000)).toBe(true)
      expect((await tus(other.address, { method: 'DELETE', path })).status).toBe(204)
      expect(await inStore(path)).toEqual([])
    })
  })

  test('looks absent to a stranger, on every machine', async () => {
    const bytes = fixture('photo.avif')
    const path = await begin(one.address, bytes.length)
    for (const { address } of [one, other]) {
      expect(await offsetOf(address, path, ben)).toBe(404)
      expect((await send(address, path, 0, bytes, ben)).status).toBe(404)
      expect((await tus(address, { as: ben, method: 'DELETE', path })).status).toBe(404)
    }
    expect((await send(one.address, path, 0, bytes)).status).toBe(204)
    expect((await use(other, path, bytes, ben)).status).toBe(404)
    expect((await use(other, path, bytes)).status).toBe(200)
  })

  test('may be given up on another machine, and leaves nothing', async () => {
    const path = await begin(one.address, 2 * partBytes)
    expect((await send(one.address, path, 0, Buffer.alloc(partBytes + 10))).status).toBe(204)
    expect((await inStore(path)).length).toBeGreaterThan(1)
    expect((await tus(other.address, { method: 'DELETE', path })).status).toBe(204)
    expect(await offsetOf(one.address, path)).toBe(404)
    expect([await inStore(path), await multiparts(path)]).toEqual([[], []])
  })

  test('does not say where it comes from', async () => {
    const path = await begin(one.address, 10)
    const { client, bucket } = openStore()
    const info = await client.getObject({ Bucket: bucket, Key: `uploads/${path.slice(-32)}.info` })
    const { metadata } = JSON.parse((await info.Body?.transformToString()) ?? '')
    expect(metadata).toEqual({ ownerId: ana.id })
  })

  test('that nobody finished is swept, with its parts', async () => {
    const [old, young] = [await begin(one.address, 2 * partBytes), await begin(one.address, 10)]
    expect((await send(one.address, old, 0, Buffer.alloc(partBytes + 10))).status).toBe(204)
    const soon = new Date(Date.now() + 60_000)
    await sweepMedia({ ...other.site.media, db: other.site.db }, soon)
    expect([await offsetOf(one.address, old), await offsetOf(one.address, young)]).toEqual([
      partBytes + 10,
      0,
    ])
    const tomorrow = new Date(Date.now() + 25 * 60 * 60 * 1000)
    await sweepMedia({ ...other.site.media, db: other.site.db }, tomorrow)
    expect(await readdir(join(home, 's3', 'zines', 'uploads')).catch(() => [])).toEqual([])
    expect(await multiparts('')).toEqual([])
    const rows = await one.site.db
      .selectFrom('open_uploads')
      .select('id')
      .where('owner_id', '=', ana.id)
      .execute()
    expect(rows).toEqual([])
  })

  test('goes with the account', async () => {
    const leaver = await one.site.signUp()
    const path = await begin(one.address, 2 * partBytes, leaver)
    expect((await send(one.address, path, 0, Buffer.alloc(partBytes + 10), leaver)).status).toBe(204)
    const gone = await other.site.call({
      ...{ method: 'DELETE', path: `/api/users/${leaver.id}`, as: leaver },
      body: { username: leaver.username },
    })
    expect(gone.status).toBe(200)
    expect([await inStore(path), await multiparts(path)]).toEqual([[], []])
  })
})

const openStore = () => ({ client: new S3(s3ClientConfig(store.s3, s3Times)), bucket: store.s3.bucket })
const isWhole = async (path: string, bytes: Buffer) => {
  const { client, bucket } = openStore()
  const { Body } = await client.getObject({ Bucket: bucket, Key: `uploads/${path.slice(-32)}` })
  return bytes.equals((await Body?.transformToByteArray()) ?? Buffer.alloc(0))
}
const findParts = async (path: string) => {
  const { client, bucket } = openStore()
  const { Uploads = [] } = await client.listMultipartUploads({ Bucket: bucket, Prefix: 'uploads/' })
  const { Key, UploadId } = Uploads.find(({ Key }) => Key?.endsWith(path.slice(-32))) ?? {}
  return { client, upload: { Bucket: bucket, Key, UploadId } }
}
const storedParts = async (path: string) => {
  const { client, upload } = await findParts(path)
  return (await client.listParts(upload)).Parts?.length
}
const multiparts = async (path: string) => {
  const { client, bucket } = openStore()
  const { Uploads = [] } = await client.listMultipartUploads({ Bucket: bucket, Prefix: 'uploads/' })
  return Uploads.flatMap(({ Key = '' }) => (Key.includes(path.slice(-32)) ? Key : []))
}

describe('a PDF of a draft', () => {
  const inBucket = async () => {
    const { client, bucket } = openStore()
    return (await client.listObjectsV2({ Bucket: bucket, Prefix: 'documents/' })).Contents ?? []
  }

  test('that was added on one machine is read on another, and goes', async () => {
    const [here, there] = [layoutTable(one.site, one.address), layoutTable(other.site, other.address)]
    const { id } = await here.give(ana, numbered(2))
    expect(await inBucket()).toHaveLength(1)
    await there.readAll()
    const { document } = (await here.look(ana, id)).body
    expect([document.state, wordsOf(document)]).toEqual(['done', ['Page 1', 'Page 2']])
    for (const node of [one, other]) {
      expect(await scratch(node)).toEqual([])
      expect(await readdir(node.site.dataDir)).not.toContain('documents')
    }
    expect((await there.remove(ana, id)).status).toBe(200)
    expect(await inBucket()).toEqual([])
  })

  test('goes with its account, which takes no other’s, and by the sweep when nothing speaks of it any more', async () => {
    const leaver = await one.site.signUp()
    await layoutTable(one.site, one.address).give(leaver, numbered(1))
    await removeOwnPdfs(other.site.documents, leaver.id)
    expect(await inBucket()).toEqual([])
    const { id } = await layoutTable(one.site, one.address).give(ben, numbered(1))
    // As if the marks of both began alike.
    const alike = `documents/${ownerMark(leaver.id)}-${id}.pdf`
    const { client, bucket } = openStore()
    await client.putObject({ Bucket: bucket, Key: alike, Body: 'ben’s' })
    await removeOwnPdfs(other.site.documents, leaver.id)
    expect((await inBucket()).map(({ Key }) => Key)).toContain(alike)
    await client.deleteObject({ Bucket: bucket, Key: alike })
    const later = new Date(Date.now() + 60_000)
    await sweepDocuments({ ...other.site.documents, db: other.site.db }, later)
    expect(await inBucket()).toHaveLength(1)
    await one.site.db.deleteFrom('documents').where('id', '=', id).execute()
    await sweepDocuments({ ...other.site.documents, db: other.site.db }, later)
    expect(await inBucket()).toEqual([])
  })
})

describe('a store that is away', () => {
  test('is said so, and the upload goes on when it is back', async () => {
    const bytes = clip(partBytes + 5000)
    const path = await begin(one.address, bytes.length)
    expect((await send(one.address, path, 0, bytes.subarray(0, 1000))).status).toBe(204)
    await store.close()
    try {
      for (const asked of [
        await send(other.address, path, 1000, bytes.subarray(1000)),
        await tus(other.address, { method: 'HEAD', path }),
        await tus(one.address, { headers: { 'upload-length': '10' } }),
        await tus(one.address, { method: 'DELETE', path }),
      ])
        expect([asked.status, asked.headers.get('retry-after')]).toEqual([503, '5'])
      expect((await use(one, path, bytes)).status).toBe(503)
    } finally {
      store = await startS3Server({ directory: join(home, 's3'), port: store.port })
    }
    expect(await offsetOf(one.address, path)).toBe(1000)
    expect((await send(other.address, path, 1000, bytes.subarray(1000))).status).toBe(204)
    expect((await use(one, path, bytes)).status).toBe(200)
  })

  test('is not waited for without end where it says nothing', async () => {
    const silent = createServer(() => undefined)
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    const address = silent.address()
    const port = typeof address === 'object' && address ? address.port : 0
    const uploads = new S3Uploads({
      ...{ settings: { ...store.s3, endpoint: `http://127.0.0.1:${port}` }, config: one.site.config },
      ...{ disk: { measure: async () => 1 }, space: one.site.media.uploadSpace },
      times: { connecting: 200, silent: 100 },
    })
    const asked = uploads.getUpload('a'.repeat(32))
    await expect(asked).rejects.toMatchObject({ code: 'unavailable', retryAfter: 5 })
    silent.close()
    silent.unref()
  })
})
