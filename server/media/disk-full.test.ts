import { readdir } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fixture } from '#tests/fixtures/fixture.ts'
import { ingestUpload, tusClient } from '#tests/support/send-upload.ts'
import { canMount, megabytes, startOnSmallDisk } from '#tests/support/small-disk.ts'
import type { Member } from '#tests/support/test-app.ts'
import { listening } from '#tests/support/test-app.ts'

describe.skipIf(!canMount)('on a full disk (skipped where a small one cannot be mounted)', () => {
  let site: Awaited<ReturnType<typeof startOnSmallDisk>>
  let ana: Member
  let anaClient: ReturnType<typeof tusClient>
  beforeAll(async () => {
    site = await startOnSmallDisk(300)
    ana = await site.signUp()
    anaClient = tusClient(await listening(site), ana)
  })
  afterAll(() => site.close())

  const ingest = (path: string) => ingestUpload(site, ana, path)
  const statusAndCode = async (answer: Response) => [answer.status, (await answer.json()).code]
  const files = async () =>
    (await readdir(site.dataDir, { recursive: true })).filter((name) => /\.webp|\.mp4|base64-|decode-/.test(name))

  test.each([0, 4096, 16_384, 24_576])(
    'with %i bytes free no media is created from a video, and it is when there is space again',
    async (bytesLeft) => {
      await site.disk.freeSpace()
      const before = await files()
      const bytes = fixture('clip.mp4')
      const path = await anaClient.start(bytes.length)
      expect((await anaClient.send(path, 0, bytes)).status).toBe(204)
      await site.disk.fillUpTo(bytesLeft)
      const response = await ingest(path)
      expect([response.status, response.body.code]).toEqual([507, 'storage_full'])
      expect(await files()).toEqual(before)
      await site.disk.freeSpace()
      expect((await ingest(path)).status).toBe(200)
    },
  )

  test('a new upload is rejected before any byte is sent, and so is base64', async () => {
    await site.disk.fillUpTo(megabytes(1))
    expect(await statusAndCode(await anaClient.create(megabytes(1)))).toEqual([507, 'storage_full'])
    const body = { base64String: Buffer.alloc(megabytes(1)).toString('base64') }
    const response = await site.call({ method: 'POST', path: '/api/upload-zine-media', body, as: ana })
    expect([response.status, response.body.code]).toEqual([507, 'storage_full'])
  })

  test('an upload in progress stops with 507 and continues when there is space again', async () => {
    await site.disk.freeSpace()
    const bytes = fixture('clip.mov')
    const path = await anaClient.start(bytes.length)
    await site.disk.fillUpTo(0)
    expect(await statusAndCode(await anaClient.send(path, 0, bytes))).toEqual([507, 'storage_full'])

    await site.disk.freeSpace()
    const offset = Number(await anaClient.offsetOf(path))
    expect((await anaClient.send(path, offset, bytes.subarray(offset))).status).toBe(204)
    const ingested = await ingest(path)
    expect(ingested.status).toBe(200)
    expect((await site.call({ path: ingested.body.url })).status).toBe(200)
  })
})
