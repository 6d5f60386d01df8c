import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fixture } from '#tests/fixtures/fixture.ts'
import { startS3Server } from '#tests/support/s3-server.ts'
import { type Member, startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { openStorage } from './open-storage.ts'
import { beginRead, type MediaStorage } from './storage.ts'

let dataDir: string
let local: Awaited<ReturnType<typeof startS3Server>>

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'storage-test-'))
  local = await startS3Server({ directory: join(dataDir, 's3') })
})
afterAll(async () => {
  await local.close()
  await rm(dataDir, { recursive: true })
})

const kinds = {
  disk: () => openStorage({ dataDir, s3: undefined }),
  S3: () => openStorage({ dataDir, s3: local.s3 }),
}

const newName = () => `${randomBytes(16).toString('hex')}.mp4`

async function put(storage: MediaStorage, name: string, bytes: Buffer) {
  const path = join(dataDir, `${name}.upload`)
  await writeFile(path, bytes)
  await storage.put(name, path)
}

async function listed(storage: MediaStorage) {
  const files = []
  for await (const file of storage.list()) files.push(file)
  return files
}

describe.each(Object.entries(kinds))('files kept on %s', (_kind, open) => {
  let storage: MediaStorage
  beforeAll(async () => {
    storage = await open()
  })

  test('come back byte for byte, whole or in part', async () => {
    const name = newName()
    const bytes = randomBytes(3 * 1024 * 1024 + 7)
    await put(storage, name, bytes)
    const found = await storage.find(name)
    expect(found?.size).toBe(bytes.length)
    const digest = (content?: Buffer) =>
      createHash('sha256')
        .update(content ?? '')
        .digest('hex')
    expect(digest(found && (await buffer(await found.read())))).toBe(digest(bytes))
    const part = found && (await buffer(await found.read({ start: 1000, end: 1999 })))
    expect(digest(part)).toBe(digest(bytes.subarray(1000, 2000)))
  })

  test('are listed with the time they came', async () => {
    const name = newName()
    await put(storage, name, Buffer.from('listed'))
    const found = (await listed(storage)).find((file) => file.name === name)
    expect(Math.abs((found?.storedAt.getTime() ?? 0) - Date.now())).toBeLessThan(60_000)
  })

  test('are listed with those for paper, and nothing else is', async () => {
    const [hash] = newName().split('.')
    for (const name of [`${hash}-print.jpg`, `${hash}-print.png`]) await put(storage, name, Buffer.from('x'))
    const names = (await listed(storage))
      .map(({ name }) => name)
      .filter((name) => name.startsWith(hash ?? ''))
    expect(names).toEqual([`${hash}-print.jpg`])
  })

  test('that go while they are read are absent', async () => {
    const name = newName()
    await put(storage, name, randomBytes(200_000))
    const found = await storage.find(name)
    await storage.remove(name)
    expect(found && (await beginRead(found))).toBeUndefined()
  })

  test('go, and going twice is fine', async () => {
    const name = newName()
    await put(storage, name, Buffer.from('gone'))
    await storage.remove(name)
    await storage.remove(name)
    expect(await storage.find(name)).toBeUndefined()
  })

  test('that were never there are absent', async () => {
    expect(await storage.find(newName())).toBeUndefined()
  })
})

test('a small file that many read is read from the disk once, and gone in a moment when another process removes it; whoever stores it again sees so at once', async () => {
  const [storage, other] = [await kinds.disk(), await kinds.disk()]
  const name = newName()
  await put(storage, name, Buffer.from('a cover'))
  const read = async () => (await (await storage.findServed?.(name))?.readWhole?.())?.toString()
  expect(await read()).toBe('a cover')
  await other.remove(name)
  expect(await read()).toBe('a cover')
  expect(await storage.find(name)).toBeUndefined()
  await expect.poll(read, { interval: 100 }).toBeUndefined()
})

describe('the whole application runs on S3', () => {
  let site: TestApp
  let as: Member
  beforeAll(async () => {
    const { endpoint = '', bucket, accessKeyId, secretAccessKey } = local.s3
    site = await startTestApp({
      settings: {
        ...{ S3_BUCKET: bucket, S3_ENDPOINT: endpoint },
        ...{ S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey },
      },
    })
    as = await site.signUp()
  })
  afterAll(() => site.close())

  async function upload(name: string) {
    const body = { base64String: fixture(name).toString('base64') }
    const path = '/api/upload-zine-media'
    const uploaded = await site.call<{ url: string }>({ method: 'POST', path, body, as })
    expect(uploaded.status).toBe(200)
    return uploaded.body.url
  }

  test('with uploads, ranges, and nothing on the disk', async () => {
    const url = await upload('clip-fast-start.mp4')
    const whole = await site.app.inject({ url })
    expect([whole.statusCode, whole.headers['content-type']]).toEqual([200, 'video/mp4'])
    const part = await site.app.inject({ url, headers: { range: 'bytes=100-199' } })
    expect([part.statusCode, part.rawPayload]).toEqual([206, whole.rawPayload.subarray(100, 200)])
    const onDisk = await openStorage({ dataDir: site.dataDir, s3: undefined })
    expect(await listed(onDisk)).toEqual([])
  })
})

test('a small file on disk can be read at once, a large one is streamed', async () => {
  const storage = await kinds.disk()
  const [small, large] = [newName(), newName()]
  const bytes = randomBytes(128 * 1024)
  await put(storage, small, bytes)
  await put(storage, large, randomBytes(128 * 1024 + 1))
  const stored = await storage.find(small)
  expect((await stored?.readWhole?.())?.equals(bytes)).toBe(true)
  expect(await storage.find(large)).toMatchObject({ size: 128 * 1024 + 1 })
  expect((await storage.find(large))?.readWhole).toBeUndefined()
  await storage.remove(small)
  expect(await stored?.readWhole?.()).toBeUndefined()
})
