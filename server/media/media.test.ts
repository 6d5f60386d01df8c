import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { UploadedMedia } from '#contract/media.ts'
import { fixture } from '#tests/fixtures/fixture.ts'
import { type Member, startTestApp } from '#tests/support/test-app.ts'
import { ingestPicture } from './base64-file.ts'

const site = await startTestApp({ settings: { MAX_IMAGE_MB: '1' } })
afterAll(() => site.close())
const ana = await site.signUp('ana')

const base64 = (name: string) => fixture(name).toString('base64')
const uploadZineMedia = (base64String: string, as: Member | undefined = ana) =>
  site.call<UploadedMedia & { error: string; code: string }>({
    method: 'POST',
    path: '/api/upload-zine-media',
    body: { base64String },
    as,
  })

/** Without the folder of the decoder that waits for the next picture. */
async function listMediaFiles() {
  const names = await readdir(join(site.dataDir, 'media'), { recursive: true }).catch(() => [])
  const waiting = names.find((name) => name.endsWith('/input'))?.replace(/input$/, '')
  return names
    .filter((name) => !waiting || !`${name}/`.startsWith(waiting))
    .filter((name) => name.includes('.') || name.includes('base64-') || name.includes('decode-'))
}

describe('uploading as base64', () => {
  test('an image answers its address, its size and a placeholder, and the address works', async () => {
    const { status, body } = await uploadZineMedia(base64('photo-sideways-gps.jpg'))
    expect(status).toBe(200)
    expect(body).toMatchObject({ kind: 'image', width: 600, height: 900, posterUrl: null })
    expect(body.url).toMatch(/^\/media\/[0-9a-f]{32}-1600\.webp$/)
    for (const width of [400, 800, 1600]) {
      const response = await site.call({ path: body.url.replace('1600', String(width)) })
      expect([response.status, response.headers['content-type']]).toEqual([200, 'image/webp'])
    }
    const rows = await site.db.selectFrom('media').selectAll().where('owner_id', '=', ana.id).execute()
    expect(rows).toMatchObject([{ kind: 'image', extension: 'webp', width: 600, height: 900 }])
  })

  test('a data URL may have the wrong type: the content decides', async () => {
    const { status, body } = await uploadZineMedia(`data:text/html;charset=utf-8;base64,${base64('clip.mp4')}`)
    expect(status).toBe(200)
    expect(body).toMatchObject({ kind: 'video', width: 320, height: 180 })
    expect(body.url).toMatch(/^\/media\/[0-9a-f]{32}\.mp4$/)
    const poster = await site.call({ path: body.posterUrl ?? '' })
    expect([poster.status, poster.headers['content-type']]).toEqual([200, 'image/webp'])
  })

  test('base64 in lines, as programs write it, is read', async () => {
    const lines = base64('wide.webp').replace(/.{76}/g, '$&\r\n')
    expect((await uploadZineMedia(lines)).body).toMatchObject({ width: 2000, height: 1000 })
  })

  test('a file that is neither image nor video is rejected with the specification’s message, and leaves no file', async () => {
    const before = await listMediaFiles()
    const { status, body } = await uploadZineMedia(base64('document.pdf'))
    expect([status, body.code]).toEqual([400, 'media_refused'])
    expect(body.error).toBe('Please select image or video files only.')
    const truncated = ['truncated.jpg', 'truncated.mp4']
    for (const name of [...truncated, 'entity-bomb.svg', 'bomb-50000x50000.png', 'clip-hevc.mp4'])
      expect((await uploadZineMedia(base64(name))).status, name).toBe(400)
    expect(await listMediaFiles()).toEqual(before)
  })

  test.each(['!!!', 'data:image/png;base64,', 'data:image/png,plain', '====', 'e30='])(
    '%j is rejected',
    async (text) => {
      const { status, body } = await uploadZineMedia(text)
      expect([status, body.code]).toEqual([400, 'media_refused'])
    },
  )

  test('a file that is too large is reported as such', async () => {
    const padded = Buffer.concat([fixture('photo.avif'), Buffer.alloc(1024 * 1024)])
    expect((await uploadZineMedia(padded.toString('base64'))).body).toMatchObject({
      code: 'media_refused',
      error: 'This image is larger than 1 MB. Make it smaller and try again.',
    })
    expect((await uploadZineMedia('A'.repeat(2 * 1024 * 1024))).status).toBe(413)
  })

  test('needs a signed-in member', async () => {
    const { status } = await site.call({
      method: 'POST',
      path: '/api/upload-zine-media',
      body: { base64String: base64('photo.avif') },
    })
    expect(status).toBe(401)
  })

  test('the same content twice is stored once and owned twice', async () => {
    const ben = await site.signUp('ben')
    const [first, second] = await Promise.all([
      uploadZineMedia(base64('print-cmyk.jpg')),
      uploadZineMedia(base64('print-cmyk.jpg'), ben),
    ])
    expect(second.body.url).toBe(first.body.url)
    const hash = first.body.url.slice(7, 39)
    const rows = await site.db.selectFrom('media').select('owner_id').where('hash', '=', hash).execute()
    expect(rows.map((row) => row.owner_id).toSorted()).toEqual([ana.id, ben.id].toSorted())
    expect((await listMediaFiles()).filter((name) => name.includes(hash)).length).toBe(4)
  })
})

describe('a media address', () => {
  let url: string
  beforeAll(async () => {
    url = (await uploadZineMedia(base64('clip-vp9.webm'))).body.url
  })

  test('may be cached forever, and cannot run scripts', async () => {
    const { headers, text } = await site.call({ path: url })
    expect(headers).toMatchObject({
      'content-type': 'video/webm',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      'content-disposition': `inline; filename="${url.split('/').at(-1)}"`,
      'accept-ranges': 'bytes',
    })
    expect(headers['content-length']).toBe(String((await site.app.inject({ url })).rawPayload.length))
    expect(text).not.toBe('')
  })

  test('answers a range, and the ranges make the whole', async () => {
    const fullBody = (await site.app.inject({ url })).rawPayload
    const fetchRange = async (range: string) => site.app.inject({ url, headers: { range } })
    const first = await fetchRange('bytes=0-999')
    expect([first.statusCode, first.headers['content-range'], first.headers['content-length']]).toEqual([
      206,
      `bytes 0-999/${fullBody.length}`,
      '1000',
    ])
    const remainder = await fetchRange('bytes=1000-')
    expect(Buffer.concat([first.rawPayload, remainder.rawPayload]).equals(fullBody)).toBe(true)
    expect((await fetchRange('bytes=-5')).rawPayload).toEqual(fullBody.subarray(-5))
    const beyondEnd = await fetchRange(`bytes=${fullBody.length}-`)
    expect([beyondEnd.statusCode, beyondEnd.headers['content-range']]).toEqual([416, `bytes */${fullBody.length}`])
    expect((await fetchRange('bytes=0-1,5-6')).statusCode).toBe(200)
  })

  test('confirms a cached response with 304', async () => {
    const { headers } = await site.call({ path: url })
    const revalidated = await site.call({ path: url, headers: { 'if-none-match': String(headers.etag) } })
    expect([revalidated.status, revalidated.text]).toEqual([304, ''])
    const changed = await site.call({ path: url, headers: { range: 'bytes=0-9', 'if-range': '"other"' } })
    expect(changed.status).toBe(200)
  })

  test('HEAD returns the size and no body', async () => {
    const { status, headers, text } = await site.call({ method: 'HEAD', path: url })
    expect([status, text]).toEqual([200, ''])
    expect(Number(headers['content-length'])).toBeGreaterThan(1000)
  })

  test.each([
    '/media/',
    '/media/..%2f..%2fsecret',
    '/media/%2e%2e/secret',
    '/media/work',
    `/media/${'0'.repeat(32)}.mp4`,
    `/media/${'0'.repeat(32)}-401.webp`,
    `/media/${'0'.repeat(32)}-print.jpg`,
    `/media/${'0'.repeat(32)}.mp4%00.webp`,
    `/media/00/${'0'.repeat(32)}.mp4`,
  ])('%s is not there', async (path) => {
    expect((await site.call({ path })).status).toBe(404)
  })
})

describe('a person’s picture', () => {
  const picture = (name: string, padding = 0) =>
    ingestPicture(site.media, { ownerId: ana.id, base64: base64(name) + 'A'.repeat(padding) })

  test('goes through the same pipeline', async () => {
    expect(await picture('photo-sideways-gps.jpg')).toMatchObject({ kind: 'image', width: 600, height: 900 })
  })

  test('is an image of at most 5 MB', async () => {
    await expect(picture('clip.mp4')).rejects.toThrow('Please select an image file.')
    const uploadTooLarge = async () => picture('photo.avif', 8 * 1024 * 1024)
    await expect(uploadTooLarge()).rejects.toThrow('Please select an image smaller than 5MB.')
  })
})
