import { randomBytes } from 'node:crypto'
import { truncate, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { rebuildSearch } from '#server/search/rebuild.ts'
import { startTestApp } from '#tests/support/test-app.ts'
import { createTestFolder } from '#tests/support/test-folder.ts'
import { makeBackup } from '../make-backup.ts'
import { populateSite } from '../populated-site.testing.ts'
import { verifySite } from './verify-site.ts'

const home = createTestFolder()
const site = await startTestApp()
afterAll(() => site.close())
const populated = await populateSite(site)

const verify = (backups?: string) => verifySite({ config: site.config, pool: site.pool, backups })
const sql = (text: string, values?: unknown[]) => site.pool.query(text, values)
const pathOf = (name: string) => join(site.dataDir, 'media', name.slice(0, 2), name)
const fileNameOf = (address = '') => address.slice('/media/'.length)

const counter = (message: RegExp) => ({ kind: 'counter', sentence: expect.stringMatching(message) })
const search = (message: RegExp) => ({ kind: 'search', sentence: expect.stringMatching(message) })
const file = (message: RegExp) => ({ kind: 'file', sentence: expect.stringMatching(message) })

test('verification finds no problems in a site that members use, hide from and leave', async () => {
  expect(await verify()).toEqual([])
  await sql(`select graphile_worker.add_job('index-zines-of', json_build_object('creatorId', $1::text))`, [
    populated.ana.id,
  ])
  await sql(`update zines set title = 'Renamed paper' where id = $1`, [populated.one.id])
  expect(await verify()).toEqual([])
  await sql(
    `select graphile_worker.complete_jobs(array_agg(id)) from graphile_worker.jobs where task_identifier = 'index-zines-of'`,
  )
  expect(await verify()).toContainEqual(search(/is found by other words than it has; `npm run search:rebuild`/))
  await rebuildSearch(site.db)
  expect(await verify()).toEqual([])
})

/** Suspends all members without changing the search index; `restoreAll` undoes it. */
const suspendAll = `
  create table kept_stats as select * from creator_stats;
  create table kept_zine_stats as select * from zine_stats;
  delete from zine_stats; delete from creator_stats; update users set suspended_at = now()`
const restoreAll = `
  update users set suspended_at = null;
  insert into creator_stats select * from kept_stats; insert into zine_stats select * from kept_zine_stats;
  drop table kept_stats, kept_zine_stats`

/** Wrong, missing and surplus values in every column of every search table. */
const damageStatements = {
  'dates of zines': `update zine_search set created_at = created_at - interval '40 days'`,
  'words of zines': `update zine_search set document = document || E' stray \n'`,
  'filter terms of zines': `update zine_search set document = E'\n KIND:comic' || document`,
  'titles of zines': `update zine_search set title = title || ' stray'`,
  'missing zines': 'delete from zine_search',
  'words of creators': `update creator_search set document = document || E' stray \n'`,
  'names of creators': `update creator_search set username = 'stray', name = null`,
  'missing creators': 'delete from creator_search',
  'creators that are suspended': suspendAll,
  'missing words': 'delete from terms where term in (select term from terms order by 1 limit 9)',
  'counts of zines': 'update terms set zines = zines + 3',
  'counts of creators': 'update terms set creators = greatest(creators - 1, 0)',
  'words that nothing has': `insert into terms select 'stray' || n, 2, 1 from generate_series(1, 900) n`,
  'counts that wait': `insert into term_count_deltas (terms) select array_agg(term) from terms`,
  'zines that are hidden': `
    delete from zine_stats where zine_id in (select zine_id from zine_stats limit 1);
    update zines set hidden_at = now() where id not in (select zine_id from zine_stats);
    update creator_stats s set zine_count = (
      select count(*) from zine_stats join zines on id = zine_id where creator_id = s.creator_id)`,
}

test.each(Object.entries(damageStatements))(
  'damage to %s is found, and a rebuild repairs it',
  async (_what, damage) => {
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
  },
)

type PlantedProblem = [plant: () => Promise<unknown>, mend: () => Promise<unknown>, said: object]

const strayFile = `${randomBytes(16).toString('hex')}-400.webp`
const plantWithSql = (plantSql: string, repairSql: string): [PlantedProblem[0], PlantedProblem[1]] => [
  () => sql(plantSql),
  () => sql(repairSql),
]
const wrongCounter = (table: string, column: string, message: RegExp): PlantedProblem => [
  ...plantWithSql(`update ${table} set ${column} = ${column} + 1`, `update ${table} set ${column} = ${column} - 1`),
  counter(message),
]
const emptiedTable = (table: string) =>
  plantWithSql(
    `create table kept as select * from ${table}; delete from ${table}`,
    `insert into ${table} select * from kept; drop table kept`,
  )
const invertNotedPages = 'update zines set has_page_content_notes = not has_page_content_notes'
const videoFile = fileNameOf(populated.two.mediaFiles[0])

const plantedProblems: Record<string, PlantedProblem> = {
  favorites: wrongCounter('zine_stats', 'favorite_count', /its number of favorites is 2, and should be 1/),
  zines: wrongCounter('creator_stats', 'zine_count', /creator .*: the number of zines is 2, and should be 1/),
  followers: wrongCounter('creator_stats', 'follower_count', /the number of followers is/),
  pages: wrongCounter('zines', 'page_count', /its number of pages is/),
  'notes of pages': [
    ...plantWithSql(invertNotedPages, invertNotedPages),
    counter(/zine .*: whether pages of it have a note is true, and should be false/),
  ],
  minutes: wrongCounter('projects', 'total_minutes', /its total of minutes is 26, and should be 25/),
  sessions: wrongCounter('projects', 'session_count', /project .*: its number of sessions is 2/),
  shelves: wrongCounter('shelves', 'item_count', /shelf .*: its number of zines is 3, and should be 2/),
  texts: wrongCounter('projects', 'text_bytes', /its text size is/),
  projects: wrongCounter('member_counts', 'projects', /member .*: the number of projects is 2, and should be 1/),
  followed: [
    ...plantWithSql(
      'update member_counts set follows = 0 where follows > 0',
      'update member_counts m set follows = (select count(*) from follows where follower_id = m.user_id)',
    ),
    counter(/the number of followed creators is 0, and should be 1/),
  ],
  'a zine without a counter': [
    ...plantWithSql(
      'delete from zine_stats where favorite_count = 0',
      'insert into zine_stats select id, 0 from zines where id not in (select zine_id from zine_stats)',
    ),
    counter(/zine .* is not visible anywhere, because it has no counter/),
  ],
  'a creator without a counter': [
    ...emptiedTable('creator_stats'),
    counter(/creator .* is not visible anywhere, because it has no counter/),
  ],
  'a hidden zine that is shown': [
    ...plantWithSql(
      `update zines set hidden_at = now() where title = 'Paper boats'`,
      'update zines set hidden_at = null',
    ),
    counter(/zine .* is visible although it is hidden/),
  ],
  'a suspended member who is shown': [
    ...plantWithSql(
      `update users set suspended_at = now() where username = 'Ben'`,
      'update users set suspended_at = null',
    ),
    counter(/creator .* is visible although it is hidden/),
  ],
  'a page without its file': [
    () => site.media.storage.remove(videoFile),
    () => writeFile(pathOf(videoFile), 'x'),
    file(/\.mp4 is referenced, but the file is missing/),
  ],
  'a file without a row': [
    plantStrayFile,
    () => site.media.storage.remove(strayFile),
    file(new RegExp(`${strayFile} is not referenced`)),
  ],
  'a document that is not there': [
    ...emptiedTable('zine_search'),
    search(/zine .* is missing from the search index; `npm run search:rebuild`/),
  ],
  'an order that is another': [
    ...plantWithSql(
      `update zine_search set created_at = created_at - interval '1 day' where document like '%boats%'`,
      `update zine_search set created_at = created_at + interval '1 day' where document like '%boats%'`,
    ),
    search(/zine .* has a different date in the search index/),
  ],
}

async function plantStrayFile() {
  const path = join(site.dataDir, strayFile)
  await writeFile(path, 'x')
  await site.media.storage.put(strayFile, path)
  await utimes(pathOf(strayFile), new Date('2026-01-01'), new Date('2026-01-01'))
}

test.each(Object.entries(plantedProblems))('a fault is found and named: %s', async (_what, [plant, mend, message]) => {
  await plant()
  expect(await verify()).toEqual(expect.arrayContaining([message]))
  await mend()
})

test('nothing is said once all is mended', async () => {
  expect(await verify()).toEqual([])
})

test('a backup that differs from its manifest is reported, and a missing one', async () => {
  const folder = join(home, 'backups')
  const { name } = await makeBackup({ config: site.config, pool: site.pool, folder })
  expect(await verify(folder)).toEqual([])
  await truncate(join(folder, 'media', videoFile.slice(0, 2), videoFile), 10)
  await truncate(join(folder, name, 'tables', 'users.zst'), 10)
  expect(await verify(folder)).toEqual([
    { kind: 'backup', sentence: expect.stringMatching(/users\.zst is damaged/) },
    { kind: 'backup', sentence: expect.stringMatching(/\.mp4 is damaged/) },
  ])
  expect(await verify(join(home, 'nowhere'))).toEqual([
    { kind: 'backup', sentence: expect.stringContaining('There is no backup in') },
  ])
})
