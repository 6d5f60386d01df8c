import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Member, startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { beginProject, logMinutes } from '#tests/support/workspace.ts'
import { pictureOf } from '#trials/site/publish.ts'
import { wholenessFaults } from './wholeness.ts'

let site: TestApp
let ana: Member
beforeAll(async () => {
  site = await startTestApp()
  ana = await site.signUp()
  const base64String = (await pictureOf(5)).toString('base64')
  const upload = { method: 'POST', path: '/api/upload-zine-media', body: { base64String }, as: ana } as const
  const { url } = (await site.call<{ url: string }>(upload)).body
  const body = { title: 'Moths', aspectRatio: '1:1', mediaFiles: [url] }
  const { zine } = (
    await site.call<{ zine: { id: string } }>({ method: 'POST', path: '/api/zines', body, as: ana })
  ).body
  await site.call({ method: 'POST', path: '/api/favorites/zines', body: { zineId: zine.id }, as: ana })
  const project = await beginProject(site, ana)
  await logMinutes(site, ana, { projectId: project.id, duration: 25 })
})
afterAll(() => site.close())

const faults = () => wholenessFaults(site.pool, site.dataDir)

test('a site that nobody interrupted is whole', async () => {
  expect(await faults()).toEqual([])
})

test.each([
  [
    'counters of favorites',
    'delete from favorites',
    'insert into favorites (user_id, zine_id) select $1, id from zines',
  ],
  ['counters of zines', 'update creator_stats set zine_count = 7', 'update creator_stats set zine_count = 1'],
  [
    'counters of followers',
    'update creator_stats set follower_count = 1',
    'update creator_stats set follower_count = 0',
  ],
  ['totals of projects', 'update projects set total_minutes = 50', 'update projects set total_minutes = 25'],
  [
    'more or less frequent than it is',
    'update search_words set zines = zines + 1',
    'update search_words set zines = zines - 1',
  ],
  [
    'is found by other words than it has',
    `update zine_search set document = replace(document, 'moths', 'months')`,
    `update zine_search set document = replace(document, 'months', 'moths')`,
  ],
  ['other pages than they say', 'update zines set page_count = 2', 'update zines set page_count = 1'],
  ['places between them', 'update zine_pages set position = 1', 'update zine_pages set position = 0'],
  [
    'other printings than they say',
    'insert into zine_printings (zine_id, number) select id, 1 from zines',
    'delete from zine_printings',
  ],
  ['other printings than they say', 'update zines set printing = 2', 'update zines set printing = 1'],
  [
    'one that they cannot have',
    `update zines set printing = 2;
     insert into zine_printings (zine_id, number, cover_media_id)
     select zine_id, number, media_id from zine_pages, generate_series(1, 2) number`,
    'delete from zine_printings; update zines set printing = 1',
  ],
  [
    'of a PDF that is still there',
    `with draft as (insert into drafts (owner_id, content) select creator_id, '{}' from zines returning id, owner_id),
       pdf as (insert into documents (draft_id, owner_id) select * from draft returning id)
     insert into document_pages (document_id, number, media_id) select pdf.id, 1, media_id from zine_pages, pdf`,
    'delete from drafts',
  ],
  [
    'PDFs were read and lack pages',
    `with draft as (insert into drafts (owner_id, content) select creator_id, '{}' from zines returning id, owner_id)
     insert into documents (draft_id, owner_id, state, page_count) select id, owner_id, 'done', 2 from draft`,
    'delete from drafts',
  ],
  [
    'neither there nor refused',
    `with draft as (insert into drafts (owner_id, content) select creator_id, '{}' from zines returning id, owner_id),
       pdf as (insert into documents (draft_id, owner_id) select * from draft returning id)
     insert into document_pages (document_id, number) select id, 1 from pdf`,
    'delete from drafts',
  ],
  ['projects have no text', 'update projects set version = 2', 'update projects set version = 1'],
])('it is noticed when %s', async (sentence, harm, mend) => {
  await site.pool.query(harm)
  expect((await faults()).join('\n')).toContain(sentence)
  await site.pool.query(mend, mend.includes('$1') ? [ana.id] : [])
  expect(await faults()).toEqual([])
})

test('it is noticed when a draft and a zine have the same picture, or a draft has none', async () => {
  const { rows } = await site.pool.query<{ hash: string }>(
    'select hash from zine_pages join media on media.id = media_id',
  )
  const content = { title: 'Twice', pages: [{ url: `/media/${rows[0]?.hash}-1600.webp` }] }
  await site.pool.query('insert into drafts (owner_id, content) values ($1, $2)', [ana.id, content])
  expect((await faults()).join('\n')).toContain('pages of drafts have no picture')
  await site.pool.query(
    'insert into draft_media (draft_id, media_id) select drafts.id, media_id from drafts, zine_pages',
  )
  await site.pool.query('update zines set draft_id = (select id from drafts)')
  expect(await faults()).toEqual([
    expect.stringContaining('pictures are in a draft and in a zine'),
    expect.stringContaining('drafts were published and are still there'),
  ])
  await site.pool.query('delete from drafts')
  expect(await faults()).toEqual([])
})

test('it is noticed when files, pages or passwords are gone', async () => {
  const files = await readdir(join(site.dataDir, 'media'), { recursive: true })
  for (const [at, ending] of ['-800.webp', '-print.jpg'].entries()) {
    await rm(join(site.dataDir, 'media', files.find((name) => name.endsWith(ending)) ?? ''))
    expect((await faults()).join('\n')).toContain(`${at + 1} files of pages are missing`)
  }
  await site.pool.query('delete from zine_pages')
  await site.pool.query('update accounts set password = null')
  expect((await faults()).join('\n')).toMatch(
    /zines have no pages[\s\S]*members have no profile, or no password/,
  )
})
