import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fixture } from '#tests/fixtures/fixture.ts'
import { callConcurrently, type Member, startTestApp } from '#tests/support/test-app.ts'

const site = await startTestApp({ jobs: true })
afterAll(() => site.close())

const base64 = (name: string) => fixture(name).toString('base64')
const asDataUrl = (name: string, type = 'image/png') => `data:${type};base64,${base64(name)}`

const updateProfilePicture = (as: Member | undefined, base64Image: string, id = as?.id) =>
  site.call<{ profileImageUrl: string; error?: string; code?: string }>({
    method: 'PUT',
    path: `/api/users/${id}/profile-picture`,
    body: { base64Image },
    as,
  })

const pictureOf = async ({ id }: Member) =>
  (await site.call<{ user: { profileImageUrl: string | null } }>({ path: `/api/users/${id}` })).body.user
    .profileImageUrl
const isServed = async (address: string) => (await site.call({ path: address })).status === 200
const mediaOf = async ({ id }: Member) =>
  (await site.db.selectFrom('media').select('hash').where('owner_id', '=', id).execute()).map(({ hash }) => hash)

async function waitUntilGone(address: string) {
  for (let waitedMs = 0; waitedMs < 8_000 && (await isServed(address)); waitedMs += 50) await sleep(50)
  return !(await isServed(address))
}

/** A random colour, so that each picture has its own hash. */
async function newPicture() {
  const [r = 0, g = 0, b = 0] = randomBytes(3)
  const picture = sharp({ create: { width: 60, height: 60, channels: 3, background: { r, g, b } } })
  return `data:image/png;base64,${(await picture.png().toBuffer()).toString('base64')}`
}

describe('a profile photo', () => {
  test('is shown immediately wherever its owner appears', async () => {
    const member = await site.signUp('pictured')
    const { status, body } = await updateProfilePicture(member, asDataUrl('photo-sideways-gps.jpg', 'text/html'))
    expect(status).toBe(200)
    expect(body.profileImageUrl).toMatch(/^\/media\/[0-9a-f]{32}-1600\.webp$/)
    expect(await pictureOf(member)).toBe(body.profileImageUrl)
    const searchResult = await site.call<{ creators: object[] }>({
      path: '/api/search/users?search=pictured',
    })
    expect(searchResult.body.creators).toMatchObject([{ profileImageUrl: body.profileImageUrl }])
    for (const width of [400, 800, 1600])
      expect(await isServed(body.profileImageUrl.replace('1600', String(width)))).toBe(true)
  })

  test('is replaced by the next, whose files stay after the sweep of unused files', async () => {
    const member = await site.signUp()
    const first = (await updateProfilePicture(member, await newPicture())).body.profileImageUrl
    const second = (await updateProfilePicture(member, await newPicture())).body.profileImageUrl
    expect(await waitUntilGone(first)).toBe(true)
    expect(await mediaOf(member)).toEqual([])
    expect([await pictureOf(member), await isServed(second)]).toEqual([second, true])
  })

  test('that another member also uses is not removed', async () => {
    const [one, other] = [await site.signUp(), await site.signUp()]
    const picture = await newPicture()
    const shared = (await updateProfilePicture(one, picture)).body.profileImageUrl
    expect((await updateProfilePicture(other, picture)).body.profileImageUrl).toBe(shared)
    const next = (await updateProfilePicture(one, await newPicture())).body.profileImageUrl
    await updateProfilePicture(one, await newPicture())
    expect(await waitUntilGone(next)).toBe(true)
    expect(await isServed(shared)).toBe(true)
  })

  test('is unchanged when the upload is repeated', async () => {
    const member = await site.signUp()
    const picture = await newPicture()
    const [first, again] = [await updateProfilePicture(member, picture), await updateProfilePicture(member, picture)]
    expect(again.body).toEqual(first.body)
    const other = (await updateProfilePicture(member, await newPicture())).body.profileImageUrl
    await updateProfilePicture(member, picture)
    expect(await waitUntilGone(other)).toBe(true)
    expect(await isServed(first.body.profileImageUrl)).toBe(true)
  })

  test('uploaded six times concurrently is stored once, and the others leave nothing', async () => {
    const member = await site.signUp()
    const pictures = await callConcurrently(6, newPicture)
    const responses = await Promise.all(pictures.map((picture) => updateProfilePicture(member, picture)))
    expect(responses.map(({ status }) => status)).toEqual(Array(6).fill(200))
    const current = await pictureOf(member)
    const replaced = responses.map(({ body }) => body.profileImageUrl).filter((address) => address !== current)
    expect(replaced).toHaveLength(5)
    for (const address of replaced) expect(await waitUntilGone(address)).toBe(true)
    expect([await isServed(current ?? ''), await mediaOf(member)]).toEqual([true, []])
  })

  test('deletes no page of a zine with the same picture', async () => {
    const member = await site.signUp()
    const picture = await newPicture()
    const uploaded = await site.call<{ url: string }>({
      method: 'POST',
      path: '/api/upload-zine-media',
      body: { base64String: picture },
      as: member,
    })
    await updateProfilePicture(member, picture)
    const published = await site.call({
      method: 'POST',
      path: '/api/zines',
      as: member,
      body: { title: 'Self', aspectRatio: '1:1', mediaFiles: [uploaded.body.url] },
    })
    expect(published.status).toBe(201)
    const next = (await updateProfilePicture(member, await newPicture())).body.profileImageUrl
    await updateProfilePicture(member, await newPicture())
    expect(await waitUntilGone(next)).toBe(true)
    expect(await isServed(uploaded.body.url)).toBe(true)
  })

  test('leaves no file when the account is deleted while it is made', async () => {
    const before = new Set<string>()
    for await (const { name } of site.media.storage.list()) before.add(name)
    for (const pause of [0, 150, 300, 450]) {
      const deletedMember = await site.signUp()
      const body = { username: deletedMember.username }
      const uploading = updateProfilePicture(deletedMember, await newPicture())
      await sleep(pause)
      const path = `/api/users/${deletedMember.id}`
      expect((await site.call({ method: 'DELETE', path, body, as: deletedMember })).status).toBe(200)
      expect([200, 401]).toContain((await uploading).status)
    }
    const newFiles = async () =>
      (await Array.fromAsync(site.media.storage.list())).filter(({ name }) => !before.has(name))
    for (let waitedMs = 0; waitedMs < 8_000 && (await newFiles()).length > 0; waitedMs += 50) await sleep(50)
    expect(await newFiles()).toEqual([])
  })
})

describe('is rejected, and the old photo stays,', () => {
  let member: Member
  let before: string
  beforeAll(async () => {
    member = await site.signUp()
    before = (await updateProfilePicture(member, await newPicture())).body.profileImageUrl
  })

  const select = 'Please select an image file.'
  test.each([
    ['a video', asDataUrl('clip.mp4', 'image/jpeg'), select],
    ['a document', asDataUrl('document.pdf'), select],
    ['text', `data:image/png;base64,${btoa('<script>alert(1)</script>')}`, select],
    ['what is no base64', 'data:image/png,%89PNG', select],
    ['nothing', '', select],
    ['an empty data URL', 'data:image/png;base64,', select],
    ['an address', 'https://example.org/me.png', select],
    ['a damaged image', asDataUrl('truncated.jpg'), expect.stringMatching(/damaged/)],
    ['a bomb', asDataUrl('bomb-50000x50000.png'), expect.stringMatching(/pixels/)],
    [
      'one byte too many',
      Buffer.alloc(5 * 1024 * 1024 + 1, fixture('wide.webp')).toString('base64'),
      'Please select an image smaller than 5MB.',
    ],
  ])('%s', async (_title, picture, error) => {
    expect(await updateProfilePicture(member, picture)).toMatchObject({ status: 400, body: { error } })
    expect(await pictureOf(member)).toBe(before)
  })

  test('a body far too large, with the same message', async () => {
    expect(await updateProfilePicture(member, 'A'.repeat(9 * 1024 * 1024))).toMatchObject({
      status: 413,
      body: { code: 'too_large', error: 'Please select an image smaller than 5MB.' },
    })
    expect(await pictureOf(member)).toBe(before)
  })

  test('a stranger’s, and a guest’s', async () => {
    const picture = await newPicture()
    const stranger = await site.signUp()
    expect(await updateProfilePicture(stranger, picture, member.id)).toMatchObject({
      status: 403,
      body: { code: 'not_yours' },
    })
    expect((await updateProfilePicture(undefined, picture, member.id)).status).toBe(401)
    expect(await pictureOf(member)).toBe(before)
    expect(await mediaOf(stranger)).toEqual([])
  })
})
