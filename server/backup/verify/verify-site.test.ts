import { randomBytes } from 'node:crypto'
import { truncate, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { rebuildSearch } from '#server/search/rebuild.ts'
import { ownFolder } from '#tests/support/own-folder.ts'
import { startTestApp } from '#tests/support/test-app.ts'
import { liveIn } from '../lived-in-site.testing.ts'
import { makeBackup } from '../make-backup.ts'
import { verifySite } from './verify-site.ts'

const home = ownFolder()
const site = await startTestApp()
afterAll(() => site.close())
const lived = await liveIn(site)

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
const damages = {
  'dates of zines': `update zine_search set created_at = created_at - interval '40 days'`,
  'words of zines': `update zine_search set document = document || E' stray \n'`,
  'filter terms of zines': `update zine_search set document = E'\n KIND:comic' || document`,
  'missing zines': 'delete from zine_search',
  'words of creators': `update creator_search set document = document || E' stray \n'`,
  'missing creators': 'delete from creator_search',
  'creators that are suspended': suspendAll,
  'missing words':
    'delete from search_words where word in (select word from search_words order by 1 limit 9)',
  'counts of zines': 'update search_words set zines = zines + 3',
  'counts of creators': 'update search_words set creators = greatest(creators - 1, 0)',
  'words that nothing has': `insert into search_words select 'stray' || n, 2, 1 from generate_series(1, 900) n`,
  'counts that wait': `insert into search_word_additions (words) select array_agg(word) from search_words`,
  'zines that are hidden': `
    delete from zine_stats where zine_id in (select zine_id from zine_stats limit 1);
    update zines set hidden_at = now() where id not in (select zine_id from zine_stats);
    update creator_stats s set zine_count = (
      select count(*) from zine_stats join zines on id = zine_id where creator_id = s.creator_id)`,
}

test.each(Object.entries(damages))(
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

type Planted = [plant: () => Promise<unknown>, mend: () => Promise<unknown>, said: object]

const stray = `${randomBytes(16).toString('hex')}-400.webp`
const put = (plant: string, mend: string): [Planted[0], Planted[1]] => [() => sql(plant), () => sql(mend)]
const counted = (table: string, column: string, said: RegExp): Planted => [
  ...put(`update ${table} set ${column} = ${column} + 1`, `update ${table} set ${column} = ${column} - 1`),
  counter(said),
]
const emptied = (table: string) =>
  put(
    `create table kept as select * from ${table}; delete from ${table}`,
    `insert into ${table} select * from kept; drop table kept`,
  )
const notNoted = 'update zines set has_noted_pages = not has_noted_pages'
const boats = fileOf(lived.two.mediaFiles[0])

const planted: Record<string, Planted> = {
  favorites: counted('zine_stats', 'favorite_count', /its number of favorites is 2, and should be 1/),
  zines: counted('creator_stats', 'zine_count', /creator .*: the number of zines is 2, and should be 1/),
  followers: counted('creator_stats', 'follower_count', /the number of followers is/),
  pages: counted('zines', 'page_count', /its number of pages is/),
  'notes of pages': [
    ...put(notNoted, notNoted),
    counter(/zine .*: whether pages of it have a note is true, and should be false/),
  ],
  minutes: counted('projects', 'total_minutes', /its total of minutes is 26, and should be 25/),
  sessions: counted('projects', 'session_count', /project .*: its number of sessions is 2/),
  shelves: counted('shelves', 'item_count', /shelf .*: how much stands on it is 3, and should be 2/),
  texts: counted('projects', 'kept_bytes', /what its texts take is/),
  projects: counted('member_counts', 'projects', /member .*: the number of projects is 2, and should be 1/),
  followed: [
    ...put(
      'update member_counts set follows = 0 where follows > 0',
      'update member_counts m set follows = (select count(*) from follows where follower_id = m.user_id)',
    ),
    counter(/the number of followed creators is 0, and should be 1/),
  ],
  'a zine without a counter': [
    ...put(
      'delete from zine_stats where favorite_count = 0',
      'insert into zine_stats select id, 0 from zines where id not in (select zine_id from zine_stats)',
    ),
    counter(/zine .* is visible nowhere, because it has no counter/),
  ],
  'a creator without a counter': [
    ...emptied('creator_stats'),
    counter(/creator .* is visible nowhere, because it has no counter/),
  ],
  'a hidden zine that is shown': [
    ...put(
      `update zines set hidden_at = now() where title = 'Paper boats'`,
      'update zines set hidden_at = null',
    ),
    counter(/zine .* is visible although it is hidden/),
  ],
  'a suspended member who is shown': [
    ...put(
      `update users set suspended_at = now() where username = 'Ben'`,
      'update users set suspended_at = null',
    ),
    counter(/creator .* is visible although it is hidden/),
  ],
  'a page without its file': [
    () => site.media.storage.remove(boats),
    () => writeFile(pathOf(boats), 'x'),
    file(/\.mp4 is referenced, but the file is missing/),
  ],
  'a file without a row': [
    plantStray,
    () => site.media.storage.remove(stray),
    file(new RegExp(`${stray} is not referenced`)),
  ],
  'a document that is not there': [
    ...emptied('zine_search'),
    search(/zine .* is missing from the search index; `npm run search:rebuild`/),
  ],
  'an order that is another': [
    ...put(
      `update zine_search set created_at = created_at - interval '1 day' where document like '%boats%'`,
      `update zine_search set created_at = created_at + interval '1 day' where document like '%boats%'`,
    ),
    search(/a search for paper does not find what has it/),
  ],
}

async function plantStray() {
  const path = join(site.dataDir, stray)
  await writeFile(path, 'x')
  await site.media.storage.put(stray, path)
  await utimes(pathOf(stray), new Date('2026-01-01'), new Date('2026-01-01'))
}

test.each(Object.entries(planted))('a fault is found and named: %s', async (_what, [plant, mend, said]) => {
  await plant()
  expect(await verify()).toEqual(expect.arrayContaining([said]))
  await mend()
})

test('nothing is said once all is mended', async () => {
  expect(await verify()).toEqual([])
})

test('a backup that differs from its manifest is reported, and a missing one', async () => {
  const folder = join(home, 'backups')
  const { name } = await makeBackup({ config: site.config, pool: site.pool, folder })
  expect(await verify(folder)).toEqual([])
  await truncate(join(folder, 'media', boats.slice(0, 2), boats), 10)
  await truncate(join(folder, name, 'tables', 'users.zst'), 10)
  expect(await verify(folder)).toEqual([
    { kind: 'backup', sentence: expect.stringMatching(/users\.zst is damaged/) },
    { kind: 'backup', sentence: expect.stringMatching(/\.mp4 is damaged/) },
  ])
  expect(await verify(join(home, 'nowhere'))).toEqual([
    { kind: 'backup', sentence: expect.stringContaining('There is no backup in') },
  ])
})
