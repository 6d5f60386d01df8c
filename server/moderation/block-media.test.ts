import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { hashFromAddress } from '#contract/media-address.ts'
import { fixture } from '#tests/fixtures/fixture.ts'
import { publishZine } from '#tests/support/library.ts'
import { type Member, openTestApp } from '#tests/support/test-app.ts'
import { blockMedia, listBlockedMedia, unblockMedia } from './block-media.ts'
import { operatorActions } from './moderation.testing.ts'

const site = await openTestApp({ jobs: true })
const ana = await site.signUp()
const ben = await site.signUp()
const { inTransaction, hide, remove } = operatorActions(site)
const block = (selector: Parameters<typeof blockMedia>[1]) => inTransaction((tx) => blockMedia(tx, selector))

const upload = (bytes: Buffer, as: Member) =>
  site.post<{ url: string }>('/api/upload-zine-media', { base64String: bytes.toString('base64') }, as)
const hashOf = (url: string) => hashFromAddress(url) ?? ''

/** Soft shapes as in a photo, no two alike. */
const randomPicture = (seed: string) => {
  const cells = Buffer.from(seed.padEnd(16, seed).repeat(3)).subarray(0, 48)
  return sharp(cells, { raw: { width: 4, height: 4, channels: 3 } })
    .linear(3, -150)
    .resize(900, 1100, { fit: 'fill', kernel: 'cubic' })
    .png()
    .toBuffer()
}

test('blocked media cannot be uploaded again by any member, nor can near copies; other pictures can', async () => {
  const [sent, other] = [await randomPicture('aZ3!kq'), await randomPicture('Xb~0?m')]
  const { url } = (await upload(sent, ana)).body
  const zine = await publishZine(site, ana, { title: 'Blots', description: null, mediaFiles: [url] })
  const note = 'blots'
  for (const outcome of ['done', 'already']) expect(await block({ zineId: zine.id, note })).toBe(outcome)
  const listed = [{ hash: hashOf(url), note, knowsLooks: true }]
  await expect.poll(() => listBlockedMedia(site.db)).toMatchObject(listed)
  await hide(zine.id)
  await remove(zine.id)
  const copies = {
    same: sent,
    'as JPEG': await sharp(sent).jpeg({ quality: 60 }).toBuffer(),
    smaller: await sharp(sent).resize(333).webp({ quality: 50 }).toBuffer(),
    brighter: await sharp(sent).modulate({ brightness: 1.1 }).png().toBuffer(),
    grey: await sharp(sent).greyscale().png().toBuffer(),
  }
  const expectedError = { status: 400, body: { error: 'This file cannot be uploaded here.' } }
  for (const [how, copy] of Object.entries(copies)) expect(await upload(copy, ben), how).toMatchObject(expectedError)
  expect((await upload(other, ben)).status).toBe(200)
  expect((await upload(fixture('photo-sideways-gps.jpg'), ben)).status).toBe(200)
  expect(await site.sql('select from media where hash = $1', hashOf(url))).toEqual([])
  const unblock = () => inTransaction((tx) => unblockMedia(tx, { hash: hashOf(url) }))
  expect([await unblock(), await unblock()]).toEqual(['done', 'absent'])
  expect((await upload(sent, ben)).status).toBe(200)
})

test('a blank page that is blocked is no reason to refuse other blank ones', async () => {
  const blank = (colour: string, width: number) =>
    sharp({ create: { width, height: 1000, channels: 3, background: colour } })
      .png()
      .toBuffer()
  const { url } = (await upload(await blank('#fffefa', 800), ana)).body
  await block({ hash: hashOf(url) })
  expect((await upload(await blank('#fffefa', 800), ben)).status).toBe(400)
  const waitingJobs = `select from graphile_worker.jobs where task_identifier like 'look%'`
  await expect.poll(() => site.sql(waitingJobs)).toEqual([])
  expect((await upload(await blank('#ffffff', 700), ben)).status).toBe(200)
  expect(await block({ hash: randomBytes(16).toString('hex') })).toBe('done')
  expect(await block({ zineId: ana.id })).toBe('absent')
})

test('media uploaded before it was blocked cannot be published', async () => {
  const { url } = (await upload(await randomPicture('Rz7#pd'), ben)).body
  await block({ hash: hashOf(url) })
  const body = { title: 'Kept back', description: null, aspectRatio: '4:5', mediaFiles: [url] }
  expect(await site.post('/api/zines', body, ben)).toMatchObject({
    status: 400,
    body: { code: 'media_refused', error: 'One of these files cannot be shown here.' },
  })
})
