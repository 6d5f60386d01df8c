import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { beginDraft } from '#tests/support/drafts.ts'
import { addMedia, publishAs } from '#tests/support/library.ts'
import { type Member, startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { beginProject, logMinutes } from '#tests/support/workspace.ts'
import { unzip } from './unzip.testing.ts'

let site: TestApp
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'foldout-export-'))
  site = await startTestApp()
})
afterAll(async () => {
  await site.close()
  await rm(folder, { recursive: true })
})

const path = (member: { id: string }) => `/api/users/${member.id}/export`

async function download(member: Member, from = site) {
  const answer = await from.app.inject({ url: path(member), headers: { cookie: member.cookie } })
  expect(answer.statusCode).toBe(200)
  const files = await unzip(answer.rawPayload)
  const json = (name: string) => JSON.parse(String(files.get(name)))
  return { answer, files, json, names: [...files.keys()] }
}

/** Gives a file of media content that can be told from every other. */
async function keep(address: string, { size = 20_000, on = site } = {}) {
  const content = randomBytes(size)
  const file = join(folder, randomBytes(6).toString('hex'))
  await writeFile(file, content)
  await on.media.storage.put(basename(address), file)
  return content
}

const publish = (as: Member, body: object, on = site) =>
  on.call<{ zine: { id: string } }>({
    method: 'POST',
    path: '/api/zines',
    body: { aspectRatio: '4:5', ...body },
    as,
  })

async function publishFivePages(owner: Member, title: string, on = site) {
  const addresses = await addMedia(on, owner, ['image', 'image', 'image', 'image', 'image'])
  const pages = await Promise.all(addresses.map((address) => keep(address, { on })))
  const mediaFiles = addresses.map((url, n) => ({ url, altText: `Page ${n + 1}` })).reverse()
  const { body } = await publish(owner, { title, description: 'Ünïcode “text”', mediaFiles }, on)
  return { id: body.zine.id, pages: pages.reverse() }
}

test('a zine of five pages comes with its words, its bytes and its order', async () => {
  const owner = await site.signUp('Moth_Lady')
  const { id, pages } = await publishFivePages(owner, '  Noche / 夜: “Moths”!  ')
  const [video = ''] = await addMedia(site, owner, ['video'])
  const film = await keep(video, { size: 300_000 })
  const { body } = await publish(owner, { title: '¿?', mediaFiles: [video] })

  const { answer, files, json, names } = await download(owner)
  const inZine = (n: number) => `media/noche-夜-moths-${id}/0${n}.webp`
  const filmed = `media/${body.zine.id}/01.mp4`
  expect(names).toEqual([
    ...['README.txt', 'profile.json', 'account.json', 'zines.json', 'drafts.json', 'imports.json'],
    ...[
      'favorites.json',
      'follows.json',
      'blocks.json',
      'unwanted-zines.json',
      'shelves.json',
      'projects.json',
      'project-versions.json',
      'focus-sessions.json',
      'decisions.json',
    ],
    ...[1, 2, 3, 4, 5].map(inZine),
    filmed,
  ])
  for (const [n, page] of pages.entries()) expect(files.get(inZine(n + 1))?.equals(page)).toBe(true)
  expect(files.get(filmed)?.equals(film)).toBe(true)
  expect(json('zines.json')).toMatchObject([
    {
      id,
      title: 'Noche / 夜: “Moths”!',
      description: 'Ünïcode “text”',
      aspectRatio: '4:5',
      address: `/zine/${id}`,
      pages: [5, 4, 3, 2, 1].map((n, at) => ({ file: inZine(at + 1), altText: `Page ${n}` })),
    },
    { title: '¿?', pages: [{ file: filmed, altText: '' }] },
  ])
  expect(answer.headers).toMatchObject({
    'content-type': 'application/zip',
    'cache-control': 'private, no-store',
  })
  expect(answer.headers['content-encoding']).toBeUndefined()
  expect(answer.headers['content-disposition']).toMatch(
    /^attachment; filename="foldout-Moth_Lady-\d{4}-\d\d-\d\d\.zip"; filename\*=UTF-8''foldout-Moth_Lady-/,
  )
})

test('what pages are printed from comes along, too', async () => {
  const [owner, other] = [await site.signUp(), await site.signUp()]
  const [page = '', old = ''] = await addMedia(site, owner, ['image', 'image'])
  const hash = page.slice('/media/'.length, -'-1600.webp'.length)
  await site.pool.query('update media set print_width = 2480 where hash = $1', [hash])
  const shown = await keep(page)
  const printed = await keep(`${hash}-print.jpg`)
  await keep(old)
  const { body } = await publish(owner, { title: 'Paper', mediaFiles: [page, old], mayPrint: true })
  await site.pool.query(
    `insert into media (owner_id, kind, hash, extension, width, height, byte_size, print_width)
     values ($1, 'image', $2, 'webp', 800, 1000, 1, 2480)`,
    [other.id, hash],
  )
  const inZine = (name: string) => `media/paper-${body.zine.id}/${name}`
  const { files, json, names } = await download(owner)
  expect(names.slice(15)).toEqual(['01.webp', '01-print.jpg', '02.webp'].map(inZine))
  expect(files.get(inZine('01.webp'))?.equals(shown)).toBe(true)
  expect(files.get(inZine('01-print.jpg'))?.equals(printed)).toBe(true)
  expect(json('zines.json')).toMatchObject([
    {
      mayPrint: true,
      pages: [{ file: inZine('01.webp'), printFile: inZine('01-print.jpg') }, { file: inZine('02.webp') }],
    },
  ])
  expect(json('zines.json')[0].pages[1]).not.toHaveProperty('printFile')
})

test('printings come with their notes and the covers that former ones had, and pages with their words', async () => {
  const owner = await site.signUp()
  const urls = await addMedia(site, owner, ['image', 'image', 'image'])
  const [cover = '', page = '', fresh = ''] = urls
  const [former] = await Promise.all(urls.map((url) => keep(url)))
  const body = { title: 'Twice', mediaFiles: [cover, page], readingDirection: 'rtl' }
  const { id } = (await publish(owner, body)).body.zine
  const pages = [{ url: fresh, transcript: 'Mind the gap' }, page]
  const update = { version: 1, pages, printingNote: 'A better map' }
  await site.call({ method: 'PUT', path: `/api/zines/${id}`, body: update, as: owner })

  const { files, json, names } = await download(owner)
  const inZine = (name: string) => `media/twice-${id}/${name}.webp`
  expect(names.slice(15)).toEqual(['01', '02', 'cover-of-printing-1'].map(inZine))
  expect(files.get(inZine('cover-of-printing-1'))?.equals(former as Buffer)).toBe(true)
  expect(json('zines.json')).toMatchObject([
    {
      ...{ readingDirection: 'rtl', printing: 2, editedAt: expect.any(String) },
      pages: [{ transcript: 'Mind the gap' }, { transcript: '' }],
      printings: [
        { number: 1, note: null, coverFile: inZine('cover-of-printing-1') },
        { number: 2, note: 'A better map' },
      ],
    },
  ])
})

test('what the member is and likes comes along, and nothing secret or of others', async () => {
  const [owner, creator, fan] = [
    await site.signUp('дом_книг'),
    await site.signUp('liked'),
    await site.signUp('fan'),
  ]
  const liked = await publishAs(site, creator, 'A zine I like')
  await site.pool.query(
    `update profiles set bio = 'Reads.', picture_url = $2, contact_email = 'me@example.org' where user_id = $1`,
    [owner.id, `/media/${'ab'.repeat(16)}-1600.webp`],
  )
  const portrait = await keep(`/media/${'ab'.repeat(16)}-1600.webp`)
  await site.pool.query(
    `insert into accounts (user_id, account_id, provider_id, access_token, refresh_token, id_token)
     values ($1, 'octocat-77', 'github', 'access-secret', 'refresh-secret', 'id-secret')`,
    [owner.id],
  )
  await site.call({ method: 'POST', path: '/api/favorites/zines', body: { zineId: liked.id }, as: owner })
  await site.pool.query('insert into follows values ($1, $2), ($3, $1)', [owner.id, creator.id, fan.id])
  const disliked = await site.signUp('disliked')
  const unwanted = await publishAs(site, creator, 'A zine I do not like')
  for (const rest of [`blocks/${disliked.id}`, `unwanted-zines/${unwanted.id}`])
    await site.call({ method: 'PUT', path: `/api/users/${owner.id}/${rest}`, as: owner })
  const notes = { note: 'For Jo', privateNote: 'Lent out' }
  await site.call({
    ...{ method: 'PUT', path: `/api/shelves/to-read/zines/${liked.id}`, body: notes, as: owner },
  })
  const others = { ...notes, privateNote: 'not-for-others' }
  await site.call({
    ...{ method: 'PUT', path: `/api/shelves/to-read/zines/${liked.id}`, body: others, as: fan },
  })

  const { answer, files, json } = await download(owner)
  expect(json('profile.json')).toMatchObject({
    ...{ id: owner.id, username: 'дом_книг', bio: 'Reads.' },
    contactInfo: { email: 'me@example.org', website: null },
  })
  expect(files.get('media/profile-picture.webp')?.equals(portrait)).toBe(true)
  expect(json('account.json')).toMatchObject({
    email: owner.email,
    emailConfirmed: false,
    identities: [{ provider: 'password' }, { provider: 'github' }],
    devices: [{ device: expect.any(String) }],
  })
  expect(json('favorites.json')).toMatchObject([
    { title: 'A zine I like', creator: 'liked', address: `/zine/${liked.id}` },
  ])
  expect(json('follows.json')).toMatchObject([{ creator: 'liked', address: `/profile/${creator.id}` }])
  expect(json('blocks.json')).toMatchObject([{ creator: 'disliked', address: `/profile/${disliked.id}` }])
  expect(json('unwanted-zines.json')).toMatchObject([
    { title: 'A zine I do not like', creator: 'liked', address: `/zine/${unwanted.id}` },
  ])
  expect(json('shelves.json')).toMatchObject([
    {
      ...{ title: 'To read', visibility: 'private', isToRead: true },
      zines: [{ title: 'A zine I like', creator: 'liked', address: `/zine/${liked.id}`, ...notes }],
    },
  ])
  expect(answer.headers['content-disposition']).toContain(`filename="foldout-________-`)
  expect(answer.headers['content-disposition']).toContain(encodeURIComponent('foldout-дом_книг-'))

  const texts = [...files].filter(([name]) => /json$|txt$/.test(name)).map(([, content]) => String(content))
  const secrets = await site.pool.query<{ secret: string }>(
    `select token as secret from sessions union all select password from accounts where password is not null
     union all select email from users where id <> $1`,
    [owner.id],
  )
  for (const secret of [
    'octocat',
    '-secret',
    'argon2',
    'not-for-others',
    ...secrets.rows.map((row) => row.secret),
  ])
    expect(texts.join()).not.toContain(secret)
})

test('an account with nothing in it is a whole zip too', async () => {
  const { json, names } = await download(await site.signUp())
  expect(names).toHaveLength(15)
  for (const list of names.filter((name) => !/README|profile|account/.test(name)))
    expect(json(list)).toEqual([])
})

test('projects come with their texts, earlier ones too, and the time spent on them', async () => {
  const [owner, other] = [await site.signUp(), await site.signUp()]
  await beginProject(site, other, { title: 'Not theirs' })
  const projects = []
  for (let n = 1; n <= 7; n += 1)
    projects.push(await beginProject(site, owner, { title: `Plan ${n}`, notes: `Draft “${n}”` }))
  const id = projects[0]?.id ?? ''
  const body = { notes: 'Better', version: 1 }
  await site.call({ method: 'PUT', path: `/api/projects/${id}`, body, as: owner })
  await logMinutes(site, owner, { projectId: id, duration: 25 })
  const { session } = (await logMinutes(site, owner, { projectId: id, duration: 5 })).body
  await site.call({ method: 'DELETE', path: `/api/focus-sessions/${session.id}`, as: owner })

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

test('drafts come with what they say and show, and none of anybody else', async () => {
  const [owner, other] = [await site.signUp(), await site.signUp()]
  await beginDraft(site, other, { title: 'Not theirs' })
  const project = await beginProject(site, owner, { title: 'Plan' })
  const urls = await addMedia(site, owner, ['image', 'image'])
  const shown = await Promise.all(urls.map((url) => keep(url)))
  const hash = urls[1]?.slice('/media/'.length, -'-1600.webp'.length)
  await site.pool.query('update media set print_width = 2480 where hash = $1', [hash])
  const printed = await keep(`${hash}-print.jpg`)
  const pages = urls.map((url, at) => ({ url, altText: `Page ${at + 1}`, transcript: 'Dust' })).reverse()
  const said = { title: 'Noche', description: 'Soon', readingDirection: 'rtl', pages } as const
  const { id } = await beginDraft(site, owner, said, { projectId: project.id })
  await beginDraft(site, owner)

  const { files, json, names } = await download(owner)
  const inDraft = (name: string) => `media/noche-${id}/${name}`
  expect(names.slice(15)).toEqual(['01.webp', '01-print.jpg', '02.webp'].map(inDraft))
  expect(files.get(inDraft('02.webp'))?.equals(shown[0] as Buffer)).toBe(true)
  expect(files.get(inDraft('01-print.jpg'))?.equals(printed)).toBe(true)
  expect(json('drafts.json')).toMatchObject([
    {
      ...{ id, projectId: project.id, title: 'Noche', description: 'Soon', readingDirection: 'rtl' },
      ...{ aspectRatio: '4:5', publishAt: null },
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

test('the video of an imported draft comes, not the frame that stands for it', async () => {
  const owner = await site.signUp()
  const [url = ''] = await addMedia(site, owner, ['video'])
  const video = await keep(url)
  const { id } = await beginDraft(site, owner, { title: 'Tides' })
  await site.pool.query(
    `update drafts set is_imported = true,
       content = jsonb_set(content, '{pages}', jsonb_build_array(jsonb_build_object('url', $2::text, 'altText', 'Waves', 'transcript', '')))
     where id = $1`,
    [id, url],
  )
  const { files } = await download(owner)
  expect(files.get(`media/tides-${id}/01.mp4`)?.equals(video)).toBe(true)
})

test('imports come with what became of each row, and none of anybody else', async () => {
  const [owner, stranger] = [await site.signUp(), await site.signUp()]
  for (const { id } of [owner, stranger])
    await site.pool.query(
      `with begun as (
         insert into imports (owner_id, upload_id, state, row_count, note)
         values ($1::uuid, 'zip of ' || $1::uuid, 'done', 2, 'Nothing was read.') returning id)
       insert into import_rows (import_id, number, title, outcome, says)
       select id, n, 'Moths of ' || $1::uuid, case n when 2 then 'made' else 'refused' end, case n when 3 then 'Why not' end
       from begun, generate_series(3, 2, -1) n`,
      [id],
    )
  const { json } = await download(owner)
  const row = { title: `Moths of ${owner.id}`, draftId: null }
  expect(json('imports.json')).toEqual([
    {
      ...{
        state: 'done',
        refusal: null,
        note: 'Nothing was read.',
        rowCount: 2,
        createdAt: expect.any(String),
      },
      rows: [
        { ...row, number: 2, outcome: 'made', says: null },
        { ...row, number: 3, outcome: 'refused', says: 'Why not' },
      ],
    },
  ])
})

test('more favorites than are read at once come all, in their order', async () => {
  const [owner, creator] = [await site.signUp(), await site.signUp()]
  await site.pool.query(
    `with made as (
       insert into zines (creator_id, title, aspect_ratio) select $2, 'Zine ' || n, '1:1' from generate_series(1, 450) n
       returning id, title),
     counted as (insert into zine_stats (zine_id, favorite_count) select id, 1 from made)
     insert into favorites (user_id, zine_id, created_at)
     select $1, id, '2026-01-01'::timestamptz + (substr(title, 6)::int / 100) * interval '1 microsecond' from made`,
    [owner.id, creator.id],
  )
  const titles = (await download(owner)).json('favorites.json').map((each: { title: string }) => each.title)
  expect(new Set(titles).size).toBe(450)
})

describe('a file that is gone', () => {
  test('is named in missing.txt, and everything else is there', async () => {
    const owner = await site.signUp()
    const { id, pages } = await publishFivePages(owner, 'Torn')
    const { rows } = await site.pool.query<{ hash: string }>(
      'select hash from zine_pages join media on media.id = media_id where zine_id = $1 and position = 2',
      [id],
    )
    await site.media.storage.remove(`${rows[0]?.hash}-1600.webp`)
    const { files, names } = await download(owner)
    expect(String(files.get('missing.txt'))).toMatch(new RegExp(`\n\nmedia/torn-${id}/03.webp\n$`))
    expect(names).not.toContain(`media/torn-${id}/03.webp`)
    expect(files.get(`media/torn-${id}/04.webp`)?.equals(pages[3] as Buffer)).toBe(true)
  })

  test('because its zine is deleted during the download leaves the zip whole', async () => {
    const owner = await site.signUp()
    const zines = await Promise.all([1, 2, 3, 4].map((n) => publishFivePages(owner, `Going ${n}`)))
    const packed = download(owner)
    await Promise.all(
      zines.map(({ id }) => site.call({ method: 'DELETE', path: `/api/zines/${id}`, body: {}, as: owner })),
    )
    for await (const { name } of site.media.storage.list()) await site.media.storage.remove(name)
    const { files, json, names } = await packed
    const told = json('zines.json').flatMap((zine: { pages: { file: string }[] }) =>
      zine.pages.map((page) => page.file),
    )
    const missing = String(files.get('missing.txt') ?? '')
    for (const file of told) expect(names.includes(file) !== missing.includes(file)).toBe(true)
  })
})

describe('it is for the member alone', () => {
  test('a stranger is refused', async () => {
    const [owner, stranger] = [await site.signUp(), await site.signUp()]
    const answer = await site.call({ path: path(owner), as: stranger })
    expect(answer).toMatchObject({ status: 403, body: { code: 'not_yours' } })
  })
})

describe('over a real connection', () => {
  const going: AbortController[] = []
  afterEach(() => {
    for (const each of going.splice(0)) each.abort()
  })

  async function startLarge() {
    const owner = await site.signUp()
    const [video = ''] = await addMedia(site, owner, ['video'])
    await keep(video, { size: 60_000_000 })
    await publish(owner, { title: 'Long film', mediaFiles: [video] })
    if (!site.app.server.listening) await site.app.listen({ port: 0, host: '127.0.0.1' })
    const address = site.app.server.address()
    const port = address && typeof address === 'object' ? address.port : 0
    const controller = new AbortController()
    going.push(controller)
    const { signal } = controller
    const answer = await fetch(`http://127.0.0.1:${port}${path(owner)}`, {
      headers: { cookie: owner.cookie },
      signal,
    })
    return { answer, controller, name: basename(video) }
  }

  /** How far this process has read the file, undefined when it does not have it open. */
  function placeIn(name: string) {
    for (const fd of readdirSync('/proc/self/fd')) {
      try {
        if (!readlinkSync(`/proc/self/fd/${fd}`).endsWith(name)) continue
        return Number(/pos:\s*(\d+)/.exec(readFileSync(`/proc/self/fdinfo/${fd}`, 'utf8'))?.[1])
      } catch {
        // Closed while it was looked at.
      }
    }
  }
  const isOpen = (name: string) => placeIn(name) !== undefined
  const becomes = async (wanted: boolean, name: string) => {
    for (let waited = 0; waited < 5_000 && isOpen(name) !== wanted; waited += 20) await sleep(20)
    return isOpen(name)
  }

  test.skipIf(!existsSync('/proc/self/fd'))(
    'nothing is read ahead of a slow reader, and what is read is let go when the reader leaves',
    async () => {
      const { answer, controller, name } = await startLarge()
      const reader = answer.body?.getReader()
      await reader?.read()
      expect(await becomes(true, name)).toBe(true)
      await sleep(300)
      expect(isOpen(name)).toBe(true)
      expect(placeIn(name)).toBeLessThan(30_000_000)
      controller.abort()
      expect(await becomes(false, name)).toBe(false)
    },
  )

  test('a whole one arrives whole', async () => {
    const { answer } = await startLarge()
    const files = await unzip(Buffer.from(await answer.arrayBuffer()))
    expect([...files.values()].at(-1)).toHaveLength(60_000_000)
  })
})
