import { readdir } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fixture } from '#tests/fixtures/fixture.ts'
import { ingestUpload, tusClient } from '#tests/support/send-upload.ts'
import { canMount, mb, startOnSmallDisk } from '#tests/support/small-disk.ts'
import type { Member } from '#tests/support/test-app.ts'
import { listening } from '#tests/support/test-app.ts'

describe.skipIf(!canMount)('on a full disk (skipped where a small one cannot be mounted)', () => {
  let site: Awaited<ReturnType<typeof startOnSmallDisk>>
  let ana: Member
  let anas: ReturnType<typeof tusClient>
  beforeAll(async () => {
    site = await startOnSmallDisk(300)
    ana = await site.signUp()
    anas = tusClient(await listening(site), ana)
  })
  afterAll(() => site.close())

  const ingest = (path: string) => ingestUpload(site, ana, path)
  const codeOf = async (answer: Response) => [answer.status, (await answer.json()).code]
  const files = async () =>
    (await readdir(site.dataDir, { recursive: true })).filter((name) =>
      /\.webp|\.mp4|base64-|decode-/.test(name),
    )

  test.each([0, 4096, 16_384, 24_576])(
    'with %i bytes free no media is created from a video, and it is when there is space again',
    async (left) => {
      await site.disk.empty()
      const before = await files()
      const whole = fixture('clip.mp4')
      const path = await anas.begin(whole.length)
      expect((await anas.send(path, 0, whole)).status).toBe(204)
      await site.disk.leave(left)
      const refused = await ingest(path)
      expect([refused.status, refused.body.code]).toEqual([507, 'storage_full'])
      expect(await files()).toEqual(before)
      await site.disk.empty()
      expect((await ingest(path)).status).toBe(200)
    },
  )

  test('a new upload is rejected before any byte is sent, and so is base64', async () => {
    await site.disk.leave(mb(1))
    expect(await codeOf(await anas.create(mb(1)))).toEqual([507, 'storage_full'])
    const body = { base64String: Buffer.alloc(mb(1)).toString('base64') }
    const sent = await site.call({ method: 'POST', path: '/api/upload-zine-media', body, as: ana })
    expect([sent.status, sent.body.code]).toEqual([507, 'storage_full'])
  })

  test('an upload in progress stops with 507 and continues when there is space again', async () => {
    await site.disk.empty()
    const whole = fixture('clip.mov')
    const path = await anas.begin(whole.length)
    await site.disk.leave(0)
    expect(await codeOf(await anas.send(path, 0, whole))).toEqual([507, 'storage_full'])

    await site.disk.empty()
    const offset = Number(await anas.offsetOf(path))
    expect((await anas.send(path, offset, whole.subarray(offset))).status).toBe(204)
    const done = await ingest(path)
    expect(done.status).toBe(200)
    expect((await site.call({ path: done.body.url })).status).toBe(200)
  })
})
