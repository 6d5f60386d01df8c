import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { fixture } from '#tests/fixtures/fixture.ts'
import { type Member, startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { blockMedia, listBlockedMedia, unblockMedia } from './block-media.ts'
import { hideZine, removeZine } from './hide-zine.ts'

let site: TestApp
let ana: Member
let ben: Member
beforeAll(async () => {
  site = await startTestApp({ jobs: true })
  ana = await site.signUp()
  ben = await site.signUp()
})
afterAll(() => site.close())

const upload = (bytes: Buffer, as: Member) =>
  site.call<{ url: string; error: string }>({
    ...{
      method: 'POST',
      path: '/api/upload-zine-media',
      body: { base64String: bytes.toString('base64') },
      as,
    },
  })
const hashOf = (url: string) => url.slice('/media/'.length, '/media/'.length + 32)

/** Soft blots, as a photo has them: no two are alike. */
const blots = (seed: string) => {
  const cells = Buffer.from(seed.padEnd(16, seed).repeat(3)).subarray(0, 48)
  return sharp(cells, { raw: { width: 4, height: 4, channels: 3 } })
    .linear(3, -150)
    .resize(900, 1100, { fit: 'fill', kernel: 'cubic' })
    .png()
    .toBuffer()
}

const given = { reason: 'It may not be here.', actor: 'operator' as const }

test('what is blocked cannot be uploaded again by anybody, nor can near copies; other pictures can', async () => {
  const [sent, other] = [await blots('aZ3!kq'), await blots('Xb~0?m')]
  const { url } = (await upload(sent, ana)).body
  const body = { title: 'Blots', description: null, aspectRatio: '4:5', mediaFiles: [url] }
  const { zine } = (
    await site.call<{ zine: { id: string } }>({ method: 'POST', path: '/api/zines', body, as: ana })
  ).body
  const block = () =>
    site.db.transaction().execute((tx) => blockMedia(tx, { zineId: zine.id, note: 'blots' }))
  expect([await block(), await block()]).toEqual(['done', 'already'])
  await vi.waitFor(
    async () =>
      expect(await listBlockedMedia(site.db)).toMatchObject([
        { hash: hashOf(url), note: 'blots', knowsLooks: true },
      ]),
    { timeout: 30_000, interval: 50 },
  )
  await site.db.transaction().execute((tx) => hideZine(tx, { zineId: zine.id, ...given }))
  await site.db.transaction().execute((tx) => removeZine(tx, { zineId: zine.id, ...given }))
  const copies = {
    same: sent,
    'as JPEG': await sharp(sent).jpeg({ quality: 60 }).toBuffer(),
    smaller: await sharp(sent).resize(333).webp({ quality: 50 }).toBuffer(),
    brighter: await sharp(sent).modulate({ brightness: 1.1 }).png().toBuffer(),
    grey: await sharp(sent).greyscale().png().toBuffer(),
  }
  for (const [how, copy] of Object.entries(copies))
    expect(await upload(copy, ben), how).toMatchObject({
      status: 400,
      body: { error: 'This may not be uploaded here.' },
    })
  expect((await upload(other, ben)).status).toBe(200)
  expect((await upload(fixture('photo-sideways-gps.jpg'), ben)).status).toBe(200)
  expect((await site.pool.query('select from media where hash = $1', [hashOf(url)])).rowCount).toBe(0)
  const unblock = () => site.db.transaction().execute((tx) => unblockMedia(tx, { hash: hashOf(url) }))
  expect([await unblock(), await unblock()]).toEqual(['done', 'absent'])
  expect((await upload(sent, ben)).status).toBe(200)
})

test('a blank page that is blocked is no reason to refuse other blank ones', async () => {
  const blank = (colour: string, width: number) =>
    sharp({ create: { width, height: 1000, channels: 3, background: colour } })
      .png()
      .toBuffer()
  const { url } = (await upload(await blank('#fffefa', 800), ana)).body
  await site.db.transaction().execute((tx) => blockMedia(tx, { hash: hashOf(url) }))
  expect((await upload(await blank('#fffefa', 800), ben)).status).toBe(400)
  await vi.waitFor(
    async () =>
      expect(
        (await site.pool.query(`select from graphile_worker.jobs where task_identifier like 'look%'`))
          .rowCount,
      ).toBe(0),
    { timeout: 30_000, interval: 50 },
  )
  expect((await upload(await blank('#ffffff', 700), ben)).status).toBe(200)
  const nobodys = randomBytes(16).toString('hex')
  expect(await site.db.transaction().execute((tx) => blockMedia(tx, { hash: nobodys }))).toBe('done')
  expect(await site.db.transaction().execute((tx) => blockMedia(tx, { zineId: ana.id }))).toBe('absent')
})

test('what was uploaded before it was blocked cannot be published', async () => {
  const { url } = (await upload(await blots('Rz7#pd'), ben)).body
  await site.db.transaction().execute((tx) => blockMedia(tx, { hash: hashOf(url) }))
  const body = { title: 'Kept back', description: null, aspectRatio: '4:5', mediaFiles: [url] }
  expect(await site.call({ method: 'POST', path: '/api/zines', body, as: ben })).toMatchObject({
    status: 400,
    body: { code: 'media_refused', error: 'One of these files may not be shown here.' },
  })
})
