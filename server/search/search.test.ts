import { describe, expect, test } from 'vitest'
import * as limits from '#contract/limits.ts'
import { CreatorSearchResult, searchCreators, ZineSearchResult } from '#contract/search.ts'
import { ZineList } from '#contract/zines.ts'
import { createDraft } from '#tests/support/drafts.ts'
import { addImages, publishOnePage } from '#tests/support/library.ts'
import { untilLocksAreAwaited, withLock } from '#tests/support/locks.ts'
import { callConcurrently, openTestApp } from '#tests/support/test-app.ts'
import { indexZines, removeCreatorFromIndex } from './indexing.ts'

const site = await openTestApp()
const moths = await site.signUp('DustyMoths')
const soup = await site.signUp('sopa_de_letras')
const forest = await site.signUp('lesnaya')
await publishOnePage(site, moths, 'Kitchen Window', 'Eleven species that visit one lit pane')
await publishOnePage(site, soup, 'Cazuela para Tres', 'Recetas de la cocina de mi tía Inés, 100% a mano')
await publishOnePage(site, forest, 'Письма деревьям', 'Лес отвечает')
await publishOnePage(site, moths, 'Night shift', 'A pane of glass, again')

const titlesFor = async (query: string) => {
  const response = await site.call({ path: `/api/search/zines?${query}` })
  return ZineList.parse(response.body).zines.map((zine) => zine.title)
}
const search = (text: string) => titlesFor(`search=${encodeURIComponent(text)}`)

const everything = ['Night shift', 'Письма деревьям', 'Cazuela para Tres', 'Kitchen Window']

describe('a zine is found', () => {
  test.each([
    ['by part of a word of its title', 'itche', ['Kitchen Window']],
    ['by its description', 'species', ['Kitchen Window']],
    ['by its creator’s name, newest first', 'dustymoths', ['Night shift', 'Kitchen Window']],
    ['by words from different places, in any order', 'PANE dusty window', ['Kitchen Window']],
    ['without its accents', 'tia ines', ['Cazuela para Tres']],
    ['with accents it does not have', 'cocína', ['Cazuela para Tres']],
    ['in any case of any script', 'ДЕРЕВЬЯМ лес', ['Письма деревьям']],
    ['by a sign that means something to SQL', '100%', ['Cazuela para Tres']],
    ['only when every word occurs', 'window nowhere', []],
    ['only when every one of many words occurs', 'eleven species visit window again', []],
    ['not by a wildcard', 'k_tchen', []],
    ['not by a sign that only separates words', '%', []],
    ['by the words on either side of a sign', 'one lit-pane', ['Kitchen Window']],
    ['by a phrase in quotes', '"lit pane"', ['Kitchen Window']],
    ['not by a phrase of parts of words', '"it pane"', []],
    ['not by a phrase across title and description', '"window eleven"', []],
    ['by its creator', '@DustyMoths', ['Night shift', 'Kitchen Window']],
    ['by the beginning of its creator’s name', '@dusty pane', ['Night shift', 'Kitchen Window']],
    ['not by the middle of its creator’s name', '@moths', []],
    ['by everything, while a sign waits for its text', '@', everything],
    ['by one letter', 'ñ', everything],
    ['not by a backslash', '\\', []],
  ])('%s: %s', async (_title, text, titles) => {
    expect(await search(text)).toEqual(titles)
  })
})

test('a zine is found by the text on its pages, up to a limit', async () => {
  const urls = await addImages(site, moths, 6)
  const padded = (text: string, length: number) => text.padEnd(length, ' filling')
  const transcripts = [
    ...[1, 2, 3, 4].map(() => padded('', limits.transcript)),
    padded('quokka', 3_990),
    'numbat platypus',
  ]
  const pages = urls.map((url, at) => ({ url, transcript: transcripts[at] }))
  const path = '/api/zines'
  const body = { title: 'Marsupials', aspectRatio: '1:1', mediaFiles: pages.slice(0, 5) }
  const { zine } = (await site.post<{ zine: { id: string } }>(path, body, moths)).body
  const update = (version: number, pages: object[]) => site.put(`${path}/${zine.id}`, { version, pages }, moths)
  expect((await update(1, pages)).status).toBe(200)
  expect(transcripts.join('').indexOf('pla')).toBeLessThan(limits.indexedTranscripts)
  for (const text of ['quokka', '"quokka filling"', 'numbat', 'numbat quokka'])
    expect([text, await search(text)]).toEqual([text, ['Marsupials']])
  for (const text of ['"platypus"', '"filling numbat"'])
    expect([text, await search(`${text} marsupials`)]).toEqual([text, []])
  await update(2, pages.toReversed())
  expect(await search('"numbat platypus"')).toEqual(['Marsupials'])
  await site.delete(`${path}/${zine.id}`, moths)
})

test('a long zine is found by its first descriptions of pages, as many as are twice those of a short one', async () => {
  const urls = await addImages(site, moths, 12)
  const pages = urls.map((url, at) => ({ url, altText: `wallaby${at}`.padEnd(limits.altText, ' filling') }))
  const draft = await createDraft(site, moths, { title: 'Wallabies', pages })
  const path = `/api/drafts/${draft.id}/publish`
  const response = await site.post<{ zine: { id: string } }>(path, { version: 1 }, moths)
  expect(response.status).toBe(201)
  expect(await search('wallaby0 wallaby9')).toEqual(['Wallabies'])
  expect(await search('"wallaby10" wallabies')).toEqual([])
  await site.delete(`/api/zines/${response.body.zine.id}`, moths)
})

test('popular puts the most favorited first, with text and page by page', async () => {
  const fan = await site.signUp()
  const { zines } = ZineList.parse((await site.call({ path: '/api/search/zines?search=window' })).body)
  await site.post('/api/favorites/zines', { zineId: zines[0]?.id }, fan)
  expect((await titlesFor('filter=popular'))[0]).toBe('Kitchen Window')
  expect(await titlesFor('filter=popular&search=pane')).toEqual(['Kitchen Window', 'Night shift'])
  const first = ZineList.parse((await site.call({ path: '/api/search/zines?filter=popular&limit=3' })).body)
  expect(await titlesFor(`filter=popular&limit=3&cursor=${first.nextCursor}`)).toHaveLength(1)
})

test('a deleted zine is not found', async () => {
  const { id } = await publishOnePage(site, moths, 'Ephemeral')
  expect(await search('ephemeral')).toEqual(['Ephemeral'])
  await site.delete(`/api/zines/${id}`, moths)
  expect(await search('ephemeral')).toEqual([])
})

test('creators are found by part of their names, those with the most zines first', async () => {
  const response = await site.call({ path: '/api/search/users?search=s' })
  const { creators } = searchCreators.response.parse(response.body)
  expect(creators.map((creator) => creator.username)).toEqual(
    ['DustyMoths', 'lesnaya', 'sopa_de_letras'].sort((a, b) =>
      a === 'DustyMoths' ? -1 : b === 'DustyMoths' ? 1 : idOf(creators, b).localeCompare(idOf(creators, a)),
    ),
  )
  expect(creators[0]).toMatchObject({ zine_count: 2, follower_count: 0 })
})

const idOf = (creators: { id: string; username: string }[], username: string) =>
  creators.find((creator) => creator.username === username)?.id ?? ''

describe('a misspelt word', () => {
  const read = async (path: string) => ZineSearchResult.parse((await site.call({ path })).body)
  const searched = (text: string) => read(`/api/search/zines?search=${encodeURIComponent(text)}`)

  test('finds the corrected word, and the response says so', async () => {
    const response = await searched('Kitchn wndow Pane')
    expect(response.zines.map(({ title }) => title)).toEqual(['Kitchen Window'])
    expect(response.terms).toEqual(['kitchen', 'window', 'pane'])
    expect(response.correction).toEqual({
      understood: 'kitchen window Pane',
      literal: '"Kitchn" "wndow" Pane',
    })
  })

  test('is looked for as it is when its searcher insists', async () => {
    expect(await searched('"Kitchn" window')).toMatchObject({ zines: [], correction: null })
  })

  test('with fewer than four letters, with digits, or too different finds nothing', async () => {
    for (const text of ['pne', 'wind0w', 'kytschün', '@dustymosh'])
      expect(await searched(text)).toMatchObject({ zines: [], correction: null })
  })

  test('is forgiven in a creator’s name as well', async () => {
    const response = await site.call({ path: '/api/search/users?search=lesnava' })
    const { creators, correction } = CreatorSearchResult.parse(response.body)
    expect(creators.map(({ username }) => username)).toEqual(['lesnaya'])
    expect(correction?.understood).toBe('lesnaya')
  })
})

test('members search their favorites, and the creators they follow, in the same way', async () => {
  const fan = await site.signUp('tall_fan')
  const [zine] = ZineSearchResult.parse((await site.call({ path: '/api/search/zines?search=cazuela' })).body).zines
  await site.post('/api/favorites/zines', { zineId: zine?.id }, fan)
  await site.post('/api/favorites/creators', { creatorId: zine?.creatorId }, fan)
  const searchOwn = async (list: string, text: string) =>
    (await site.call({ path: `/api/users/${fan.id}/${list}?search=${encodeURIComponent(text)}`, as: fan })).body
  const favorites = ZineSearchResult.parse(await searchOwn('favorites', 'recetsa'))
  expect(favorites.zines.map(({ title }) => title)).toEqual(['Cazuela para Tres'])
  expect(favorites.correction?.understood).toBe('recetas')
  expect(ZineSearchResult.parse(await searchOwn('favorites', 'window'))).toMatchObject({
    zines: [],
    correction: null,
  })
  const followed = CreatorSearchResult.parse(await searchOwn('favorite-creators', '@sopa_de_letras'))
  expect(followed.creators).toHaveLength(1)
  expect(CreatorSearchResult.parse(await searchOwn('favorite-creators', '@dustymoths')).creators).toEqual([])
})

test('a rename during indexing is searchable afterwards', async () => {
  const author = await site.signUp('before_it')
  const { id } = await publishOnePage(site, author, 'Renamed meanwhile')
  const rename = `select from zines where id = '${id}' for update;
    update users set username = 'after_it' where id = '${author.id}'`
  const { indexed } = await withLock(site, rename, async () => {
    const indexed = site.db.transaction().execute((tx) => indexZines(tx, [id]))
    await untilLocksAreAwaited(site)
    return { indexed }
  })
  await indexed
  expect(await search('@after_it')).toEqual(['Renamed meanwhile'])
})

test('a creator without zines is not confused with one whose name has the same prefix', async () => {
  await site.signUp('dusty')
  expect(await search('@dusty')).toEqual([])
  expect(await search('@dustym pane')).toEqual(['Night shift', 'Kitchen Window'])
})

test('accounts deleted concurrently with zines and renames leave every term count right', async () => {
  const padded = Array.from({ length: 120 }, (_, at) => `gone${at}`)
  const deletedMembers = await callConcurrently(8, (at) => site.signUp(`leaver_${at}`))
  const zines: { id: string }[] = []
  for (const [at, member] of deletedMembers.entries()) {
    const [inBio, inZine] = at % 2 ? [padded.slice(0, 80), padded.slice(40)] : [padded.slice(40), padded.slice(0, 80)]
    expect((await site.put(`/api/users/${member.id}`, { bio: inBio.join(' ') }, member)).status).toBe(200)
    zines.push(await publishOnePage(site, member, 'Last one', inZine.join(' ')))
  }
  await Promise.all(
    deletedMembers.map(({ id }, at) =>
      site.db.transaction().execute((tx) => removeCreatorFromIndex(tx, id, [zines[at]?.id ?? ''])),
    ),
  )
  const { rows } = await site.pool.query(`select term from terms where term like 'gone%'`)
  expect(rows).toEqual([])
})
