import { describe, expect, test } from 'vitest'
import { type BestMatch, CreatorSearchResult, ZineSearchResult } from '#contract/search.ts'
import { migrate } from '#server/db/migrate.ts'
import { addImages, publishOnePage, publishZine } from '#tests/support/library.ts'
import { type Member, openTestApp } from '#tests/support/test-app.ts'
import { rebuildSearch } from './rebuild.ts'

const site = await openTestApp()
const maker = await site.signUp('brew_club')
const reader = await site.signUp('thirsty')
const named = await site.signUp('pot_and_lid')
await site.put(`/api/users/${named.id}`, { name: 'Kettle Press' }, named)
const autopsy = await publishOnePage(site, maker, 'Kettle Autopsy')
await publishOnePage(site, maker, 'A Copper Kettle')
await publishOnePage(site, maker, 'Kettle')
await publishZine(site, maker, {
  title: 'Kettle Comics',
  mediaFiles: await addImages(site, maker, 1),
  details: { kind: 'comic' },
})
await publishOnePage(site, maker, 'Untitled', 'Kettle')
for (let at = 1; at <= 5; at++)
  await publishZine(site, maker, {
    title: `Tea ${at}`,
    description: 'Put the kettle on. Autopsied leaves.',
    mediaFiles: await addImages(site, maker, 1),
    details: { kind: 'comic' },
  })

const nameOf = (match: BestMatch) => ('zine' in match ? match.zine.title : `@${match.creator.username}`)

async function bestFor(query: string, as?: Member) {
  const { body } = await site.get(`/api/search/zines?${query}`, as)
  return ZineSearchResult.parse(body).bestMatches?.map(nameOf)
}

/** The same whether the page has the whole list or only its beginning. */
async function best(text: string, as?: Member) {
  const search = `search=${encodeURIComponent(text)}`
  const names = await bestFor(search, as)
  expect(await bestFor(`${search}&limit=1`, as)).toEqual(names)
  return names
}

describe('the best matches are', () => {
  test.each([
    [
      'the exact title, then titles and names that start with the text',
      'kettle',
      ['Kettle', 'Kettle Autopsy', 'Kettle Comics'],
    ],
    ['found in spite of a misspelling', 'ketle', ['Kettle', 'Kettle Autopsy', 'Kettle Comics']],
    ['titles with all words, in any order', 'kettle copper', []],
    ['found by the beginning of a title', 'kettle au', ['Kettle Autopsy']],
    ['creators by username', 'pot and', ['@pot_and_lid']],
    ['creators by name', 'kettle press', ['@pot_and_lid']],
    ['creators by @name only', '@pot_and', ['@pot_and_lid']],
    ['none for a word that is in no title and no name', 'leaves', []],
    ['none for part of a word', 'ettl', []],
    ['none for one letter', 'k', []],
    ['not there without a word', ' ', undefined],
  ])('%s: %s', async (_title, text, names) => {
    expect(await best(text)).toEqual(names)
  })
})

test('a title in the middle of the list is above it, but not one at its top', async () => {
  for (let at = 1; at <= 4; at++) await publishOnePage(site, maker, `Steam ${at}`, 'Some copper kettle')
  expect(await best('copper kettle')).toEqual(['A Copper Kettle'])
  expect(await best('kettle copper')).toEqual(['A Copper Kettle'])
  expect(await best('tea 2')).toEqual(['Tea 2'])
  expect(await best('steam 4')).toEqual([])
})

test('best matches obey filters, which creators do not have', async () => {
  expect(await bestFor('search=kettle&kind=comic')).toEqual(['Kettle Comics'])
  expect(await bestFor('search=kettle%20press&kind=comic')).toEqual([])
  expect(await bestFor('kind=comic')).toEqual([])
})

test('best matches obey quotes and @names', async () => {
  expect(await best('"kettle aut"')).toEqual([])
  expect(await best('@thirsty kettle')).toEqual([])
  expect(await best('@brew_club kettle')).toEqual(['Kettle', 'Kettle Autopsy', 'Kettle Comics'])
})

test('hidden zines and blocked creators are no best matches', async () => {
  expect(await best('kettle', reader)).toEqual(['Kettle', 'Kettle Autopsy', 'Kettle Comics'])
  const own = `/api/users/${reader.id}`
  expect((await site.put(`${own}/unwanted-zines/${autopsy.id}`, {}, reader)).status).toBe(200)
  expect(await best('kettle', reader)).toEqual(['Kettle', 'Kettle Comics', '@pot_and_lid'])
  expect((await site.put(`${own}/blocks/${named.id}`, {}, reader)).status).toBe(200)
  expect(await best('kettle', reader)).toEqual(['Kettle', 'Kettle Comics', 'A Copper Kettle'])
  expect(await best('kettle', maker)).toEqual(['Kettle', 'Kettle Autopsy', 'Kettle Comics'])
})

test('only the first page has best matches, and only the search itself', async () => {
  const { body } = await site.get('/api/search/zines?search=kettle&limit=2')
  const { nextCursor } = ZineSearchResult.parse(body)
  expect(await bestFor(`search=kettle&limit=2&cursor=${nextCursor}`)).toBeUndefined()
  const favorites = (await site.get(`/api/users/${reader.id}/favorites?search=kettle`, reader)).body
  expect(favorites).not.toHaveProperty('bestMatches')
  expect((await site.get('/opds/zines?query=kettle')).text).not.toContain('bestMatches')
})

test('a search for creators has the closest names, and no zines', async () => {
  for (let at = 1; at <= 4; at++) {
    const other = await site.signUp(`potter${at}`)
    await site.put(`/api/users/${other.id}`, { bio: 'Lids for a pot_and_lid' }, other)
    await publishOnePage(site, other, `Clay ${at}`)
  }
  const read = async (text: string) =>
    CreatorSearchResult.parse((await site.get(`/api/search/users?search=${text}`)).body).bestMatches?.map(nameOf)
  expect(await read('pot_and_lid')).toEqual(['@pot_and_lid'])
  expect(await read('kettle')).toEqual([])
})

test('a renamed zine and a deleted one are found accordingly', async () => {
  const zine = await publishOnePage(site, maker, 'Samovar Songs')
  for (let at = 1; at <= 3; at++) await publishOnePage(site, maker, `Cup ${at}`, 'Teapot after the samovar')
  expect(await best('samovar')).toEqual(['Samovar Songs'])
  await site.put(`/api/zines/${zine.id}`, { version: 1, title: 'Teapot Songs' }, maker)
  expect([await best('samovar'), await best('teapot')]).toEqual([[], ['Teapot Songs']])
  await site.delete(`/api/zines/${zine.id}`, maker)
  expect(await best('teapot')).toEqual([])
})

test('rows of an older version are indexed again after a start', async () => {
  await site.pool.query('update zine_search set title = null; update creator_search set username = null')
  expect(await bestFor('search=ketle&limit=1')).toEqual(['@pot_and_lid'])
  await migrate(site.pool)
  expect(await site.sql(`select from graphile_worker.jobs where task_identifier = 'index-library'`)).toHaveLength(1)
  await rebuildSearch(site.db)
  expect(await best('ketle')).toEqual(['Kettle', 'Kettle Autopsy', 'Kettle Comics'])
  await site.pool.query(`delete from graphile_worker._private_jobs`)
  await migrate(site.pool)
  expect(await site.sql(`select from graphile_worker.jobs where task_identifier = 'index-library'`)).toEqual([])
})
