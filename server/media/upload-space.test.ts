import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { fixture } from '#tests/fixtures/fixture.ts'
import { addMedia } from '#tests/support/library.ts'
import { canMount, mountSmallDisk } from '#tests/support/small-disk.ts'
import { type Member, startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { bytesPerMb } from './decode/decode-task.ts'
import { sweepMedia } from './media.jobs.ts'
import { mostOpenUploads } from './upload-space.ts'

type Answer = { status: number; code?: string; error?: string; path: string }

async function open(settings: Record<string, string>) {
  const site = await startTestApp({ settings })
  const address = await site.app.listen({ port: 0, host: '127.0.0.1' })
  const tus = (as: Member, method: string, path: string, headers: Record<string, string>, body?: Buffer) =>
    fetch(address + path, {
      ...{ method, body: body && new Uint8Array(body) },
      headers: { 'tus-resumable': '1.0.0', cookie: as.cookie, ...headers },
    })
  return {
    ...site,
    tus,
    async create(as: Member, bytes: number): Promise<Answer> {
      const answer = await tus(as, 'POST', '/api/uploads', { 'upload-length': String(bytes) })
      const refusal = answer.status === 201 ? {} : await answer.json()
      return { status: answer.status, path: answer.headers.get('location') ?? '', ...refusal }
    },
    async send(as: Member, path: string, bytes: Buffer) {
      const headers = { 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' }
      expect((await tus(as, 'PATCH', path, headers, bytes)).status).toBe(204)
    },
    heldRows: async () => (await site.pool.query('select id from open_uploads')).rows.length,
  }
}

const many = <Result>(count: number, each: () => Promise<Result>) =>
  Promise.all(Array.from({ length: count }, each))
const accepted = (answers: Answer[]) => answers.filter(({ status }) => status === 201)

describe('of a member’s uploads', () => {
  let site: TestApp & Awaited<ReturnType<typeof open>>
  beforeAll(async () => {
    site = await open({ MEMBER_QUOTA_MB: '1', MAX_IMAGE_MB: '2', MAX_VIDEO_MB: '2' })
  })
  afterAll(() => site.close())

  const base64 = (as: Member, name: string) =>
    site.call<{ code: string; url: string }>({
      ...{ method: 'POST', path: '/api/upload-zine-media', as },
      body: { base64String: fixture(name).toString('base64') },
    })

  test('sixty begun at once end with twenty', async () => {
    const ana = await site.signUp()
    const answers = await many(60, () => site.create(ana, 5))
    expect(accepted(answers).length).toBe(mostOpenUploads)
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201, 429]))
    const names = await readdir(join(site.dataDir, 'uploads'))
    expect(names.filter((name) => !name.includes('.')).length).toBe(mostOpenUploads)
  })

  test('those at once that are more than the quota are refused, and nobody else’s', async () => {
    const [ana, ben] = [await site.signUp(), await site.signUp()]
    const part = 300 * 1024
    const answers = await many(10, () => site.create(ana, part))
    expect(accepted(answers).length).toBe(3)
    const refused = answers.find(({ status }) => status !== 201)
    expect(refused).toMatchObject({ status: 403, code: 'quota_reached' })
    expect(refused?.error).toBe(
      'This is more than the 1 MB that you can keep here, of which 1 MB are used. Delete something first.',
    )
    expect((await site.create(ben, part)).status).toBe(201)
    const [first] = accepted(answers)
    expect((await site.tus(ana, 'DELETE', first?.path ?? '', {})).status).toBe(204)
    expect((await site.create(ana, part)).status).toBe(201)
  })

  test('what is kept counts, for base64 and a picture too', async () => {
    const ana = await site.signUp()
    expect((await base64(ana, 'photo.avif')).status).toBe(200)
    await addMedia(site, ana, ['image'])
    await site.pool.query('update media set byte_size = $2 where owner_id = $1', [ana.id, bytesPerMb / 2])
    const refused = await base64(ana, 'photo.avif')
    expect([refused.status, refused.body.code]).toEqual([403, 'quota_reached'])
    const picture = await site.call({
      ...{ method: 'PUT', path: `/api/users/${ana.id}/profile-picture`, as: ana },
      body: { base64Image: fixture('photo.avif').toString('base64') },
    })
    expect([picture.status, picture.body.code]).toEqual([403, 'quota_reached'])
    expect((await site.create(ana, 5)).status).toBe(403)
  })

  test('each lets go of its space when it is made media, deleted, swept or with its member gone', async () => {
    await site.pool.query('delete from open_uploads')
    const ana = await site.signUp()
    const bytes = fixture('photo.avif')
    const { path } = await site.create(ana, bytes.length)
    await site.send(ana, path, bytes)
    expect(await site.heldRows()).toBe(1)
    expect((await site.call({ method: 'POST', path: `${path}/media`, body: {}, as: ana })).status).toBe(200)
    expect(await site.heldRows()).toBe(0)
    expect((await base64(ana, 'photo.avif')).status).toBe(200)
    expect((await base64(ana, 'document.pdf')).status).toBe(400)
    expect(await site.heldRows()).toBe(0)
    await site.create(ana, 5)
    await sweepMedia(site.media, new Date(Date.now() + 25 * 60 * 60 * 1000))
    expect(await site.heldRows()).toBe(0)
    await site.create(ana, 5)
    const gone = { method: 'DELETE' as const, path: `/api/users/${ana.id}`, body: { username: ana.username } }
    expect((await site.call({ ...gone, as: ana })).status).toBe(200)
    expect(await site.heldRows()).toBe(0)
  })

  test('what a crash has left counts no longer than an upload can live', async () => {
    const ana = await site.signUp()
    const crashed = `insert into open_uploads select 'crashed-' || n, $1, 1000, now() + $2::interval
      from generate_series(1, ${mostOpenUploads}) n on conflict (id) do update set expires_at = excluded.expires_at`
    await site.pool.query(crashed, [ana.id, '1 minute'])
    expect((await site.create(ana, 5)).status).toBe(429)
    await site.pool.query(crashed, [ana.id, '-1 minute'])
    expect((await site.create(ana, 5)).status).toBe(201)
    await sweepMedia(site.media)
    const left = await site.pool.query(`select id from open_uploads where id like 'crashed-%'`)
    expect(left.rows).toEqual([])
  })
})

describe.skipIf(!canMount)('of uploads on a disk with 857 MB (skipped where none can be mounted)', () => {
  test('those are accepted for which there is room, with what is made of them', async () => {
    const disk = await mountSmallDisk(857)
    const site = await open({ DATA_DIR: disk.folder, KEEP_FREE_MB: '50', MEMBER_QUOTA_MB: '8000' })
    onTestFinished(async () => {
      await site.close()
      await disk.unmount()
    })
    const ana = await site.signUp()
    const answers = await many(20, () => site.create(ana, 200 * bytesPerMb))
    expect(accepted(answers).length).toBe(2)
    expect(answers.find(({ status }) => status !== 201)).toMatchObject({ status: 507, code: 'storage_full' })
    const [one] = accepted(answers)
    // What has arrived is taken from the disk, and not counted a second time.
    await site.send(ana, one?.path ?? '', Buffer.alloc(150 * bytesPerMb))
    expect((await site.create(ana, 2 * bytesPerMb)).status).toBe(201)
    expect((await site.create(ana, 4 * bytesPerMb)).status).toBe(507)
  })
})
