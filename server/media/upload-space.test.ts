import { randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import sharp from 'sharp'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { fixture } from '#tests/fixtures/fixture.ts'
import { addMedia } from '#tests/support/library.ts'
import { tusClient } from '#tests/support/send-upload.ts'
import { canMount, startOnSmallDisk } from '#tests/support/small-disk.ts'
import { callConcurrently, listening, type Member, startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { bytesPerMb } from './decode/decode-task.ts'
import { sweepMedia } from './media.jobs.ts'
import { maxOpenUploads } from './upload-space.ts'
import { UploadStore } from './uploads.ts'

type CreateResult = { status: number; code?: string; error?: string; path: string }

async function uploadsTo<Site extends TestApp>(site: Site) {
  const address = await listening(site)
  return {
    ...site,
    tus: (as: Member) => tusClient(address, as),
    /** `from` is the address of the client, for a site behind a proxy. */
    async create(as: Member, bytes: number, from = '192.0.2.1'): Promise<CreateResult> {
      const response = await tusClient(address, as).create(bytes, { 'x-forwarded-for': from })
      const errorBody = response.status === 201 ? {} : await response.json()
      if (response.status !== 201) expect(response.headers.get('content-type')).toMatch(/^application\/json/)
      return { status: response.status, path: response.headers.get('location') ?? '', ...errorBody }
    },
    async send(as: Member, path: string, bytes: Buffer) {
      expect((await tusClient(address, as).send(path, 0, bytes)).status).toBe(204)
    },
    countReservations: async () => (await site.pool.query('select id from open_uploads')).rows.length,
  }
}

const accepted = (answers: CreateResult[]) => answers.filter(({ status }) => status === 201)

const settings = { MEMBER_QUOTA_MB: '1', MAX_IMAGE_MB: '2', MAX_VIDEO_MB: '2' }
const site = await uploadsTo(await startTestApp({ settings }))
afterAll(site.close)

describe('of a member’s uploads', () => {
  const base64 = (as: Member, name: string) =>
    site.call<{ code: string; url: string }>({
      method: 'POST',
      path: '/api/upload-zine-media',
      as,
      body: { base64String: fixture(name).toString('base64') },
    })

  test('of sixty started concurrently twenty are accepted, and other members are not affected', async () => {
    const [ana, ben] = [await site.signUp(), await site.signUp()]
    const answers = await callConcurrently(60, () => site.create(ana, 5))
    expect(accepted(answers).length).toBe(maxOpenUploads)
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201, 429]))
    const names = await readdir(join(site.dataDir, 'uploads'))
    expect(names.filter((name) => !name.includes('.')).length).toBe(maxOpenUploads)
    expect((await site.create(ben, 5)).status).toBe(201)
  })

  test('concurrent ones above the quota are rejected, and other members are not affected', async () => {
    const [ana, ben] = [await site.signUp(), await site.signUp()]
    const size = 300 * 1024
    const answers = await callConcurrently(10, () => site.create(ana, size))
    expect(accepted(answers).length).toBe(3)
    const rejected = answers.find(({ status }) => status !== 201)
    expect(rejected).toMatchObject({ status: 403, code: 'quota_reached' })
    expect(rejected?.error).toBe(
      'This would exceed your storage limit of 1 MB. You already use 1 MB. Delete something first.',
    )
    expect((await site.create(ben, size)).status).toBe(201)
    const [first] = accepted(answers)
    expect((await site.tus(ana).remove(first?.path ?? '')).status).toBe(204)
    expect((await site.create(ana, size)).status).toBe(201)
  })

  test('stored bytes count, also for base64 uploads and profile pictures', async () => {
    const ana = await site.signUp()
    expect((await base64(ana, 'photo.avif')).status).toBe(200)
    await addMedia(site, ana, ['image'])
    await site.pool.query('update media set byte_size = $2 where owner_id = $1', [ana.id, bytesPerMb / 2])
    const response = await base64(ana, 'photo.avif')
    expect([response.status, response.body.code]).toEqual([403, 'quota_reached'])
    const picture = await site.call({
      method: 'PUT',
      path: `/api/users/${ana.id}/profile-picture`,
      as: ana,
      body: { base64Image: fixture('photo.avif').toString('base64') },
    })
    expect([picture.status, picture.body.code]).toEqual([403, 'quota_reached'])
    expect((await site.create(ana, 5)).status).toBe(403)
  })

  test('concurrent ones whose results are larger than the files stay within the quota together', async () => {
    const ana = await site.signUp()
    const noise = await Promise.all(
      Array.from({ length: 6 }, () =>
        sharp(randomBytes(700 * 900 * 3), { raw: { width: 700, height: 900, channels: 3 } })
          .webp({ quality: 1 })
          .toBuffer(),
      ),
    )
    const responses = await Promise.all(
      noise.map((bytes) => site.post('/api/upload-zine-media', { base64String: bytes.toString('base64') }, ana)),
    )
    const [media] = await site.sql<{ bytes: number; files: number }>(
      'select sum(byte_size)::int as bytes, count(*)::int as files from media where owner_id = $1',
      ana.id,
    )
    expect(noise.reduce((total, { length }) => total + length, 0)).toBeLessThan(bytesPerMb)
    expect(media?.bytes).toBeLessThanOrEqual(bytesPerMb)
    expect(responses.filter(({ status }) => status === 200).length).toBe(media?.files)
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200, 403]))
  })

  test('each releases its space when it becomes media, is deleted, is swept or its member is deleted', async () => {
    await site.pool.query('delete from open_uploads')
    const ana = await site.signUp()
    const bytes = fixture('photo.avif')
    const { path } = await site.create(ana, bytes.length)
    await site.send(ana, path, bytes)
    expect(await site.countReservations()).toBe(1)
    expect((await site.call({ method: 'POST', path: `${path}/media`, body: {}, as: ana })).status).toBe(200)
    expect(await site.countReservations()).toBe(0)
    expect((await base64(ana, 'photo.avif')).status).toBe(200)
    expect((await base64(ana, 'document.pdf')).status).toBe(400)
    expect(await site.countReservations()).toBe(0)
    await site.create(ana, 5)
    await sweepMedia(site.media, new Date(Date.now() + 25 * 60 * 60 * 1000))
    expect(await site.countReservations()).toBe(0)
    await site.create(ana, 5)
    const deletion = {
      method: 'DELETE' as const,
      path: `/api/users/${ana.id}`,
      body: { username: ana.username },
    }
    expect((await site.call({ ...deletion, as: ana })).status).toBe(200)
    expect(await site.countReservations()).toBe(0)
  })

  test('reservations of a crashed process expire with their uploads', async () => {
    const ana = await site.signUp()
    const insertAbandoned = `insert into open_uploads select 'crashed-' || n, $1, 1000, now() + $2::interval
      from generate_series(1, ${maxOpenUploads}) n on conflict (id) do update set expires_at = excluded.expires_at`
    await site.pool.query(insertAbandoned, [ana.id, '1 minute'])
    expect((await site.create(ana, 5)).status).toBe(429)
    await site.pool.query(insertAbandoned, [ana.id, '-1 minute'])
    expect((await site.create(ana, 5)).status).toBe(201)
    await sweepMedia(site.media)
    const remaining = await site.pool.query(`select id from open_uploads where id like 'crashed-%'`)
    expect(remaining.rows).toEqual([])
  })
})

describe.skipIf(!canMount)('of uploads on a disk (skipped where none can be mounted)', () => {
  async function startOnDisk(sizeMb: number) {
    const site = await startOnSmallDisk(sizeMb, { KEEP_FREE_MB: '50', TRUST_PROXY: 'true' })
    onTestFinished(site.close)
    const expireReservations = () => site.pool.query('update open_uploads set reserved_until = now()')
    return { ...(await uploadsTo(site)), expireReservations }
  }

  test('as many are accepted as there is space for, including their results', async () => {
    const site = await startOnDisk(860)
    const ana = await site.signUp()
    expect((await site.create(ana, 200 * bytesPerMb)).status).toBe(201)
    const ben = await site.signUp()
    // 407 MB are left.
    expect((await site.create(ana, 210 * bytesPerMb)).code).toBe('too_large')
    for (const size of [200, 110])
      expect(await site.create(ben, size * bytesPerMb, '192.0.2.2')).toMatchObject({
        status: 507,
        code: 'storage_full',
      })
    expect((await site.create(ben, 100 * bytesPerMb, '192.0.2.2')).status).toBe(201)
  })

  test('received bytes are on disk, and not counted twice', async () => {
    const site = await startOnDisk(860)
    const [ana, ben] = [await site.signUp(), await site.signUp()]
    const { path } = await site.create(ana, 200 * bytesPerMb)
    await site.send(ana, path, Buffer.alloc(150 * bytesPerMb))
    // 810 MB, of which 150 are written and 253 reserved, leave 407.
    expect((await site.create(ben, 100 * bytesPerMb, '192.0.2.2')).status).toBe(201)
    expect((await site.create(ben, 40 * bytesPerMb, '192.0.2.2')).status).toBe(507)
  })

  test.each([1, 3])(
    'a photo and a video find room while 17 accounts of %i networks hold all they can',
    async (networks) => {
      const site = await startOnDisk(20_000)
      const ana = await site.signUp()
      const attackers = await callConcurrently(17, () => site.signUp())
      for (const [mb, count] of [
        [100, 12],
        [10, 4],
      ] as const)
        await Promise.all(
          attackers.map((as, at) =>
            callConcurrently(count, () => site.create(as, mb * bytesPerMb, `192.0.2.${at % networks}`)),
          ),
        )
      const photo = await site.create(ana, 20 * bytesPerMb)
      const video = await site.create(ana, 50 * bytesPerMb, '192.0.2.0')
      expect([photo, video]).toMatchObject([{ status: 201 }, { status: 201 }])
      await site.send(ana, video.path, Buffer.alloc(50 * bytesPerMb))
    },
    30_000,
  )

  test('an upload that receives nothing reserves nothing, and continues while there is space', async () => {
    const site = await startOnDisk(300)
    const [ana, ben, cem] = [await site.signUp(), await site.signUp(), await site.signUp()]
    const first = await site.create(ana, 100 * bytesPerMb)
    expect((await site.create(ben, 100 * bytesPerMb)).status).toBe(507)
    await site.expireReservations()
    const second = await site.create(ben, 100 * bytesPerMb)
    expect(second.status).toBe(201)

    const bytes = Buffer.alloc(1000, 'x')
    const response = await site.tus(ana).send(first.path, 0, bytes)
    expect([response.status, (await response.json()).code]).toEqual([507, 'storage_full'])
    expect(response.headers.get('content-type')).toMatch(/^application\/json/)
    await site.tus(ben).remove(second.path)
    expect((await site.tus(ana).send(first.path, 0, bytes)).status).toBe(204)
    // Hours later, without other uploads.
    await site.expireReservations()
    expect(await site.tus(ana).offsetOf(first.path)).toBe(1000)
    expect((await site.tus(ana).send(first.path, 1000, bytes)).status).toBe(204)
    expect((await site.create(cem, 100 * bytesPerMb)).status).toBe(507)
  })

  test('of ten continued concurrently, as many succeed as there is space for', async () => {
    const site = await startOnDisk(467)
    const members = await callConcurrently(10, () => site.signUp())
    const paths: string[] = []
    for (const [at, as] of members.entries()) {
      paths.push((await site.create(as, 40 * bytesPerMb, `192.0.2.${at}`)).path)
      await site.expireReservations()
    }
    const statuses = await Promise.all(
      members.map(async (as, at) => (await site.tus(as).send(paths[at] ?? '', 0, Buffer.alloc(10))).status),
    )
    // 417 MB: each takes 83 and must leave as much free.
    expect(statuses.filter((status) => status === 204).length).toBe(4)
    expect(new Set(statuses)).toEqual(new Set([204, 507]))
  })
})

test('an upload that receives bytes keeps its reservation', async () => {
  const site = await uploadsTo(await startTestApp())
  onTestFinished(site.close)
  const ana = await site.signUp()
  const { path } = await site.create(ana, 4000)
  await site.pool.query(`update open_uploads set reserved_until = now() + interval '1 second'`)
  const store = new UploadStore(site.config, site.media.uploadSpace, { renewIntervalMs: 0 })
  await store.write(Readable.from([Buffer.alloc(1000), Buffer.alloc(1000)]), path.split('/').at(-1) ?? '', 0)
  const listReserved = () =>
    site.pool.query(`select 1 from open_uploads where reserved_until > now() + interval '1 minute'`)
  await expect.poll(async () => (await listReserved()).rowCount).toBe(1)
})
