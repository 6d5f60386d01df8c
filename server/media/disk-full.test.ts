import { readdir } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fixture } from '#tests/fixtures/fixture.ts'
import { canMount, mb, mountSmallDisk } from '#tests/support/small-disk.ts'
import { type Member, startTestApp, type TestApp } from '#tests/support/test-app.ts'

describe.skipIf(!canMount)('on a full disk (skipped where a small one cannot be mounted)', () => {
  let disk: Awaited<ReturnType<typeof mountSmallDisk>>
  let site: TestApp
  let ana: Member
  let address: string

  beforeAll(async () => {
    disk = await mountSmallDisk(300)
    // Nothing is kept free, so that writing itself meets the end of the disk.
    site = await startTestApp({ settings: { DATA_DIR: disk.folder, KEEP_FREE_MB: '0' } })
    address = await site.app.listen({ port: 0, host: '127.0.0.1' })
    ana = await site.signUp()
  })
  afterAll(async () => {
    await site.close()
    await disk.unmount()
  })

  const tus = (method: string, path: string, headers: Record<string, string>, body?: Buffer) =>
    fetch(address + path, {
      ...{ method, body: body && new Uint8Array(body) },
      headers: { 'tus-resumable': '1.0.0', cookie: ana.cookie, ...headers },
    })
  const create = async (size: number) => tus('POST', '/api/uploads', { 'upload-length': String(size) })
  const patch = (path: string, offset: number, whole: Buffer) =>
    tus(
      'PATCH',
      path,
      { 'content-type': 'application/offset+octet-stream', 'upload-offset': String(offset) },
      whole.subarray(offset),
    )
  const ingest = (path: string) =>
    site.call<{ code: string; url: string }>({ method: 'POST', path: `${path}/media`, body: {}, as: ana })
  const codeOf = async (answer: Response) => [answer.status, ((await answer.json()) as { code: string }).code]
  const files = async () =>
    (await readdir(disk.folder, { recursive: true })).filter((name) =>
      /\.webp|\.mp4|base64-|decode-/.test(name),
    )

  test.each([0, 4096, 16_384, 24_576])(
    'with %i bytes left no media is made of a video, and it is when there is room again',
    async (left) => {
      await disk.empty()
      const before = await files()
      const whole = fixture('clip.mp4')
      const path = (await create(whole.length)).headers.get('location') ?? ''
      expect((await patch(path, 0, whole)).status).toBe(204)
      await disk.leave(left)
      const refused = await ingest(path)
      expect([refused.status, refused.body.code]).toEqual([507, 'storage_full'])
      expect(await files()).toEqual(before)
      await disk.empty()
      expect((await ingest(path)).status).toBe(200)
    },
  )

  test('a new upload is refused before a byte of it is sent, and so is base64', async () => {
    await disk.leave(mb(1))
    expect(await codeOf(await create(mb(1)))).toEqual([507, 'storage_full'])
    const body = { base64String: Buffer.alloc(mb(1)).toString('base64') }
    const sent = await site.call({ method: 'POST', path: '/api/upload-zine-media', body, as: ana })
    expect([sent.status, sent.body.code]).toEqual([507, 'storage_full'])
  })

  test('an upload under way stops with 507 and goes on when there is room again', async () => {
    await disk.empty()
    const whole = fixture('clip.mov')
    const path = (await create(whole.length)).headers.get('location') ?? ''
    await disk.leave(0)
    expect(await codeOf(await patch(path, 0, whole))).toEqual([507, 'storage_full'])

    await disk.empty()
    const offset = Number((await tus('HEAD', path, {})).headers.get('upload-offset'))
    expect((await patch(path, offset, whole)).status).toBe(204)
    const done = await ingest(path)
    expect(done.status).toBe(200)
    expect((await site.call({ path: done.body.url })).status).toBe(200)
  })
})
