import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, describe, expect, test } from 'vitest'
import { fixture } from '#tests/fixtures/fixture.ts'
import { publishZine, uploadPicture } from '#tests/support/library.ts'
import { startTestApp } from '#tests/support/test-app.ts'
import { ingest } from './ingest.ts'
import { sweepMedia } from './media.jobs.ts'
import { removeUnusedFiles } from './media.queries.ts'

const site = await startTestApp({ jobs: true })
afterAll(() => site.close())
const { media } = site
const ana = await site.signUp()

const twoDaysLater = () => new Date(Date.now() + 2 * 24 * 60 * 60 * 1000)

async function upload(name: string, as = ana) {
  const { url } = await uploadPicture(site, as, fixture(name))
  return { url, hash: url.slice(7, 39) }
}

async function publish(url: string, as = ana) {
  return (await publishZine(site, as, { title: `Zine ${url}`, mediaFiles: [url] })).id
}

const isServed = async (url: string) => (await site.call({ path: url })).status === 200
const deleteMediaRow = (hash: string) => site.db.deleteFrom('media').where('hash', '=', hash).execute()

const waitUntilGone = (url: string) => expect.poll(() => isServed(url), { timeout: 60_000 }).toBe(false)
const deleteZine = (id: string) => site.call({ method: 'DELETE', path: `/api/zines/${id}`, body: {}, as: ana })

describe('the files of a deleted zine', () => {
  test('are deleted automatically', async () => {
    const { url } = await upload('clip.mp4')
    const id = await publish(url)
    expect((await deleteZine(id)).status).toBe(200)
    await waitUntilGone(url)
    expect(await isServed(url.replace('.mp4', '-400.webp'))).toBe(false)
  })

  test('stay while another zine shows the same content', async () => {
    const ben = await site.signUp()
    const { url } = await upload('photo.avif')
    await upload('photo.avif', ben)
    const anaZine = await publish(url)
    await publish(url, ben)
    await deleteZine(anaZine)
    await pause(300)
    await removeUnusedFiles(media, url.slice(7, 39))
    expect(await isServed(url)).toBe(true)
  })

  test('stay while a member uses one as profile picture', async () => {
    const { url, hash } = await upload('animation.webp')
    const picture = { picture_url: url.replace('1600', '400') }
    await site.db.updateTable('profiles').set(picture).where('user_id', '=', ana.id).execute()
    await deleteMediaRow(hash)
    await removeUnusedFiles(media, hash)
    expect(await isServed(url)).toBe(true)
    await site.db.updateTable('profiles').set({ picture_url: null }).where('user_id', '=', ana.id).execute()
    await removeUnusedFiles(media, hash)
    expect(await isServed(url)).toBe(false)
  })
})

describe('uploading content while its files are being removed', () => {
  test('never leaves media without files', async () => {
    for (let attempt = 0; attempt < 6; attempt++) {
      const { hash } = await upload('scan-16-bit.png')
      await deleteMediaRow(hash)
      const [uploaded] = await Promise.all([
        upload('scan-16-bit.png'),
        pause(attempt * 40).then(() => removeUnusedFiles(media, hash)),
        pause(100 + attempt * 30).then(() => removeUnusedFiles(media, hash)),
      ])
      expect(await isServed(uploaded.url)).toBe(true)
      await deleteMediaRow(hash)
    }
  })

  test('restarts when the files are deleted between storing and the row', async () => {
    const { hash, url } = await upload('see-through.png')
    await deleteMediaRow(hash)
    let removed = 0
    const storage = {
      ...media.storage,
      find: async (name: string) => {
        const file = await media.storage.find(name)
        if (name.endsWith('-1600.webp') && removed++ === 0) await removeUnusedFiles(media, hash)
        return file
      },
    }
    const path = join(site.dataDir, 'again.png')
    await writeFile(path, fixture('see-through.png'))
    await ingest({ ...media, storage }, { ownerId: ana.id, path })
    expect(removed).toBeGreaterThan(1)
    expect(await isServed(url)).toBe(true)
  })
})

describe('the sweep', () => {
  test('removes media that were never published, and skips visible ones', async () => {
    const [publishedMedia, unusedMedia] = [await upload('wide.webp'), await upload('drawing.svg')]
    await publish(publishedMedia.url)
    await sweepMedia(media, twoDaysLater())
    await waitUntilGone(unusedMedia.url)
    expect(await isServed(publishedMedia.url)).toBe(true)
    await sweepMedia(media, twoDaysLater())
    expect(await isServed(publishedMedia.url)).toBe(true)
  })

  test('skips media younger than a day', async () => {
    const { url } = await upload('script.svg')
    await sweepMedia(media)
    expect(await isServed(url)).toBe(true)
  })

  test('removes files that have no row, as a crash leaves them', async () => {
    const { url, hash } = await upload('animation.gif')
    await deleteMediaRow(hash)
    await sweepMedia(media)
    expect(await isServed(url)).toBe(true)
    await sweepMedia(media, twoDaysLater())
    expect(await isServed(url)).toBe(false)
  })

  test('removes abandoned uploads and half-done work', async () => {
    const [uploads, work] = [join(site.dataDir, 'uploads'), join(site.dataDir, 'media', 'work')]
    await mkdir(uploads, { recursive: true })
    await mkdir(join(work, 'decode-old'), { recursive: true })
    for (const old of [join(uploads, 'a'.repeat(32)), join(uploads, `${'a'.repeat(32)}.json`)])
      await writeFile(old, 'x')
    const threeDaysAgo = new Date(Date.now() - 3 * 24 * 60 * 60 * 1000)
    for (const name of await readdir(uploads)) await utimes(join(uploads, name), threeDaysAgo, threeDaysAgo)
    await utimes(join(work, 'decode-old'), threeDaysAgo, threeDaysAgo)
    await writeFile(join(uploads, 'b'.repeat(32)), 'young')
    await sweepMedia(media)
    expect(await readdir(uploads)).toEqual(['b'.repeat(32)])
    expect(await readdir(work)).not.toContain('decode-old')
  })
})
