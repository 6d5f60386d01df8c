import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmdirSync } from 'node:fs'
import { mkdtemp, readdir, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fixture } from '#tests/fixtures/fixture.ts'
import { type Member, startTestApp, type TestApp } from '#tests/support/test-app.ts'

/** A small disk of its own needs the right to mount one: where that is missing this is skipped. */
const canMount = process.platform === 'linux' && triesToMount()

describe.skipIf(!canMount)('on a full disk (skipped where a small one cannot be mounted)', () => {
  let disk: string
  let site: TestApp
  let ana: Member
  let address: string

  beforeAll(async () => {
    disk = await mkdtemp(join(tmpdir(), 'small-disk-'))
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=300m', 'tmpfs', disk])
    site = await startTestApp({ settings: { DATA_DIR: disk } })
    address = await site.app.listen({ port: 0, host: '127.0.0.1' })
    ana = await site.signUp()
  })
  afterAll(async () => {
    await site.close()
    execFileSync('umount', [disk])
    await rm(disk, { recursive: true })
  })

  const filler = () => join(disk, 'filler')
  async function leave(bytes: number) {
    await rm(filler(), { force: true })
    const { bavail, bsize } = await statfs(disk)
    execFileSync('fallocate', ['-l', String(bavail * bsize - bytes), filler()])
  }
  const tus = (method: string, path: string, headers: Record<string, string>, body?: Buffer) =>
    fetch(address + path, {
      ...{ method, body: body && new Uint8Array(body) },
      headers: { 'tus-resumable': '1.0.0', cookie: ana.cookie, ...headers },
    })
  const uploadBase64 = (name: string) =>
    site.call<{ code: string; url: string }>({
      ...{ method: 'POST', path: '/api/upload-zine-media', as: ana },
      body: { base64String: fixture(name).toString('base64') },
    })
  const files = async () =>
    (await readdir(disk, { recursive: true })).filter((name) => /\.webp|\.mp4|base64-|decode-/.test(name))

  test.each([0, 4096, 16_384, 24_576])(
    'with %i bytes left a video is refused with 507 and leaves nothing',
    async (left) => {
      await leave(left)
      const { status, body } = await uploadBase64('clip.mp4')
      expect([status, body.code]).toEqual([507, 'storage_full'])
      expect(await files()).toEqual([])
      expect((await site.db.selectFrom('media').select('id').execute()).length).toBe(0)
    },
  )

  test('a new upload is refused before a byte of it is sent', async () => {
    await leave(1024 * 1024)
    const created = await tus('POST', '/api/uploads', { 'upload-length': '1000' })
    expect([created.status, ((await created.json()) as { code: string }).code]).toEqual([507, 'storage_full'])
  })

  test('an upload under way stops with 507 and goes on when there is room again', async () => {
    await rm(filler(), { force: true })
    const whole = fixture('clip.mov')
    const created = await tus('POST', '/api/uploads', { 'upload-length': String(whole.length) })
    const path = created.headers.get('location') ?? ''
    const patch = (offset: number) =>
      tus(
        'PATCH',
        path,
        { 'content-type': 'application/offset+octet-stream', 'upload-offset': String(offset) },
        whole.subarray(offset),
      )
    await leave(0)
    const stopped = await patch(0)
    expect([stopped.status, ((await stopped.json()) as { code: string }).code]).toEqual([507, 'storage_full'])

    await rm(filler())
    const offset = Number((await tus('HEAD', path, {})).headers.get('upload-offset'))
    expect((await patch(offset)).status).toBe(204)
    const done = await site.call<{ url: string }>({
      method: 'POST',
      path: `${path}/media`,
      body: {},
      as: ana,
    })
    expect(done.status).toBe(200)
    expect((await site.call({ path: done.body.url })).status).toBe(200)
  })
})

function triesToMount() {
  const at = mkdtempSync(join(tmpdir(), 'mount-test-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', 'tmpfs', at], { stdio: 'ignore' })
    execFileSync('umount', [at])
    return true
  } catch {
    return false
  } finally {
    rmdirSync(at)
  }
}
