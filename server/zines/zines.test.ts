import { describe, expect, test } from 'vitest'
import { FullZine, ZineList } from '#contract/zines.ts'
import { addMedia, publishOnePage } from '#tests/support/library.ts'
import { callConcurrently, type Member, openTestApp } from '#tests/support/test-app.ts'
import { deleteZine as deleteOwnZine } from './delete-zine.queries.ts'

const site = await openTestApp()
const owner = await site.signUp('dustymoths')
const stranger = await site.signUp('nightbus')

const publishZine = (body: Record<string, unknown>, as: Member | undefined = owner) =>
  site.post<{ zine: FullZine; code: string; error: string }>('/api/zines', body, as)

const countZines = async () => Number((await site.pool.query('select count(*) from zines')).rows[0].count)

async function expectRefused(body: object, expected: object, as = owner) {
  const before = await countZines()
  expect(await publishZine({ title: 'Refused', aspectRatio: '1:1', ...body }, as)).toMatchObject(expected)
  expect(await countZines()).toBe(before)
}

describe('publishing', () => {
  test('a zine’s pages keep their order and their texts', async () => {
    const [first, second, third] = await addMedia(site, owner, ['image', 'image', 'image'])
    const mediaFiles = [{ url: third, altText: 'The last bus' }, first, { url: second, altText: ' A moth ' }]
    const response = await publishZine({
      title: '  Night ',
      description: ' ',
      aspectRatio: '4:5',
      mediaFiles,
    })
    expect(response.status).toBe(201)
    const zine = FullZine.parse(response.body.zine)
    expect(zine).toMatchObject({ title: 'Night', description: null, aspectRatio: '4:5', creatorId: owner.id })
    expect(zine).toMatchObject({ mediaUrls: [third, first, second], imageUrl: third, favoriteCount: 0 })
    expect(zine.pages.map((page) => page.altText)).toEqual(['The last bus', '', 'A moth'])
    expect(zine.creator).toEqual({ id: owner.id, username: 'dustymoths', profileImageUrl: null })
  })

  test.each([
    [{ aspectRatio: '1:1' }, 'square'],
    [{ aspectRatio: '4:5' }, '4:5'],
    [{ aspectRatio: '9:16' }, '9:16'],
    [{ aspectRatio: '4:5', paper: 'a-size' }, 'a-size'],
    [{ aspectRatio: '1:1', paper: 'pictures' }, 'pictures'],
  ])('with %j stores the aspect ratio as sent, and the paper %s', async (format, paper) => {
    const mediaFiles = await addMedia(site, owner, ['image'])
    const { zine } = (await publishZine({ title: 'On paper', ...format, mediaFiles })).body
    expect(zine).toMatchObject({ aspectRatio: format.aspectRatio, paper })
    const { body } = await site.call<ZineList>({ path: `/api/users/${owner.id}/zines?limit=1` })
    expect(body.zines).toMatchObject([{ id: zine.id, paper }])
  })

  test('on an unknown paper is rejected', async () => {
    const mediaFiles = await addMedia(site, owner, ['image'])
    const error = 'The paper format must be one of a-size, half-letter, square, 4:5, 9:16, pictures.'
    await expectRefused({ mediaFiles, paper: 'A5' }, { status: 400, body: { error } })
  })

  test('page texts and reading direction are saved too', async () => {
    const [first, second] = await addMedia(site, owner, ['image', 'image'])
    const mediaFiles = [{ url: first, transcript: ' Mind the gap ' }, second]
    const body = { title: 'Underground', aspectRatio: '4:5', mediaFiles, readingDirection: 'rtl' }
    const zine = FullZine.parse((await publishZine(body)).body.zine)
    expect(zine).toMatchObject({
      readingDirection: 'rtl',
      version: 1,
      printing: 1,
      editedAt: null,
      pageCount: 2,
    })
    expect(zine.pages.map(({ transcript }) => transcript)).toEqual(['Mind the gap', ''])
    const { body: searchResult } = await site.call<ZineList>({
      path: '/api/search/zines?search="mind the gap"',
    })
    expect(searchResult.zines.map(({ id }) => id)).toEqual([zine.id])
  })

  test('the same publication sent five times concurrently creates one zine', async () => {
    const mediaFiles = await addMedia(site, owner, ['image', 'image'])
    const before = await countZines()
    const body = { title: 'Once only', aspectRatio: '1:1', mediaFiles }
    const responses = await callConcurrently(5, () => publishZine(body))
    expect(new Set(responses.map((response) => response.status))).toEqual(new Set([201]))
    expect(new Set(responses.map((response) => response.body.zine.id)).size).toBe(1)
    expect(await countZines()).toBe(before + 1)
  })

  test('one picture uploaded twice can be on two pages', async () => {
    const [url = ''] = await addMedia(site, owner, ['image'])
    await addMedia(site, owner, ['image'], url)
    const response = await publishZine({ title: 'Twice', aspectRatio: '1:1', mediaFiles: [url, url] })
    expect(response.body.zine.mediaUrls).toEqual([url, url])
  })

  test('media of a zine cannot be used in another one', async () => {
    const mediaFiles = await addMedia(site, owner, ['image'])
    await publishZine({ title: 'First', aspectRatio: '1:1', mediaFiles })
    const response = await publishZine({ title: 'Second', aspectRatio: '1:1', mediaFiles })
    expect(response).toMatchObject({ status: 409, body: { code: 'media_already_published' } })
  })

  test('a stranger’s media cannot be published', async () => {
    const mediaFiles = await addMedia(site, stranger, ['image'])
    await expectRefused({ mediaFiles }, { status: 400, body: { code: 'media_not_yours' } })
  })

  test('a member cannot publish for another', async () => {
    const mediaFiles = await addMedia(site, owner, ['image'])
    await expectRefused({ mediaFiles, creatorId: stranger.id }, { status: 403 })
    await expectRefused({ mediaFiles }, { status: 401 }, { ...owner, cookie: '' })
  })

  test.each([
    [['video', 'image'], 'You can only upload one video at a time.'],
    [['video', 'video'], 'You can only upload one video at a time.'],
    [['image', 'image', 'image', 'image', 'image', 'image'], 'You can upload up to 5 images or 1 video.'],
    [[], 'A zine needs at least one image or a video.'],
  ] as const)('%j is rejected, and nothing is written', async (kinds, message) => {
    const mediaFiles = await addMedia(site, owner, [...kinds])
    await expectRefused({ mediaFiles }, { status: 400, body: { error: message } })
  })

  test('one video makes a zine', async () => {
    const mediaFiles = await addMedia(site, owner, ['video'])
    const { zine } = (await publishZine({ title: 'Moving', aspectRatio: '9:16', mediaFiles })).body
    expect(zine.mediaUrls[0]).toMatch(/\.mp4$/)
    expect(zine.pages[0]?.posterUrl).toMatch(/-1600\.webp$/)
  })
})

describe('a media file that says what it was before it was uploaded', () => {
  const file = { type: 'image/jpeg', size: 245_000, name: 'Titelblatt “Nacht”.JPG' }

  test('is accepted when it matches the uploaded file', async () => {
    const [first, second] = await addMedia(site, owner, ['image', 'image'])
    const mediaFiles = [
      { url: first, ...file },
      { url: second, type: 'IMAGE/svg+xml' },
    ]
    const response = await publishZine({ title: 'Said', aspectRatio: '4:5', mediaFiles })
    expect(response).toMatchObject({ status: 201, body: { zine: { mediaUrls: [first, second] } } })
    const [video = ''] = await addMedia(site, owner, ['video'])
    const clip = { url: video, type: 'video/mp4', size: 100_000_000, name: 'clip.mp4' }
    expect((await publishZine({ title: 'Clip', aspectRatio: '4:5', mediaFiles: [clip] })).status).toBe(201)
  })

  test.each([
    [{ type: 'video/mp4' }, 'This file was uploaded as an image, not as video/mp4.'],
    [{ type: 'application/pdf' }, 'Please select image or video files only.'],
    [{ size: 20 * 1024 * 1024 + 1 }, 'This image is larger than 20 MB. Make it smaller and try again.'],
    [{ size: 0 }, 'The file is empty.'],
    [{ name: 'x'.repeat(256) }, 'The name of a file can be at most 255 characters long.'],
    [{ size: 1.5 }, 'size must be a whole number.'],
  ])('is rejected with %j, and nothing is written', async (wrong, message) => {
    const [url] = await addMedia(site, owner, ['image'])
    const mediaFiles = [{ url, ...file, ...wrong }]
    await expectRefused({ mediaFiles }, { status: 400, body: { error: message } })
  })

  test('is compared in an update too', async () => {
    const { id, mediaUrls } = await publishOnePage(site, owner, 'Compared')
    const update = (overrides: object) => ({
      method: 'PUT' as const,
      path: `/api/zines/${id}`,
      as: owner,
      body: { version: 1, title: 'Changed', pages: [{ url: mediaUrls[0], ...file, ...overrides }] },
    })
    expect(await site.call(update({ type: 'video/webm' }))).toMatchObject({
      status: 400,
      body: { error: 'This file was uploaded as an image, not as video/webm.' },
    })
    expect((await site.call(update({}))).status).toBe(200)
  })
})

describe('reading', () => {
  test('the newest zines are listed in pages without repetition or gaps', async () => {
    const createdIds = []
    for (let index = 0; index < 7; index += 1)
      createdIds.push((await publishOnePage(site, stranger, `Page ${index}`)).id)
    const listedIds: string[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const path: string = `/api/users/${stranger.id}/zines?limit=3${cursor && `&cursor=${cursor}`}`
      const page = ZineList.parse((await site.call({ path })).body)
      listedIds.push(...page.zines.map((zine) => zine.id))
      cursor = page.nextCursor
    }
    expect(listedIds).toEqual(createdIds.reverse())
  })

  test('a zine published between two pages does not shift the list', async () => {
    const first = ZineList.parse((await site.call({ path: '/api/zines?limit=2' })).body)
    await publishOnePage(site, owner, 'In between')
    const second = ZineList.parse((await site.call({ path: `/api/zines?limit=2&cursor=${first.nextCursor}` })).body)
    const ids = [...first.zines, ...second.zines].map((zine) => zine.id)
    expect(new Set(ids).size).toBe(4)
  })

  test('unknown zines and creators are not found', async () => {
    const unknownId = '01a1fc0a-7117-7285-b635-c994aaf5edeb'
    for (const path of [`/api/zines/${unknownId}`, `/api/users/${unknownId}/zines`, `/api/users/${unknownId}`]) {
      expect((await site.call({ path })).status).toBe(404)
    }
  })
})

describe('deleting', () => {
  const deleteZine = (id: string, as?: Member, body?: object) => site.delete(`/api/zines/${id}`, as, body)

  test('the owner’s zine is deleted with its media rows and its counter, and the removal of its files is enqueued', async () => {
    const { id } = await publishOnePage(site, owner, 'Short life')
    const count = async () =>
      (await site.call<{ user: { zineCount: number } }>({ path: `/api/users/${owner.id}` })).body.user.zineCount
    const before = await count()
    expect((await deleteZine(id, owner, { userId: owner.id })).body).toEqual({ success: true })
    expect((await site.call({ path: `/api/zines/${id}` })).status).toBe(404)
    expect(await count()).toBe(before - 1)
    const { rows } = await site.pool.query(
      `select 1 from graphile_worker.jobs where task_identifier = 'remove-media-files'`,
    )
    expect(rows.length).toBeGreaterThan(0)
  })

  test('a stranger’s attempt changes nothing', async () => {
    const { id } = await publishOnePage(site, owner, 'Stays')
    const { id: otherZine } = await publishOnePage(site, stranger, 'Their own')
    expect((await deleteZine(id, stranger)).status).toBe(403)
    expect(await site.db.transaction().execute((tx) => deleteOwnZine(tx, id, stranger.id))).toBe(false)
    expect((await deleteZine(id, owner, { userId: stranger.id })).status).toBe(403)
    expect((await deleteZine(id)).status).toBe(401)
    for (const each of [id, otherZine]) expect((await site.call({ path: `/api/zines/${each}` })).status).toBe(200)
  })

  test('deleted five times concurrently, it is deleted once', async () => {
    const { id } = await publishOnePage(site, owner, 'Five hands')
    const responses = await callConcurrently(5, () => deleteZine(id, owner))
    expect(responses.map((response) => response.status).sort()).toEqual([200, 404, 404, 404, 404])
  })
})
