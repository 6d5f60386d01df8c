import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { fixture } from '#tests/fixtures/fixture.ts'
import { startS3Server } from '#tests/support/s3-server.ts'
import { startTestApp } from '#tests/support/test-app.ts'
import { createTestFolder } from '#tests/support/test-folder.ts'
import { openStorage } from './open-storage.ts'
import { type MediaStorage, openRead } from './storage.ts'

const dataDir = createTestFolder()
const s3Server = await startS3Server({ directory: join(dataDir, 's3') })
afterAll(() => s3Server.close())

const openDisk = () => openStorage({ dataDir, s3: undefined })
const storages = { disk: await openDisk(), S3: await openStorage({ dataDir, s3: s3Server.s3 }) }

const newName = () => `${randomBytes(16).toString('hex')}.mp4`

async function put(storage: MediaStorage, name: string, bytes: Buffer) {
  const path = join(dataDir, `${name}.upload`)
  await writeFile(path, bytes)
  await storage.put(name, path)
}

async function listAll(storage: MediaStorage) {
  const files = []
  for await (const file of storage.list()) files.push(file)
  return files
}

describe.each(Object.entries(storages))('files stored on %s', (_kind, storage) => {
  test('are read back byte for byte, completely or in part', async () => {
    const name = newName()
    const bytes = randomBytes(3 * 1024 * 1024 + 7)
    await put(storage, name, bytes)
    const stored = await storage.find(name)
    expect(stored?.size).toBe(bytes.length)
    const read = async (range?: { start: number; end: number }) => stored && buffer(await stored.read(range))
    expect((await read())?.equals(bytes)).toBe(true)
    expect((await read({ start: 1000, end: 1999 }))?.equals(bytes.subarray(1000, 2000))).toBe(true)
  })

  test('are listed with their time, including print pictures, and nothing else is', async () => {
    const [hash = ''] = newName().split('.')
    for (const suffix of ['.mp4', '-print.jpg', '-print.png']) await put(storage, hash + suffix, Buffer.from('x'))
    const ownFiles = (await listAll(storage)).filter(({ name }) => name.startsWith(hash))
    expect(ownFiles.map(({ name }) => name).toSorted()).toEqual([`${hash}-print.jpg`, `${hash}.mp4`])
    for (const { storedAt } of ownFiles) expect(Math.abs(storedAt.getTime() - Date.now())).toBeLessThan(60_000)
  })

  test('that are deleted while they are read are absent', async () => {
    const name = newName()
    await put(storage, name, randomBytes(200_000))
    const stored = await storage.find(name)
    await storage.remove(name)
    expect(stored && (await openRead(stored))).toBeUndefined()
  })

  test('can be deleted, also twice or if they never existed', async () => {
    const name = newName()
    expect(await storage.find(name)).toBeUndefined()
    await put(storage, name, Buffer.from('gone'))
    for (let count = 0; count < 2; count++) await storage.remove(name)
    expect(await storage.find(name)).toBeUndefined()
  })
})

test('a small file with many readers is read from disk once, disappears soon after another process removes it, and is visible immediately to the process that stores it again', async () => {
  const [storage, other] = [await openDisk(), await openDisk()]
  const name = newName()
  await put(storage, name, Buffer.from('a cover'))
  const read = async () => (await (await storage.findForReading?.(name))?.readWhole?.())?.toString()
  expect(await read()).toBe('a cover')
  await other.remove(name)
  expect(await read()).toBe('a cover')
  expect(await storage.find(name)).toBeUndefined()
  await expect.poll(read, { interval: 100 }).toBeUndefined()
})

test('the whole application runs on S3, with uploads, ranges, and nothing on the disk', async () => {
  const site = await startTestApp({ settings: s3Server.settings })
  onTestFinished(site.close)
  const uploaded = await site.call<{ url: string }>({
    method: 'POST',
    path: '/api/upload-zine-media',
    as: await site.signUp(),
    body: { base64String: fixture('clip-fast-start.mp4').toString('base64') },
  })
  const { url } = uploaded.body
  const fullResponse = await site.app.inject({ url })
  expect([fullResponse.statusCode, fullResponse.headers['content-type']]).toEqual([200, 'video/mp4'])
  const rangeResponse = await site.app.inject({ url, headers: { range: 'bytes=100-199' } })
  expect([rangeResponse.statusCode, rangeResponse.rawPayload]).toEqual([
    206,
    fullResponse.rawPayload.subarray(100, 200),
  ])
  expect(await listAll(await openStorage({ dataDir: site.dataDir, s3: undefined }))).toEqual([])
})

test('a small file on disk can be read in one piece, a large one is streamed', async () => {
  const storage = storages.disk
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
