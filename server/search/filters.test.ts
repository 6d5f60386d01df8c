import { expect, test } from 'vitest'
import type { DraftDetails } from '#contract/details.ts'
import { type Filters, filterAddress } from '#contract/filters.ts'
import { ZineSearchResult } from '#contract/search.ts'
import type { FullZine } from '#contract/zines.ts'
import { addImages, addMedia, publishZine } from '#tests/support/library.ts'
import { type Member, openTestApp } from '#tests/support/test-app.ts'

const ids = new Map<string, string>()

type Other = { of?: ('image' | 'video')[]; mayPrint?: boolean; readingDirection?: 'rtl'; contentNote?: object }

async function publish(title: string, details: DraftDetails, { of = ['image'], ...other }: Other = {}) {
  const mediaFiles = await addMedia(site, maker, of)
  ids.set(title, (await publishZine(site, maker, { title, mediaFiles, details, ...other })).id)
}

const site = await openTestApp()
const maker = await site.signUp('maker')
const fan = await site.signUp('fan')
await publish('Moths', {
  kind: 'perzine',
  languages: ['pt-br', 'en'],
  subjects: ['Insects', 'Night life'],
  year: 1994,
  series: 'Night Bus',
  issue: 'No. 3',
  madeIn: 'Recife',
  with: ['Zilda'],
  rights: 'cc-by',
  paper: { words: 'Ask' },
})
await publish(
  'Letters',
  { kind: 'perzine', languages: ['pt'], year: 1999 },
  { contentNote: { text: 'Grief', coversPages: false }, mayPrint: true, readingDirection: 'rtl' },
)
await publish('Chords', { kind: 'music', languages: ['en'], subjects: ['insects!'], rights: 'reserved' })
await publish('Bare', {})
await publish('Film', { kind: 'art' }, { of: ['video'], mayPrint: true })
for (const title of ['Letters', 'Bare', 'Moths'])
  await site.post('/api/favorites/zines', { zineId: ids.get(title) }, fan)

const search = (query: string, as?: Member) =>
  site.call<{ error: string; nextCursor: string }>({ path: `/api/search/zines?${query}`, as })
const titlesOf = (response: { body: unknown }) => ZineSearchResult.parse(response.body).zines.map(({ title }) => title)
const queryOf = (filters: Filters) => filterAddress(filters).slice(2)

test.each<[Filters, string[]]>([
  [{ language: 'pt' }, ['Letters', 'Moths']],
  [{ language: 'pt-BR' }, ['Moths']],
  [{ kind: 'perzine' }, ['Letters', 'Moths']],
  [{ subject: 'INSECTS' }, ['Chords', 'Moths']],
  [{ subject: 'night' }, []],
  [{ subject: '?!' }, []],
  [{ series: 'night-bus' }, ['Moths']],
  [{ year: '1994' }, ['Moths']],
  [{ year: '1990s' }, ['Letters', 'Moths']],
  [{ copy: 'true' }, ['Moths']],
  [{ paper: 'true' }, ['Moths']],
  [{ print: 'true' }, ['Letters']],
  [{ length: 'one-sheet' }, ['Bare', 'Chords', 'Letters', 'Moths']],
  [{ length: 'up-to-16' }, ['Bare', 'Chords', 'Letters', 'Moths']],
  [{ length: 'over-16' }, []],
  [{ direction: 'rtl' }, ['Letters']],
  [{ direction: 'ltr' }, ['Bare', 'Chords', 'Moths']],
  [{ direction: 'rtl', print: 'true', length: 'one-sheet', kind: 'perzine' }, ['Letters']],
  [{ language: 'en', subject: 'insects', kind: 'music' }, ['Chords']],
  [{ language: 'pt', kind: 'music' }, []],
])('zines that say this of themselves: %o', async (filters, titles) => {
  expect(titlesOf(await search(queryOf(filters)))).toEqual(titles)
  expect(titlesOf(await search(`filter=popular&${queryOf(filters)}`)).toSorted()).toEqual(titles.toSorted())
})

test('filters work with a text, a corrected spelling, pagination and a member’s own lists', async () => {
  expect(titlesOf(await search('kind=perzine&search=moths'))).toEqual(['Moths'])
  expect(titlesOf(await search('kind=perzine&search=chords'))).toEqual([])
  expect(titlesOf(await search('kind=perzine&search=%25'))).toEqual([])
  const corrected = ZineSearchResult.parse((await search('kind=perzine&search=mohts')).body)
  expect(corrected).toMatchObject({
    terms: ['moths'],
    correction: { understood: 'moths', literal: '"mohts"' },
  })
  const first = await search('kind=perzine&limit=1')
  const next = await search(`kind=perzine&limit=1&cursor=${encodeURIComponent(first.body.nextCursor)}`)
  expect([titlesOf(first), titlesOf(next), next.body.nextCursor]).toEqual([['Letters'], ['Moths'], null])
  const searchFavorites = (query: string) => site.call({ path: `/api/users/${fan.id}/favorites?${query}`, as: fan })
  expect(titlesOf(await searchFavorites('language=pt'))).toEqual(['Moths', 'Letters'])
  expect(titlesOf(await searchFavorites('language=pt&search=recife'))).toEqual(['Moths'])
})

test.each([
  ['a series', '"night bus"', 'Moths'],
  ['an issue', '"no 3"', 'Moths'],
  ['a town or country', 'recife', 'Moths'],
  ['a year', '1994', 'Moths'],
  ['a subject', '"night life"', 'Moths'],
  ['a name', 'zilda', 'Moths'],
  ['a content note', 'grief', 'Letters'],
])('%s is found by its text: %s', async (_title, text, title) => {
  expect(titlesOf(await search(`search=${encodeURIComponent(text)}`))).toEqual([title])
})

test.each(['PERZINE', 'KIND:PERZINE', '"KIND:PERZINE"', 'LANG', '@KIND:PERZINE', 'YEAR:BJJE', 'subject:'])(
  'user text matches no filter term, and is not treated as one: %s',
  async (text) => {
    const result = ZineSearchResult.parse((await search(`search=${encodeURIComponent(text)}`)).body)
    expect(result).toMatchObject({ zines: [], correction: null })
  },
)

test('filter terms do not appear among n-grams and misspellings', async () => {
  const { rows } = await site.pool.query(`
    select term from terms where term ~ ':' and (term_ngrams(term) <> '{}' or spelling_hashes(term) <> '{}')`)
  expect(rows).toEqual([])
  const { rows: wrongTerms } = await site.pool.query(`
    select term_ngrams('ab') as plain, term_ngrams('@ab') as creator, term_ngrams('[') as sign`)
  expect(wrongTerms).toEqual([{ plain: ['a', 'ab', 'b'], creator: [], sign: ['['] }])
})

test('a reader who hides a zine does not see it under a filter, and changed details are searchable immediately', async () => {
  const hideDecision = {
    method: 'PUT',
    path: `/api/users/${fan.id}/unwanted-zines/${ids.get('Chords')}`,
    as: fan,
  } as const
  expect((await site.call(hideDecision)).status).toBe(200)
  const path = `/api/zines/${ids.get('Bare')}`
  const update = (version: number, details: object) => site.put(path, { version, details }, maker)
  expect((await update(1, { kind: 'music' })).status).toBe(200)
  expect(titlesOf(await search('kind=music'))).toEqual(['Bare', 'Chords'])
  expect(titlesOf(await search('kind=music', fan))).toEqual(['Bare'])
  expect(titlesOf(await search('kind=music&filter=popular', fan))).toEqual(['Bare'])
  expect((await update(2, {})).status).toBe(200)
  expect(titlesOf(await search('kind=music'))).toEqual(['Chords'])
})

test('a zine moves between filters when its pages, direction or permission to print change', async () => {
  const longTitle = 'Long and longer'
  await publish(longTitle, { kind: 'poetry' }, { of: ['image', 'image'] })
  const path = `/api/zines/${ids.get(longTitle)}`
  const isFoundBy = async (query: string) => titlesOf(await search(`kind=poetry&${query}`)).length === 1
  const filtersOf = async () => {
    const queries = ['length=one-sheet', 'length=up-to-16', 'length=over-16', 'direction=rtl', 'print=true']
    const found = await Promise.all(queries.map(isFoundBy))
    return queries.filter((_, at) => found[at])
  }
  const changePages = async (version: number, count: number) =>
    (await site.put(path, { version, pages: await addImages(site, maker, count) }, maker)).status
  expect(await filtersOf()).toEqual(['length=one-sheet', 'length=up-to-16'])
  for (const [version, count, expected] of [
    [1, 8, ['length=one-sheet', 'length=up-to-16']],
    [2, 9, ['length=up-to-16']],
    [3, 16, ['length=up-to-16']],
    [4, 17, ['length=over-16']],
  ] as const) {
    expect(await changePages(version, count)).toBe(200)
    expect(await filtersOf()).toEqual(expected)
  }
  const others = [{ mayPrint: true }, { readingDirection: 'rtl' }]
  const raced = await Promise.all(others.map((change) => site.put(path, { version: 5, ...change }, maker)))
  expect(raced.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect((await site.put(path, { version: 6, mayPrint: true, readingDirection: 'rtl' }, maker)).status).toBe(200)
  expect(await filtersOf()).toEqual(['length=over-16', 'direction=rtl', 'print=true'])
  expect((await site.put(path, { version: 7, mayPrint: false }, fan)).status).toBe(403)
  expect((await site.put(path, { version: 7, mayPrint: false, readingDirection: 'ltr' }, maker)).status).toBe(200)
  expect(await filtersOf()).toEqual(['length=over-16'])
})

test('a zine has words for every page once each has a description or a transcript', async () => {
  await publish('Described', { kind: 'how-to' }, { of: ['image', 'image'] })
  const path = `/api/zines/${ids.get('Described')}`
  const urls = (await site.get<{ zine: FullZine }>(path)).body.zine.pages.map(({ url }) => url)
  const isFound = async () => titlesOf(await search('kind=how-to&words=true')).length === 1
  const describe = (version: number, ...texts: object[]) =>
    site.put(path, { version, pages: urls.map((url, at) => ({ url, ...texts[at] })) }, maker)
  for (const [version, texts, expected] of [
    [1, [{ altText: 'A moth' }], false],
    [2, [{ altText: 'A moth' }, { transcript: 'Fold here' }], true],
    [3, [{ altText: '', transcript: '' }, { transcript: 'Fold here' }], false],
  ] as const) {
    expect((await describe(version, ...texts)).status).toBe(200)
    expect(await isFound()).toBe(expected)
  }
})

test('a video has words once it has captions, and a description of it is not enough', async () => {
  await publish('Spoken', { kind: 'other' }, { of: ['video'] })
  const path = `/api/zines/${ids.get('Spoken')}`
  const [{ url } = { url: '' }] = (await site.get<{ zine: FullZine }>(path)).body.zine.pages
  const isFound = async () => titlesOf(await search('kind=other&words=true')).length === 1
  const captions = [{ language: 'en', body: 'WEBVTT\n\n00:01.000 --> 00:02.000\nInk.\n' }]
  for (const [version, page, expected] of [
    [1, { url, altText: 'Someone speaks' }, false],
    [2, { url, altText: 'Someone speaks', captions }, true],
    [3, { url, altText: 'Someone speaks', captions: [] }, false],
  ] as const) {
    expect((await site.put(path, { version, pages: [page] }, maker)).status).toBe(200)
    expect(await isFound()).toBe(expected)
  }
})

test.each([
  ['language=klingonisch!', 'Unknown language. Use a tag such as en or pt-BR.'],
  ['language=pt&language=en', 'language can appear only once.'],
  ['kind=novel', /^kind must be one of perzine, /],
  ['year=94', 'year must be a year such as 1994, or a decade such as 1990s.'],
  ['copy=yes', 'copy can only be true.'],
  ['paper=false', 'paper can only be true.'],
  ['print=1', 'print can only be true.'],
  ['words=some', 'words can only be true.'],
  ['length=8', 'length must be one of one-sheet, up-to-16, over-16.'],
  ['direction=up', 'direction must be one of ltr, rtl.'],
  ['direction=ltr&direction=rtl', 'direction must be one of ltr, rtl.'],
  [`subject=${'a'.repeat(61)}`, 'The subject can be at most 60 characters long.'],
  ['subject=%00', 'The subject contains a character that cannot be stored.'],
])('%s is rejected with a message', async (query, message) => {
  const response = await search(query)
  expect(response.status).toBe(400)
  expect(response.body.error).toMatch(message)
})
