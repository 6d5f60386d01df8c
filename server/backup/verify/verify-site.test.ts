import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, truncate, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rebuildSearch } from '#server/search/rebuild.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { liveIn } from '../lived-in-site.testing.ts'
import { makeBackup } from '../make-backup.ts'
import { verifySite } from './verify-site.ts'

let site: TestApp
let lived: Awaited<ReturnType<typeof liveIn>>
let home: string
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'foldout-verify-'))
  site = await startTestApp()
  lived = await liveIn(site)
})
afterAll(async () => {
  await site.close()
  await rm(home, { recursive: true, force: true })
})

const verify = (backups?: string) => verifySite({ config: site.config, pool: site.pool, backups })
const sql = (text: string, values?: unknown[]) => site.pool.query(text, values)
const pathOf = (name: string) => join(site.dataDir, 'media', name.slice(0, 2), name)
const fileOf = (address = '') => address.slice('/media/'.length)

const counter = (sentence: RegExp) => ({ kind: 'counter', sentence: expect.stringMatching(sentence) })
const search = (sentence: RegExp) => ({ kind: 'search', sentence: expect.stringMatching(sentence) })
const file = (sentence: RegExp) => ({ kind: 'file', sentence: expect.stringMatching(sentence) })

test('an honest site has no fault, nor has one that is being used, hidden from or left', async () => {
  expect(await verify()).toEqual([])
  await sql(`select graphile_worker.add_job('index-zines-of', json_build_object('creatorId', $1::text))`, [
    lived.ana.id,
  ])
  await sql(`update zines set title = 'Renamed paper' where id = $1`, [lived.one.id])
  expect(await verify()).toEqual([])
  await sql(
    `select graphile_worker.complete_jobs(array_agg(id)) from graphile_worker.jobs where task_identifier = 'index-zines-of'`,
  )
  expect(await verify()).toContainEqual(
    search(/is found by other words than it has; `npm run search:rebuild`/),
  )
  await rebuildSearch(site.db)
  expect(await verify()).toEqual([])
})

/** In the index they stay; `restoreAll` undoes it. */
const suspendAll = `
  create table kept_stats as select * from creator_stats;
  create table kept_zine_stats as select * from zine_stats;
  delete from zine_stats; delete from creator_stats; update users set suspended_at = now()`
const restoreAll = `
  update users set suspended_at = null;
  insert into creator_stats select * from kept_stats; insert into zine_stats select * from kept_zine_stats;
  drop table kept_stats, kept_zine_stats`

/** In every column of every table of the search index: wrong, missing, and too much. */
const damages: [what: string, damage: string][] = [
  ['dates of zines', `update zine_search set created_at = created_at - interval '40 days'`],
  ['words of zines', `update zine_search set document = document || E' stray \n'`],
  ['filter terms of zines', `update zine_search set document = E'\n KIND:comic' || document`],
  ['missing zines', 'delete from zine_search'],
  ['words of creators', `update creator_search set document = document || E' stray \n'`],
  ['missing creators', 'delete from creator_search'],
  ['creators that are suspended', suspendAll],
  [
    'missing words',
    'delete from search_words where word in (select word from search_words order by 1 limit 9)',
  ],
  ['counts of zines', 'update search_words set zines = zines + 3'],
  ['counts of creators', 'update search_words set creators = greatest(creators - 1, 0)'],
  [
    'words that nothing has',
    `insert into search_words select 'stray' || n, 2, 1 from generate_series(1, 900) n`,
  ],
  ['counts that wait', `insert into search_word_additions (words) select array_agg(word) from search_words`],
  [
    'zines that are hidden',
    `delete from zine_stats where zine_id in (select zine_id from zine_stats limit 1);
     update zines set hidden_at = now() where id not in (select zine_id from zine_stats);
     update creator_stats s set zine_count = (
       select count(*) from zine_stats join zines on id = zine_id where creator_id = s.creator_id)`,
  ],
]

test.each(damages)('damage to %s is found, and a rebuild repairs it', async (_what, damage) => {
  await sql(damage)
  expect(await verify()).toContainEqual(search(/npm run search:rebuild/))
  await rebuildSearch(site.db)
  expect(await verify()).toEqual([])
  if (damage === suspendAll) await sql(restoreAll)
  await sql(`
    insert into zine_stats select id, 0 from zines where hidden_at is not null;
    update zines set hidden_at = null;
    update zine_stats s set favorite_count = (select count(*) from favorites f where f.zine_id = s.zine_id);
    update creator_stats s set zine_count = (
      select count(*) from zine_stats join zines on id = zine_id where creator_id = s.creator_id)`)
  await rebuildSearch(site.db)
})

type Planted = [what: string, plant: () => Promise<unknown>, mend: () => Promise<unknown>, said: object]

const stray = `${randomBytes(16).toString('hex')}-400.webp`
const put = (text: string) => () => sql(text)
/** A counter that is one more than the rows it counts. */
const counted = (what: string, table: string, column: string, said: RegExp): Planted => [
  what,
  put(`update ${table} set ${column} = ${column} + 1`),
  put(`update ${table} set ${column} = ${column} - 1`),
  counter(said),
]
/** Says the same when it is planted as when it is mended. */
const turned = (what: string, text: string, said: RegExp): Planted => [
  what,
  put(text),
  put(text),
  counter(said),
]

const planted = (): Planted[] => [
  counted('favorites', 'zine_stats', 'favorite_count', /its number of favorites is 2, and should be 1/),
  counted('zines', 'creator_stats', 'zine_count', /creator .*: the number of zines is 2, and should be 1/),
  counted('followers', 'creator_stats', 'follower_count', /the number of followers is/),
  counted('pages', 'zines', 'page_count', /its number of pages is/),
  turned(
    'notes of pages',
    'update zines set has_noted_pages = not has_noted_pages',
    /zine .*: whether pages of it have a note is true, and should be false/,
  ),
  counted('minutes', 'projects', 'total_minutes', /its total of minutes is 26, and should be 25/),
  counted('sessions', 'projects', 'session_count', /project .*: its number of sessions is 2/),
  counted(
    'lines of a shelf',
    'shelves',
    'item_count',
    /shelf .*: how much stands on it is 3, and should be 2/,
  ),
  counted('texts', 'projects', 'kept_bytes', /what its texts take is/),
  counted('projects', 'member_counts', 'projects', /member .*: the number of projects is 2, and should be 1/),
  [
    'followed',
    put('update member_counts set follows = 0 where follows > 0'),
    put('update member_counts m set follows = (select count(*) from follows where follower_id = m.user_id)'),
    counter(/the number of followed creators is 0, and should be 1/),
  ],
  [
    'a zine without a counter',
    put(
      `create temporary table if not exists t as select 1; delete from zine_stats where favorite_count = 0`,
    ),
    put('insert into zine_stats select id, 0 from zines where id not in (select zine_id from zine_stats)'),
    counter(/zine .* is shown nowhere, for it has no counter/),
  ],
  [
    'a creator without a counter',
    put('create table gone as select * from creator_stats; delete from creator_stats'),
    put('insert into creator_stats select * from gone; drop table gone'),
    counter(/creator .* is shown nowhere, for it has no counter/),
  ],
  [
    'a hidden zine that is shown',
    put(`update zines set hidden_at = now() where title = 'Paper boats'`),
    put('update zines set hidden_at = null'),
    counter(/is shown though it is hidden/),
  ],
  [
    'a suspended member who is shown',
    put(`update users set suspended_at = now() where username = 'Ben'`),
    put('update users set suspended_at = null'),
    counter(/creator .* is shown though it is hidden/),
  ],
  [
    'a page without its file',
    () => site.media.storage.remove(fileOf(lived.two.mediaFiles[0])),
    () => writeFile(pathOf(fileOf(lived.two.mediaFiles[0])), 'x'),
    file(/\.mp4 is shown by a row, and the file is missing/),
  ],
  [
    'a file without a row',
    plantStray,
    () => site.media.storage.remove(stray),
    file(new RegExp(`${stray} is shown by nothing`)),
  ],
  [
    'a document that is not there',
    put('create table kept as select * from zine_search; delete from zine_search'),
    put('insert into zine_search select * from kept; drop table kept'),
    search(/zine .* is found by nothing; `npm run search:rebuild`/),
  ],
  [
    'an order that is another',
    put(`update zine_search set created_at = created_at - interval '1 day' where document like '%boats%'`),
    put(`update zine_search set created_at = created_at + interval '1 day' where document like '%boats%'`),
    search(/a search for paper does not find what has it/),
  ],
]

async function plantStray() {
  const path = join(site.dataDir, stray)
  await writeFile(path, 'x')
  await site.media.storage.put(stray, path)
  await utimes(pathOf(stray), new Date('2026-01-01'), new Date('2026-01-01'))
}

test('every planted fault is found and named, and nothing once it is mended', {
  timeout: 60_000,
}, async () => {
  for (const [what, plant, mend, said] of planted()) {
    await plant()
    expect([what, await verify()]).toEqual([what, expect.arrayContaining([said])])
    await mend()
  }
  expect(await verify()).toEqual([])
})

test('a backup that is not what its manifest says is named, and one that is not there', async () => {
  const folder = join(home, 'backups')
  const { name } = await makeBackup({ config: site.config, pool: site.pool, folder })
  expect(await verify(folder)).toEqual([])
  await truncate(
    join(folder, 'media', fileOf(lived.two.mediaFiles[0]).slice(0, 2), fileOf(lived.two.mediaFiles[0])),
    10,
  )
  await truncate(join(folder, name, 'tables', 'users.zst'), 10)
  expect(await verify(folder)).toEqual([
    { kind: 'backup', sentence: expect.stringMatching(/users\.zst is damaged/) },
    { kind: 'backup', sentence: expect.stringMatching(/\.mp4 is damaged/) },
  ])
  expect(await verify(join(home, 'nowhere'))).toEqual([
    { kind: 'backup', sentence: expect.stringContaining('There is no backup in') },
  ])
})
