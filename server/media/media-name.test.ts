import sharp from 'sharp'
import { expect, test } from 'vitest'
import { hashFromAddress, imageAddress } from '#contract/media-address.ts'
import { uploadPicture } from '#tests/support/library.ts'
import { callConcurrently, openTestApp } from '#tests/support/test-app.ts'
import { readMediaKey } from './media-name.ts'

const site = await openTestApp()
const [ana, ben] = [await site.signUp(), await site.signUp()]

const picture = (background: string) =>
  sharp({ create: { width: 400, height: 500, channels: 3, background } })
    .png()
    .toBuffer()

async function upload(as: typeof ana, background: string) {
  const { url } = await uploadPicture(site, as, await picture(background))
  const [row] = await site.sql<{ id: string; hash: string; plain: string }>(
    'select id, hash, content_hash as plain from media where owner_id = $1 and hash = $2',
    as.id,
    hashFromAddress(url),
  )
  return { url, id: row?.id ?? '', hash: row?.hash ?? '', plain: row?.plain ?? '' }
}

const block = (hash: string) => site.sql('insert into blocked_media (hash) values ($1)', hash)
/** Stores media like 1.0, whose names had no key. */
const renameToPlain = ({ id, plain }: { id: string; plain: string }) =>
  site.sql('update media set hash = content_hash, content_hash = null where id = $1 returning $2::text', id, plain)
const publish = (as: typeof ana, url: string) =>
  site.post('/api/zines', { title: 'Moths', description: null, aspectRatio: '4:5', mediaFiles: [url] }, as)

test('the hash of a file’s content does not lead to the file, and equal files have one address', async () => {
  const { url, hash, plain } = await upload(ana, '#204060')
  expect(plain).toMatch(/^[0-9a-f]{32}$/)
  expect(plain).not.toBe(hash)
  const statusOf = async (address: string) => (await site.call({ path: address })).status
  expect([await statusOf(url), await statusOf(imageAddress(plain))]).toEqual([200, 404])
  expect((await upload(ben, '#204060')).url).toBe(url)
})

test('the key is created once, by whichever process is first, and another site has another key', async () => {
  const { hash } = await upload(ana, '#102030')
  await site.sql('delete from media_keys')
  const keys = await callConcurrently(5, () => readMediaKey(site.db))
  expect(new Set(keys.map((key) => key.toString('hex'))).size).toBe(1)
  expect((await upload(ana, '#102030')).hash).not.toBe(hash)
})

test('blocked media is refused whether it was blocked or stored before names had a key', async () => {
  const refused = { status: 400, body: { error: 'This file cannot be uploaded here.' } }
  const earlier = await upload(ana, '#305070')
  await block(earlier.plain)
  const base64String = (await picture('#305070')).toString('base64')
  expect(await site.post('/api/upload-zine-media', { base64String }, ben)).toMatchObject(refused)
  const notShown = { status: 400, body: { error: 'One of these files cannot be shown here.' } }
  expect(await publish(ana, earlier.url)).toMatchObject(notShown)
  const stored = await upload(ana, '#406080')
  await renameToPlain(stored)
  await block(stored.hash)
  expect(await publish(ana, imageAddress(stored.plain))).toMatchObject(notShown)
})
