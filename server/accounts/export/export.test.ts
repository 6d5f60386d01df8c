import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, test } from 'vitest'
import { hashFromAddress, imageAddress } from '#contract/media-address.ts'
import { createDraft } from '#tests/support/drafts.ts'
import { addMedia, publishOnePage } from '#tests/support/library.ts'
import { listening, type Member, openTestApp } from '#tests/support/test-app.ts'
import { unzip } from '#tests/support/unzip.ts'
import { createProject, logMinutes } from '#tests/support/workspace.ts'

const site = await openTestApp()

const path = (member: { id: string }) => `/api/users/${member.id}/export`

async function download(member: Member) {
  const response = await site.app.inject({ url: path(member), headers: { cookie: member.cookie } })
  expect(response.statusCode).toBe(200)
  const files = await unzip(response.rawPayload)
  const json = (name: string) => JSON.parse(String(files.get(name)))
  const isExactly = (name: string, bytes?: Buffer) => expect(bytes && files.get(name)?.equals(bytes), name).toBe(true)
  const names = [...files.keys()]
  return { response, files, json, isExactly, names, media: names.slice(lists.length) }
}

/** The first files of every zip. */
const lists = [
  'README.txt',
  'profile.json',
  'account.json',
  'zines.json',
  'drafts.json',
  'imports.json',
  'favorites.json',
  'follows.json',
  'blocks.json',
  'unwanted-zines.json',
  'shelves.json',
  'projects.json',
  'project-versions.json',
  'focus-sessions.json',
  'decisions.json',
]

/** Stores a file with unique content. */
async function storeFile(address: string, size = 20_000) {
  const content = randomBytes(size)
  const file = join(site.dataDir, randomBytes(6).toString('hex'))
  await writeFile(file, content)
  await site.media.storage.put(basename(address), file)
  return content
}

async function storePrintFile(url = '') {
  const hash = hashFromAddress(url)
  await site.sql('update media set print_width = 2480 where hash = $1', hash)
  return storeFile(`${hash}-print.jpg`)
}

const publish = (as: Member, body: object) =>
  site.post<{ zine: { id: string } }>('/api/zines', { aspectRatio: '4:5', ...body }, as)

async function publishFivePages(owner: Member, title: string) {
  const addresses = await addMedia(site, owner, ['image', 'image', 'image', 'image', 'image'])
  const pages = await Promise.all(addresses.map((address) => storeFile(address)))
  const mediaFiles = addresses.map((url, n) => ({ url, altText: `Page ${n + 1}` })).reverse()
  const { body } = await publish(owner, { title, description: 'Ünïcode “text”', mediaFiles })
  return { id: body.zine.id, pages: pages.reverse() }
}

test('a zine of five pages includes its texts and files in order', async () => {
  const owner = await site.signUp('Moth_Lady')
  const { id, pages } = await publishFivePages(owner, '  Noche / 夜: “Moths”!  ')
  const [video = ''] = await addMedia(site, owner, ['video'])
  const film = await storeFile(video, 300_000)
  const { body } = await publish(owner, { title: '¿?', mediaFiles: [video] })

  const { response, json, isExactly, names } = await download(owner)
  const inZine = (n: number) => `media/noche-夜-moths-${id}/0${n}.webp`
  const filmed = `media/${body.zine.id}/01.mp4`
  expect(names).toEqual([...lists, ...[1, 2, 3, 4, 5].map(inZine), filmed])
  for (const [n, page] of pages.entries()) isExactly(inZine(n + 1), page)
  isExactly(filmed, film)
  expect(json('zines.json')).toMatchObject([
    {
      id,
      title: 'Noche / 夜: “Moths”!',
      description: 'Ünïcode “text”',
      aspectRatio: '4:5',
      paper: '4:5',
      address: `/zine/${id}`,
      pages: [5, 4, 3, 2, 1].map((n, at) => ({ file: inZine(at + 1), altText: `Page ${n}` })),
    },
    { title: '¿?', pages: [{ file: filmed, altText: '' }] },
  ])
  expect(response.headers).toMatchObject({
    'content-type': 'application/zip',
    'cache-control': 'private, no-store',
  })
  expect(response.headers['content-encoding']).toBeUndefined()
  expect(response.headers['content-disposition']).toMatch(
    /^attachment; filename="foldout-Moth_Lady-\d{4}-\d\d-\d\d\.zip"; filename\*=UTF-8''foldout-Moth_Lady-/,
  )
})

test('the print pictures are included', async () => {
  const [owner, other] = [await site.signUp(), await site.signUp()]
  const [page = '', old = ''] = await addMedia(site, owner, ['image', 'image'])
  const storedPage = await storeFile(page)
  const printed = await storePrintFile(page)
  await storeFile(old)
  const { body } = await publish(owner, { title: 'Paper', mediaFiles: [page, old], mayPrint: true })
  await site.sql(
    `insert into media (owner_id, kind, hash, extension, width, height, byte_size, print_width)
     values ($1, 'image', $2, 'webp', 800, 1000, 1, 2480)`,
    other.id,
    hashFromAddress(page),
  )
  const inZine = (name: string) => `media/paper-${body.zine.id}/${name}`
  const { isExactly, json, media } = await download(owner)
  expect(media).toEqual(['01.webp', '01-print.jpg', '02.webp'].map(inZine))
  isExactly(inZine('01.webp'), storedPage)
  isExactly(inZine('01-print.jpg'), printed)
  expect(json('zines.json')).toMatchObject([
    {
      mayPrint: true,
      pages: [{ file: inZine('01.webp'), printFile: inZine('01-print.jpg') }, { file: inZine('02.webp') }],
    },
  ])
  expect(json('zines.json')[0].pages[1]).not.toHaveProperty('printFile')
})

test('printings include their notes and earlier covers, and pages their texts', async () => {
  const owner = await site.signUp()
  const urls = await addMedia(site, owner, ['image', 'image', 'image'])
  const [cover = '', page = '', fresh = ''] = urls
  const [former] = await Promise.all(urls.map((url) => storeFile(url)))
  const body = { title: 'Twice', mediaFiles: [cover, page], readingDirection: 'rtl' }
  const { id } = (await publish(owner, body)).body.zine
  const pages = [{ url: fresh, transcript: 'Mind the gap' }, page]
  const update = { version: 1, pages, printingNote: 'A better map' }
  await site.put(`/api/zines/${id}`, update, owner)

  const { isExactly, json, media } = await download(owner)
  const inZine = (name: string) => `media/twice-${id}/${name}.webp`
  expect(media).toEqual(['01', '02', 'cover-of-printing-1'].map(inZine))
  isExactly(inZine('cover-of-printing-1'), former)
  expect(json('zines.json')).toMatchObject([
    {
      readingDirection: 'rtl',
      printing: 2,
      editedAt: expect.any(String),
      pages: [{ transcript: 'Mind the gap' }, { transcript: '' }],
      printings: [
        { number: 1, note: null, coverFile: inZine('cover-of-printing-1') },
        { number: 2, note: 'A better map' },
      ],
    },
  ])
})

test('the member’s account and favorites are included, but no secrets and no data of others', async () => {
  const owner = await site.signUp('дом_книг')
  const [creator, fan] = [await site.signUp('liked'), await site.signUp('fan')]
  const liked = await publishOnePage(site, creator, 'A zine I like')
  const picture = imageAddress('ab'.repeat(16))
  await site.sql(
    `update profiles set bio = 'Reads.', picture_url = $2, contact_email = 'me@example.org' where user_id = $1`,
    owner.id,
    picture,
  )
  const portrait = await storeFile(picture)
  await site.sql(
    `insert into accounts (user_id, account_id, provider_id, access_token, refresh_token, id_token)
     values ($1, 'octocat-77', 'github', 'access-secret', 'refresh-secret', 'id-secret')`,
    owner.id,
  )
  await site.post('/api/favorites/zines', { zineId: liked.id }, owner)
  await site.sql('insert into follows values ($1, $2), ($3, $1)', owner.id, creator.id, fan.id)
  const disliked = await site.signUp('disliked')
  const hiddenZine = await publishOnePage(site, creator, 'A zine I do not like')
  for (const rest of [`blocks/${disliked.id}`, `unwanted-zines/${hiddenZine.id}`])
    await site.put(`/api/users/${owner.id}/${rest}`, undefined, owner)
  const notes = { note: 'For Jo', privateNote: 'Lent out' }
  await site.put(`/api/shelves/to-read/zines/${liked.id}`, notes, owner)
  const otherItem = { ...notes, privateNote: 'not-for-others' }
  await site.put(`/api/shelves/to-read/zines/${liked.id}`, otherItem, fan)

  const { response, files, json, isExactly } = await download(owner)
  expect(json('profile.json')).toMatchObject({
    id: owner.id,
    username: 'дом_книг',
    bio: 'Reads.',
    contactInfo: { email: 'me@example.org', website: null },
  })
  isExactly('media/profile-picture.webp', portrait)
  expect(json('account.json')).toMatchObject({
    email: owner.email,
    emailConfirmed: false,
    identities: [{ provider: 'password' }, { provider: 'github' }],
    devices: [{ device: expect.any(String) }],
  })
  const likedZine = { title: 'A zine I like', creator: 'liked', address: `/zine/${liked.id}` }
  expect(json('favorites.json')).toMatchObject([likedZine])
  expect(json('follows.json')).toMatchObject([{ creator: 'liked', address: `/profile/${creator.id}` }])
  expect(json('blocks.json')).toMatchObject([{ creator: 'disliked', address: `/profile/${disliked.id}` }])
  expect(json('unwanted-zines.json')).toMatchObject([
    { title: 'A zine I do not like', creator: 'liked', address: `/zine/${hiddenZine.id}` },
  ])
  const toRead = { title: 'To read', visibility: 'private', isToRead: true }
  expect(json('shelves.json')).toMatchObject([{ ...toRead, zines: [{ ...likedZine, ...notes }] }])
  expect(response.headers['content-disposition']).toContain(`filename="foldout-________-`)
  expect(response.headers['content-disposition']).toContain(encodeURIComponent('foldout-дом_книг-'))

  const texts = [...files].filter(([name]) => /json$|txt$/.test(name)).map(([, content]) => String(content))
  const secrets = await site.sql<{ secret: string }>(
    `select token as secret from sessions union all select password from accounts where password is not null
     union all select email from users where id <> $1`,
    owner.id,
  )
  const secretValues = secrets.map(({ secret }) => secret)
  for (const secret of ['octocat', '-secret', 'argon2', 'not-for-others', ...secretValues])
    expect(texts.join()).not.toContain(secret)
})

test('an account with nothing in it is a whole zip too', async () => {
  const { json, names } = await download(await site.signUp())
  expect(names).toEqual(lists)
  for (const list of names.filter((name) => !/README|profile|account/.test(name))) expect(json(list)).toEqual([])
})

test('projects include their texts, earlier versions, and the time spent on them', async () => {
  const [owner, other] = [await site.signUp(), await site.signUp()]
  await createProject(site, other, { title: 'Not theirs' })
  const projects = []
  for (let n = 1; n <= 7; n += 1)
    projects.push(await createProject(site, owner, { title: `Plan ${n}`, notes: `Draft “${n}”` }))
  const id = projects[0]?.id ?? ''
  const body = { notes: 'Better', version: 1 }
  await site.put(`/api/projects/${id}`, body, owner)
  await logMinutes(site, owner, { projectId: id, duration: 25 })
  const { session } = (await logMinutes(site, owner, { projectId: id, duration: 5 })).body
  await site.delete(`/api/focus-sessions/${session.id}`, owner)

  const { json } = await download(owner)
  expect(json('projects.json')).toMatchObject([
    { id, title: 'Plan 1', notes: 'Better', version: 2, totalMinutes: 25, completedAt: null },
    ...[2, 3, 4, 5, 6, 7].map((n) => ({ title: `Plan ${n}`, notes: `Draft “${n}”` })),
  ])
  expect(json('project-versions.json')).toMatchObject([
    { projectId: id, version: 1, title: 'Plan 1', notes: 'Draft “1”' },
  ])
  expect(json('focus-sessions.json')).toMatchObject([{ projectId: id, project: 'Plan 1', minutes: 25 }])
})

test('recipes of pages are included with their pictures', async () => {
  const owner = await site.signUp()
  const [url = '', picture = '', draftUrl = '', draftPicture = ''] = await addMedia(site, owner, Array(4).fill('image'))
  const [bytes, draftBytes] = [await storeFile(picture), await storeFile(draftPicture)]
  const recipe = (address: string) => ({
    version: 1,
    template: 'picture',
    pictures: [{ url: address, altText: 'Wing' }],
  })
  const { body } = await publish(owner, { title: 'Made', mediaFiles: [{ url, recipe: recipe(picture) }] })
  const pages = [{ url: draftUrl, recipe: recipe(draftPicture) }, { url: draftPicture }]
  const { id } = await createDraft(site, owner, { title: 'Next', pages })
  const { json, isExactly } = await download(owner)
  expect(json('zines.json')[0].pages).toMatchObject([{ recipe: recipe(picture) }])
  expect(json('drafts.json')[0].pages).toMatchObject([{ recipe: recipe(draftPicture) }, { recipe: null }])
  isExactly(`media/made-${body.zine.id}/${basename(picture)}`, bytes)
  isExactly(`media/next-${id}/${basename(draftPicture)}`, draftBytes)
})

test('the member’s drafts are included with their text and pages, and no other member’s', async () => {
  const [owner, other] = [await site.signUp(), await site.signUp()]
  await createDraft(site, other, { title: 'Not theirs' })
  const project = await createProject(site, owner, { title: 'Plan' })
  const urls = await addMedia(site, owner, ['image', 'image'])
  const storedPages = await Promise.all(urls.map((url) => storeFile(url)))
  const printed = await storePrintFile(urls[1])
  const pages = urls.map((url, at) => ({ url, altText: `Page ${at + 1}`, transcript: 'Dust' })).reverse()
  const draftContent = { title: 'Noche', description: 'Soon', readingDirection: 'rtl', pages } as const
  const { id } = await createDraft(site, owner, draftContent, { projectId: project.id })
  await createDraft(site, owner)

  const { isExactly, json, media } = await download(owner)
  const inDraft = (name: string) => `media/noche-${id}/${name}`
  expect(media).toEqual(['01.webp', '01-print.jpg', '02.webp'].map(inDraft))
  isExactly(inDraft('02.webp'), storedPages[0])
  isExactly(inDraft('01-print.jpg'), printed)
  expect(json('drafts.json')).toMatchObject([
    {
      id,
      projectId: project.id,
      title: 'Noche',
      description: 'Soon',
      readingDirection: 'rtl',
      aspectRatio: '4:5',
      publishAt: null,
      pages: [
        {
          file: inDraft('01.webp'),
          printFile: inDraft('01-print.jpg'),
          altText: 'Page 2',
          transcript: 'Dust',
        },
        { file: inDraft('02.webp'), altText: 'Page 1', transcript: 'Dust' },
      ],
    },
    { title: '', pages: [], projectId: null },
  ])
})

test('for an imported draft, the video is included instead of its poster', async () => {
  const owner = await site.signUp()
  const [url = ''] = await addMedia(site, owner, ['video'])
  const video = await storeFile(url)
  const { id } = await createDraft(site, owner, { title: 'Tides' })
  await site.sql(
    `update drafts set is_imported = true,
       content = jsonb_set(content, '{pages}', jsonb_build_array(jsonb_build_object('url', $2::text, 'altText', 'Waves', 'transcript', '')))
     where id = $1`,
    id,
    url,
  )
  ;(await download(owner)).isExactly(`media/tides-${id}/01.mp4`, video)
})

test('the member’s imports are included with the result of each row, and no other member’s', async () => {
  const [owner, stranger] = [await site.signUp(), await site.signUp()]
  for (const { id } of [owner, stranger])
    await site.sql(
      `with begun as (
         insert into imports (owner_id, upload_id, state, row_count, note, note_translation)
         values ($1::uuid, 'zip of ' || $1::uuid, 'done', 2, 'Nothing was read.', 'Nichts gelesen.') returning id)
       insert into import_rows (import_id, number, title, outcome, says, says_translation)
       select id, n, 'Moths of ' || $1::uuid, case n when 2 then 'made' else 'refused' end,
         case n when 3 then 'Why not' end, case n when 3 then 'Warum nicht' end
       from begun, generate_series(3, 2, -1) n`,
      id,
    )
  const { json } = await download(owner)
  const row = { title: `Moths of ${owner.id}`, draftId: null }
  expect(json('imports.json')).toEqual([
    {
      state: 'done',
      refusal: null,
      refusalTranslation: null,
      note: 'Nothing was read.',
      noteTranslation: 'Nichts gelesen.',
      rowCount: 2,
      createdAt: expect.any(String),
      rows: [
        { ...row, number: 2, outcome: 'created', message: null, messageTranslation: null },
        { ...row, number: 3, outcome: 'refused', message: 'Why not', messageTranslation: 'Warum nicht' },
      ],
    },
  ])
})

test('all favorites are included in order, even if they need several batches', async () => {
  const [owner, creator] = [await site.signUp(), await site.signUp()]
  await site.sql(
    `with made as (
       insert into zines (creator_id, title, aspect_ratio) select $2, 'Zine ' || n, '1:1' from generate_series(1, 450) n
       returning id, title),
     counted as (insert into zine_stats (zine_id, favorite_count) select id, 1 from made)
     insert into favorites (user_id, zine_id, created_at)
     select $1, id, '2026-01-01'::timestamptz + (substr(title, 6)::int / 100) * interval '1 microsecond' from made`,
    owner.id,
    creator.id,
  )
  const titles = (await download(owner)).json('favorites.json').map((each: { title: string }) => each.title)
  expect(new Set(titles).size).toBe(450)
})

describe('a missing file', () => {
  test('is named in missing.txt, and everything else is there', async () => {
    const owner = await site.signUp()
    const { id, pages } = await publishFivePages(owner, 'Torn')
    const [torn] = await site.sql<{ hash: string }>(
      'select hash from zine_pages join media on media.id = media_id where zine_id = $1 and position = 2',
      id,
    )
    await site.media.storage.remove(`${torn?.hash}-1600.webp`)
    const { files, isExactly, names } = await download(owner)
    expect(String(files.get('missing.txt'))).toMatch(new RegExp(`\n\nmedia/torn-${id}/03.webp\n$`))
    expect(names).not.toContain(`media/torn-${id}/03.webp`)
    isExactly(`media/torn-${id}/04.webp`, pages[3])
  })

  test('because its zine is deleted during the download leaves the zip whole', async () => {
    const owner = await site.signUp()
    const zines = await Promise.all([1, 2, 3, 4].map((n) => publishFivePages(owner, `Going ${n}`)))
    const packed = download(owner)
    await Promise.all(zines.map(({ id }) => site.delete(`/api/zines/${id}`, owner, {})))
    for await (const { name } of site.media.storage.list()) await site.media.storage.remove(name)
    const { files, json, names } = await packed
    const listedFiles = json('zines.json').flatMap((zine: { pages: { file: string }[] }) =>
      zine.pages.map((page) => page.file),
    )
    const missing = String(files.get('missing.txt') ?? '')
    for (const file of listedFiles) expect(names.includes(file) !== missing.includes(file)).toBe(true)
  })
})

test('a stranger is rejected', async () => {
  const [owner, stranger] = [await site.signUp(), await site.signUp()]
  expect(await site.get(path(owner), stranger)).toMatchObject({ status: 403, body: { code: 'not_yours' } })
})

describe('over a real connection', () => {
  const aborters: AbortController[] = []
  afterEach(() => {
    for (const each of aborters.splice(0)) each.abort()
  })

  async function startLarge() {
    const owner = await site.signUp()
    const [video = ''] = await addMedia(site, owner, ['video'])
    await storeFile(video, 60_000_000)
    await publish(owner, { title: 'Long film', mediaFiles: [video] })
    const controller = new AbortController()
    aborters.push(controller)
    const response = await fetch((await listening(site)) + path(owner), {
      headers: { cookie: owner.cookie },
      signal: controller.signal,
    })
    return { response, controller, name: basename(video) }
  }

  /** This process's read position in the file. Undefined if it is not open. */
  function positionIn(name: string) {
    for (const fd of readdirSync('/proc/self/fd')) {
      try {
        if (!readlinkSync(`/proc/self/fd/${fd}`).endsWith(name)) continue
        return Number(/pos:\s*(\d+)/.exec(readFileSync(`/proc/self/fdinfo/${fd}`, 'utf8'))?.[1])
      } catch {
        // Closed in the meantime.
      }
    }
  }
  const isOpen = (name: string) => positionIn(name) !== undefined
  const soon = { interval: 20, timeout: 60_000 }
  test.skipIf(!existsSync('/proc/self/fd'))(
    'nothing is read ahead of a slow client, and resources are released when the client disconnects',
    async () => {
      const { response, controller, name } = await startLarge()
      const reader = response.body?.getReader()
      await reader?.read()
      await expect.poll(() => isOpen(name), soon).toBe(true)
      await sleep(300)
      expect(isOpen(name)).toBe(true)
      expect(positionIn(name)).toBeLessThan(30_000_000)
      controller.abort()
      await expect.poll(() => isOpen(name), soon).toBe(false)
    },
  )

  test('a whole one arrives whole', async () => {
    const { response } = await startLarge()
    const files = await unzip(Buffer.from(await response.arrayBuffer()))
    expect([...files.values()].at(-1)).toHaveLength(60_000_000)
  })
})
