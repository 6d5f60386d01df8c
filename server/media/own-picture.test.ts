import sharp from 'sharp'
import { expect, test } from 'vitest'
import { uploadPicture } from '#tests/support/library.ts'
import { type Member, openTestApp } from '#tests/support/test-app.ts'

const site = await openTestApp()
const owner = await site.signUp()
const stranger = await site.signUp()

const noise = (width: number) =>
  sharp({
    create: { width, height: 700, channels: 3, background: '#c08040', noise: { type: 'gaussian', sigma: 30 } },
  })
    .png()
    .toBuffer()

async function upload(bytes: Buffer) {
  const { url } = await uploadPicture(site, owner, bytes)
  return url.slice('/media/'.length, '/media/'.length + 32)
}

const read = (hash: string, as?: Member) =>
  site.app.inject({ url: `/api/media/${hash}/print.jpg`, headers: as ? { cookie: as.cookie } : {} })

test('members read their own pictures larger than the site shows them', async () => {
  const response = await read(await upload(await noise(2000)), owner)
  expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'image/jpeg'])
  expect(await sharp(response.rawPayload).metadata()).toMatchObject({ width: 2000, height: 700 })
  expect(response.headers['cache-control']).toBe('private, no-cache')
})

test('a picture of few colours is read without loss', async () => {
  const plain = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#c08040' } })
    .png()
    .toBuffer()
  const response = await read(await upload(plain), owner)
  expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'image/webp'])
})

test('another member’s picture is not found, a guest has to sign in, and an invalid name is refused', async () => {
  const hash = await upload(await noise(1800))
  expect([(await read(hash, stranger)).statusCode, (await read(hash)).statusCode]).toEqual([404, 401])
  expect((await read('0'.repeat(32), owner)).statusCode).toBe(404)
  expect((await read('moth', owner)).statusCode).toBe(400)
})
