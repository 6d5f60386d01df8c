import { expect, test } from 'vitest'
import type { DraftDetails } from '#contract/details.ts'
import { type Filters, filterAddress } from '#contract/filters.ts'
import { FoundZines } from '#contract/search.ts'
import { addMedia, publishZine } from '#tests/support/library.ts'
import { type Member, openTestApp } from '#tests/support/test-app.ts'

const ids = new Map<string, string>()

async function publish(title: string, details: DraftDetails, contentNote: object | null = null) {
  const mediaFiles = await addMedia(site, maker, ['image'])
  ids.set(title, (await publishZine(site, maker, { title, mediaFiles, details, contentNote })).id)
}

const site = await openTestApp()
const maker = await site.signUp('maker')
const fan = await site.signUp('fan')
await publish('Moths', {
  ...{ kind: 'perzine', languages: ['pt-br', 'en'], subjects: ['Insects', 'Night life'], year: 1994 },
  ...{
    series: 'Night Bus',
    issue: 'No. 3',
    madeIn: 'Recife',
    with: ['Zilda'],
    rights: 'cc-by',
    paper: { words: 'Ask' },
  },
})
await publish(
  'Letters',
  { kind: 'perzine', languages: ['pt'], year: 1999 },
  { text: 'Grief', coversPages: false },
)
await publish('Chords', { kind: 'music', languages: ['en'], subjects: ['insects!'], rights: 'reserved' })
await publish('Bare', {})
for (const title of ['Letters', 'Bare', 'Moths'])
  await site.post('/api/favorites/zines', { zineId: ids.get(title) }, fan)

const ask = (query: string, as?: Member) =>
  site.call<{ error: string; nextCursor: string }>({ path: `/api/search/zines?${query}`, as })
const titlesOf = (answer: { body: unknown }) => FoundZines.parse(answer.body).zines.map(({ title }) => title)
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
  [{ language: 'en', subject: 'insects', kind: 'music' }, ['Chords']],
  [{ language: 'pt', kind: 'music' }, []],
])('zines that say this of themselves: %o', async (filters, titles) => {
  expect(titlesOf(await ask(queryOf(filters)))).toEqual(titles)
  expect(titlesOf(await ask(`filter=popular&${queryOf(filters)}`)).toSorted()).toEqual(titles.toSorted())
})

test('filters go with a text, a forgiven misspelling, pages, and a list of one’s own', async () => {
  expect(titlesOf(await ask('kind=perzine&search=moths'))).toEqual(['Moths'])
  expect(titlesOf(await ask('kind=perzine&search=chords'))).toEqual([])
  expect(titlesOf(await ask('kind=perzine&search=%25'))).toEqual([])
  const corrected = FoundZines.parse((await ask('kind=perzine&search=mohts')).body)
  expect(corrected).toMatchObject({
    terms: ['moths'],
    correction: { understood: 'moths', literal: '"mohts"' },
  })
  const first = await ask('kind=perzine&limit=1')
  const next = await ask(`kind=perzine&limit=1&cursor=${encodeURIComponent(first.body.nextCursor)}`)
  expect([titlesOf(first), titlesOf(next), next.body.nextCursor]).toEqual([['Letters'], ['Moths'], null])
  const own = (query: string) => site.call({ path: `/api/users/${fan.id}/favorites?${query}`, as: fan })
  expect(titlesOf(await own('language=pt'))).toEqual(['Moths', 'Letters'])
  expect(titlesOf(await own('language=pt&search=recife'))).toEqual(['Moths'])
})

test.each([
  ['a series', '"night bus"', 'Moths'],
  ['an issue', '"no 3"', 'Moths'],
  ['a town or country', 'recife', 'Moths'],
  ['a year', '1994', 'Moths'],
  ['a subject', '"night life"', 'Moths'],
  ['a name', 'zilda', 'Moths'],
  ['a content note', 'grief', 'Letters'],
])('%s is found by its text: %s', async (_what, text, title) => {
  expect(titlesOf(await ask(`search=${encodeURIComponent(text)}`))).toEqual([title])
})

test.each(['PERZINE', 'KIND:PERZINE', '"KIND:PERZINE"', 'LANG', '@KIND:PERZINE', 'YEAR:BJJE', 'subject:'])(
  'user text matches no filter term, and is not treated as one: %s',
  async (text) => {
    const found = FoundZines.parse((await ask(`search=${encodeURIComponent(text)}`)).body)
    expect(found).toMatchObject({ zines: [], correction: null })
  },
)

test('filter terms do not appear among n-grams and misspellings', async () => {
  const { rows } = await site.pool.query(`
    select word from search_words where word ~ ':' and (word_parts(word) <> '{}' or word_nearness(word) <> '{}')`)
  expect(rows).toEqual([])
  const { rows: words } = await site.pool.query(`
    select word_parts('ab') as plain, word_parts('@ab') as creator, word_parts('[') as sign`)
  expect(words).toEqual([{ plain: ['a', 'ab', 'b'], creator: [], sign: ['['] }])
})

test('a reader who hides a zine does not see it under a filter, and changed details are searchable immediately', async () => {
  const hide = {
    method: 'PUT',
    path: `/api/users/${fan.id}/unwanted-zines/${ids.get('Chords')}`,
    as: fan,
  } as const
  expect((await site.call(hide)).status).toBe(200)
  const path = `/api/zines/${ids.get('Bare')}`
  const update = (version: number, details: object) => site.put(path, { version, details }, maker)
  expect((await update(1, { kind: 'music' })).status).toBe(200)
  expect(titlesOf(await ask('kind=music'))).toEqual(['Bare', 'Chords'])
  expect(titlesOf(await ask('kind=music', fan))).toEqual(['Bare'])
  expect(titlesOf(await ask('kind=music&filter=popular', fan))).toEqual(['Bare'])
  expect((await update(2, {})).status).toBe(200)
  expect(titlesOf(await ask('kind=music'))).toEqual(['Chords'])
})

test.each([
  ['language=klingonisch!', 'Unknown language. Use a tag such as en or pt-BR.'],
  ['language=pt&language=en', 'language can appear only once.'],
  ['kind=novel', /^kind must be one of perzine, /],
  ['year=94', 'year must be a year such as 1994, or a decade such as 1990s.'],
  ['copy=yes', 'copy can only be true.'],
  ['paper=false', 'paper can only be true.'],
  [`subject=${'a'.repeat(61)}`, 'The subject can be at most 60 characters long.'],
  ['subject=%00', 'The subject contains a character that cannot be stored.'],
])('%s is rejected with a message', async (query, sentence) => {
  const answer = await ask(query)
  expect(answer.status).toBe(400)
  expect(answer.body.error).toMatch(sentence)
})
