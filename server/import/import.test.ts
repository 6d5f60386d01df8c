import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Draft, DraftPage } from '#contract/drafts.ts'
import { flatPages, lockedPdf } from '#server/documents/pdf.testing.ts'
import { fixture, fixturePath } from '#tests/fixtures/fixture.ts'
import { addMedia } from '#tests/support/library.ts'
import { createOperator } from '#tests/support/operator.ts'
import { type Member, startTestApp } from '#tests/support/test-app.ts'
import { createTestFolder } from '#tests/support/test-folder.ts'

const site = await startTestApp()
afterAll(() => site.close())
const owner = await site.signUp()
const folder = createTestFolder()

/** Each has two pictures. All other files in the folder are broken: one per row, each before a good file. */
const zines = 4
/** After so many drafts the first import is interrupted. */
const firstDrafts = 2
const brokenFiles = [
  ['not-an-image.png', /^broken-\d+\.png: /],
  ['document.pdf', /^broken-\d+\.png: This is a PDF\. A zine is made of images, one PDF/],
  ['clip.mp4', /^broken-\d+\.png: This is a video\. A zine is made of images, one PDF/],
  ['sound-only.ogg', /^broken-\d+\.png: This is a video\./],
  ['clip.avi', /^broken-\d+\.png: /],
] as const
/** Files that only the decoder recognises as broken. */
const undecodableFiles = [
  'truncated.jpg',
  'truncated.gif',
  'bomb-50000x50000.png',
  'entity-bomb.svg',
  'truncated-animation.webp',
] as const

async function writeLibrary() {
  const lines = ['title;files;alt texts;kind;languages;may print;shelf mark']
  for (let n = 1; n <= zines; n += 1) {
    await mkdir(join(folder, `zine-${n}`))
    for (const page of [1, 2]) await writePage(n, page)
    lines.push(`Zine ${n};zine-${n};First|"Second";perzine;pt;no;A ${n}`)
  }
  for (const [n, [name]] of brokenFiles.entries()) {
    await copyFile(fixturePath(name), join(folder, `broken-${n}.png`))
    lines.push(`Broken ${n};broken-${n}.png|zine-1/1.png`)
  }
  for (const name of undecodableFiles) {
    await copyFile(fixturePath(name), join(folder, name))
    lines.push(`Worse;zine-1/1.png|${name}`)
  }
  lines.push('Perhaps;zine-1;;;;perhaps', 'Absent;absent')
  await writeFile(join(folder, 'zines.csv'), lines.join('\r\n'))
}

async function writePage(n: number, page: number) {
  const background = { r: n * 5, g: page * 40, b: 128 }
  const picture = sharp({ create: { width: 8, height: 10, channels: 3, background } })
  await picture.png().toFile(join(folder, `zine-${n}`, `${page}.png`))
}

type Row = { row: number; title: string; outcome: string; message?: string }
const runImport = (...more: string[]) =>
  createOperator(site).runJson('import', folder, '--member', owner.username, ...more) as Promise<
    { code: number; says?: string; rows: Row[] } & Record<string, unknown>
  >
const count = async (table: 'drafts' | 'zines' | 'media' | 'draft_media') => {
  const { rows } = await site.pool.query<{ count: number }>(`select count(*)::int as count from ${table}`)
  return rows[0]?.count
}

/** Simulates a database out of memory on inserts into a table, until the returned function is called. */
async function failInsertsInto(table: string, condition: string) {
  await site.pool.query(`
    create function break_off() returns trigger language plpgsql as $$ begin
      if ${condition} then raise exception 'out of memory' using errcode = '53200'; end if;
      return new;
    end $$;
    create trigger break_off before insert on ${table} for each row execute function break_off()`)
  return () => site.pool.query('drop function break_off cascade')
}

const refused = brokenFiles.length + undecodableFiles.length + 2
beforeAll(writeLibrary)

test('a library is imported, with a message for each failed row, and continues after an interruption', async () => {
  const restoreInserts = await failInsertsInto('drafts', `(select count(*) from drafts) = ${firstDrafts}`)
  const first = await runImport()
  expect(first).toMatchObject({ code: 1, created: firstDrafts, says: expect.stringContaining('Run the command again') })
  const pages = await count('media')
  await restoreInserts()

  const second = await runImport()
  expect(second).toMatchObject({ code: 1, created: zines - firstDrafts, existing: firstDrafts, refused })
  expect(second.says).toBe('Ignored this column: shelf mark.')
  const messages = second.rows.slice(zines).map(({ message }) => message ?? '')
  for (const [n, [, message]] of brokenFiles.entries()) expect(messages[n]).toMatch(message)
  for (const [n, name] of undecodableFiles.entries())
    expect(messages[brokenFiles.length + n]).toMatch(new RegExp(`^${name}: [A-Z].+\\.$`))
  expect(messages.slice(-2)).toEqual([
    '“may print” must be yes or no, not “perhaps”.',
    'There is no file named absent.',
  ])

  // The media of the interrupted row is used, and refused rows leave nothing.
  expect(pages).toBe((firstDrafts + 1) * 2)
  const counts = [await count('drafts'), await count('media'), await count('draft_media')]
  expect(counts).toEqual([zines, zines * 2, zines * 2])
})

test('a second import creates no duplicates; a draft has its row’s content, and is not among manually created drafts', async () => {
  const table = join(folder, 'zines.csv')
  const lines = (await readFile(table, 'utf8')).split('\r\n')
  await writeFile(table, lines.slice(0, zines + 1).join('\n'))
  expect(await runImport()).toMatchObject({ code: 0, created: 0, existing: zines, refused: 0 })
  const { rows } = await site.pool.query<{ id: string }>(`select id from drafts where content ->> 'title' = 'Zine 3'`)
  const path = `/api/drafts/${rows[0]?.id}`
  const { body } = await site.call<{ draft: unknown }>({ path, as: owner })
  expect(body.draft).toMatchObject({
    content: {
      title: 'Zine 3',
      details: { kind: 'perzine', languages: ['pt'] },
      pages: ['First', '"Second"'].map((altText) => ({ altText, width: 8 })),
    },
  })
  const listed = await site.call<{ drafts: unknown[] }>({ path: `/api/users/${owner.id}/drafts`, as: owner })
  expect(listed.body.drafts).toEqual([])
  const created = await site.call({ method: 'POST', path: '/api/drafts', body: {}, as: owner })
  expect(created.status).toBe(201)
})

test('they can be published immediately, and are not created again', async () => {
  expect(await runImport('--publish')).toMatchObject({ published: zines, created: 0, existing: 0 })
  expect([await count('zines'), await count('drafts')]).toEqual([zines, 1])
  expect(await runImport('--publish')).toMatchObject({ published: 0, created: 0, existing: zines })
})

test('an invalid import is rejected with a message', async () => {
  const operator = createOperator(site)
  const { err } = await operator.runAdmin('import', folder)
  expect(err).toContain("Required option '--member <NAME>' not specified")
  const missingFolder = await operator.runAdmin('import', join(folder, 'nowhere'), '--member', owner.username)
  expect(missingFolder).toMatchObject({ code: 1, err: `${join(folder, 'nowhere')} does not exist.\n` })
  const empty = join(folder, 'zine-1')
  expect((await operator.runAdmin('import', empty, '--member', owner.username)).err).toContain('no CSV')
})

describe('PDFs and videos', () => {
  let maker: Member
  const library = join(folder, 'others')
  beforeAll(async () => {
    maker = await site.signUp()
    await mkdir(library)
    const files = {
      'sheets.pdf': flatPages(3),
      'clip.mp4': fixture('clip.mp4'),
      'locked.pdf': lockedPdf(),
      'torn.pdf': flatPages(3).subarray(0, 300),
      'long.pdf': flatPages(41),
      'sound.mp4': fixture('sound-only.mp4'),
      'zines.csv': `title,files,order,alt texts,page words
Sheets,sheets.pdf,2 3 1,First|Second,||Mine
Clip,clip.mp4,,A wave,
Locked,locked.pdf,,,
Torn,torn.pdf,,,
Long,long.pdf,,,
Sound,sound.mp4,,,
Words,sheets.pdf,,One|Two|Three|Four,
Both,sheets.pdf|clip.mp4,,,
`,
    }
    for (const [name, bytes] of Object.entries(files)) await writeFile(join(library, name), bytes)
  })

  const importAgain = (operator = createOperator(site), ...more: string[]) =>
    operator.runJson('import', library, '--member', maker.username, ...more) as Promise<{ rows: Row[] }>
  const outcomesOf = ({ rows }: { rows: Row[] }) => rows.map(({ outcome }) => outcome)
  const sixRefused = Array(6).fill('refused')
  const pagesOf = async (title: string) => {
    const { rows } = await site.pool.query<{ id: string; content: { pages: DraftPage[] } }>(
      `select id, content from drafts where owner_id = $1 and content ->> 'title' = $2`,
      [maker.id, title],
    )
    return { id: rows[0]?.id ?? '', pages: rows[0]?.content.pages ?? [] }
  }
  const listMediaKinds = async () => {
    const media = await site.pool.query('select kind from media where owner_id = $1', [maker.id])
    return media.rows.map(({ kind }) => kind).sort()
  }

  test('become drafts with all their pages; an interrupted one continues without duplicate pages', async () => {
    const mediaCountSql = `(select count(*) from media where owner_id = '${maker.id}')`
    const restoreInserts = await failInsertsInto('media', `${mediaCountSql} = 2`)
    expect(await importAgain()).toMatchObject({
      rows: [],
      says: expect.stringContaining('It ended at row 2'),
    })
    await restoreInserts()
    const mediaBefore = await site.pool.query('select id from media where owner_id = $1', [maker.id])
    const { rows } = await importAgain()
    expect(outcomesOf({ rows })).toEqual(['created', 'created', ...sixRefused])
    expect(rows.slice(2).map(({ message }) => message)).toEqual([
      'locked.pdf: This PDF is locked with a password. Save it without one and try again.',
      'torn.pdf: This PDF is damaged. Export it again and retry.',
      'long.pdf: This PDF has 41 pages. The limit is 40.',
      'sound.mp4: This file has sound but no video. Please select image or video files only.',
      '“alt texts” has 4 texts for 3 pages.',
      'sheets.pdf: This is a PDF. A zine is made of images, one PDF or one video.',
    ])
    // Refused rows leave nothing, and existing media is used.
    expect(await listMediaKinds()).toEqual(['image', 'image', 'image', 'video'])
    const mediaAfter = await site.pool.query('select id from media where owner_id = $1', [maker.id])
    expect(mediaAfter.rows).toEqual(expect.arrayContaining(mediaBefore.rows))
    expect((await pagesOf('Sheets')).pages).toMatchObject([
      { altText: '', transcript: 'Mine', isFromDocument: false },
      { altText: 'First', transcript: 'Page 1', isFromDocument: true },
      { altText: 'Second', transcript: 'Page 2', isFromDocument: true },
    ])
  })

  test('a video is looked at and saved as the draft it is, and no picture joins it', async () => {
    const { id, pages } = await pagesOf('Clip')
    expect(pages).toMatchObject([{ url: expect.stringMatching(/^\/media\/\w+\.mp4$/), altText: 'A wave' }])
    const path = `/api/drafts/${id}`
    type Answer = { draft: Draft; error: string }
    const { draft } = (await site.call<Answer>({ path, as: maker })).body
    const savedPages = draft.content.pages.map(({ width: _w, height: _h, placeholder: _p, ...page }) => page)
    const save = (draftPages: typeof savedPages) =>
      site.call<Answer>({
        method: 'PUT',
        path,
        as: maker,
        body: { version: draft.version, content: { ...draft.content, pages: draftPages } },
      })
    const pdfPage = (await pagesOf('Sheets')).pages[0] as (typeof savedPages)[number]
    const [picture = ''] = await addMedia(site, maker, ['image'])
    expect((await save([...savedPages, { ...pdfPage, url: picture }])).body.error).toMatch(
      /A video has to be published as its own zine/,
    )
    expect((await save(savedPages)).status).toBe(200)
    const listed = await site.call<{ drafts: { title: string; coverUrl: string }[] }>({
      path: `/api/users/${maker.id}/imported-drafts`,
      as: maker,
    })
    expect(listed.body.drafts.find(({ title }) => title === 'Clip')?.coverUrl).toMatch(/-1600\.webp$/)
  })

  test('are published like others, also where PDFs are no longer accepted', async () => {
    const shortZinesSite = { ...site, config: { ...site.config, longZinePages: 5 } }
    const result = await importAgain(createOperator(shortZinesSite), '--publish')
    expect(outcomesOf(result)).toEqual(['published', 'published', ...sixRefused])
    expect(result.rows[2]?.message).toBe('locked.pdf: This site does not support PDFs. Export the pages as images.')
    const { rows } = await site.pool.query(
      `select title, count(*)::int as pages, min(m.kind) as kind
       from zines z join zine_pages p on p.zine_id = z.id join media m on m.id = p.media_id
       where creator_id = $1 group by title order by title`,
      [maker.id],
    )
    expect(rows).toEqual([
      { title: 'Clip', pages: 1, kind: 'video' },
      { title: 'Sheets', pages: 3, kind: 'image' },
    ])
    expect(await listMediaKinds()).toEqual(['image', 'image', 'image', 'image', 'video'])
  })
})
