import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Rights, rights } from '#contract/detail-choices.ts'
import type { Details } from '#contract/details.ts'
import type { Filters } from '#contract/filters.ts'
import { type Kind, kinds } from '#contract/kinds.ts'
import type { Place } from '#server/http/list-page.ts'
import { writeDetails } from '#server/zines/publish-zine.queries.ts'
import { openTestApp } from '#tests/support/test-app.ts'
import { watchPool } from '#tests/support/watched-pool.ts'
import { wantedFacets } from './facets.ts'
import { find } from './find.ts'
import { forgetZines, indexCreators, indexZines } from './indexing.ts'
import { creatorsByZines, favoriteZines, newestZines, popularZines, type SearchList } from './lists.ts'
import { indexZinesOf, rebuildSearch } from './rebuild.ts'
import { type PlainTerm, type Slow, says, slowSearch, typed } from './slow-search.testing.ts'
import { wrongWords } from './wrong-words.testing.ts'

const site = await openTestApp()
const watched = watchPool(site.pool)

/** Letters of one alphabet, Han characters and a digit. Words in two scripts are searched as typed, never corrected. */
const wordOf = (letters: string, minLength = 1, maxLength = 7) =>
  fc.string({ unit: fc.constantFrom(...letters), minLength, maxLength })
const word = fc.oneof({ arbitrary: wordOf('aaabbcdeéø東京夜7'), weight: 3 }, wordOf('абв東京夜7'))
const latin = wordOf('abcde', 3, 14)
const vocabulary = fc.array(fc.oneof(word, latin), { minLength: 10, maxLength: 40 })

/** A few words often and many words rarely, as in every language. */
const someWords = (words: string[], maxLength: number, otherwise = '') => {
  const place = fc.double({ min: 0, max: 0.999, noNaN: true })
  const wordAt = place.map((at) => words[Math.floor(at ** 3 * words.length)] ?? '')
  return fc.array(wordAt, { maxLength }).map((some) => some.join(' ') || otherwise)
}

type Written = {
  title: string
  description: string
  alt: string
  words: string
  details: Details
  note: string
  creator: number
  favorites: number
}

const languages = ['pt', 'pt-BR', 'zh', 'zh-Hant', 'zh-Hant-TW', 'es-419']

/** Few distinct details, so that one zine often has several of them. */
const detailsOf = (words: string[]): fc.Arbitrary<Details> => {
  const [first = 'a', second = 'b'] = words
  const said = fc.constantFrom(first, second, ...words.slice(0, 5), `${first}, ${second}`, `${first}!`)
  return fc.record(
    {
      kind: fc.constantFrom<Kind>(...kinds.slice(0, 3)),
      rights: fc.constantFrom<Rights>(...rights),
      languages: fc.array(fc.constantFrom(...languages), { minLength: 1, maxLength: 3 }),
      subjects: fc.array(said, { minLength: 1, maxLength: 3 }),
      series: said,
      issue: fc.constantFrom('No. 1', '7'),
      madeIn: someWords(words, 2, 'Lisboa'),
      year: fc.integer({ min: 1988, max: 2001 }),
      with: fc.array(someWords(words, 2, 'Ana'), { minLength: 1, maxLength: 2 }),
      paper: fc.constant({ words: 'At the fair' }),
    },
    { requiredKeys: [] },
  )
}

/** Up to three filters, including values that no zine has. */
const filtersOf = (words: string[]): fc.Arbitrary<Filters> => {
  const [first = 'a', second = 'b'] = words
  const spellings = [first, first.toUpperCase(), second, `${first} - ${second}`, 'zzz']
  const asked = fc.constantFrom(...spellings, ...words.slice(0, 5))
  const all = {
    kind: fc.constantFrom<Kind>(...kinds.slice(0, 3)),
    language: fc.constantFrom('pt', 'pt-BR', 'zh', 'zh-Hant', 'es', 'fr'),
    subject: asked,
    series: asked,
    year: fc.constantFrom('1989', '1994', '1990s', '2000s', '1890s'),
    copy: fc.constant('true' as const),
    paper: fc.constant('true' as const),
  }
  const some = fc.subarray(Object.keys(all) as (keyof typeof all)[], { maxLength: 3 })
  const chosen = (values: Filters, names: (keyof Filters)[]) =>
    Object.fromEntries(names.map((name) => [name, values[name]]))
  return fc.tuple(fc.record(all), some).map(([values, names]) => chosen(values, names))
}

const library = vocabulary.chain((words) =>
  fc.record({
    zines: fc.array(
      fc.record<Written>({
        title: someWords(words, 4),
        description: someWords(words, 8),
        alt: someWords(words, 3),
        words: someWords(words, 5),
        details: detailsOf(words),
        note: someWords(words, 2),
        creator: fc.nat(4),
        favorites: fc.oneof(fc.nat(3), fc.constantFrom(15, 16, 17, 31, 32, 40, 64, 200)),
      }),
      { minLength: 30, maxLength: 330 },
    ),
    names: fc.uniqueArray(fc.oneof(latin, word), {
      minLength: 5,
      maxLength: 5,
      selector: (name) => name.normalize('NFD'),
    }),
    bios: fc.array(someWords(words, 5), { minLength: 5, maxLength: 5 }),
    searches: fc.array(
      fc.oneof(
        fc.record({ asked: fc.array(asked(words), { minLength: 1, maxLength: 6 }), wanted: fc.constant({}) }),
        fc.record({ asked: fc.array(asked(words), { maxLength: 2 }), wanted: filtersOf(words) }),
      ),
      { minLength: 16, maxLength: 16 },
    ),
    gone: fc.array(fc.nat(30), { maxLength: 10 }),
  }),
)

/** Whole words, parts of words, words with one to three changed letters, phrases, and names. */
function asked(words: string[]): fc.Arbitrary<PlainTerm> {
  const known = fc.constantFrom(...words)
  const cut = fc
    .tuple(known, fc.nat(4), fc.integer({ min: 1, max: 4 }))
    .map(([whole, from, size]) => [...whole].slice(from, from + size).join('') || whole)
  const slip = fc.tuple(fc.nat(8), fc.constantFrom('a', 'b', 'e', 'в', ''), fc.nat(1))
  const wrong = fc
    .tuple(known, fc.array(slip, { minLength: 1, maxLength: 3 }))
    .map(([whole, slips]) => slips.reduce(slipped, whole) || whole)
  const part = fc.oneof(known, cut, wrong, word).map((one): PlainTerm => ({ kind: 'part', word: one }))
  const phrase = fc
    .array(known, { minLength: 1, maxLength: 2 })
    .map((some): PlainTerm => ({ kind: 'phrase', words: some }))
  const name = fc.oneof(known, cut, latin).map((one): PlainTerm => ({ kind: 'creator', name: one }))
  return fc.oneof(
    { arbitrary: part, weight: 8 },
    { arbitrary: phrase, weight: 2 },
    { arbitrary: name, weight: 1 },
  )
}

const slipped = (text: string, [at, letter, gone]: [number, string, number]) =>
  text.slice(0, at) + letter + text.slice(at + gone)

test('random searches of random libraries find what a slow search finds, in its order, whatever changed', {
  timeout: 240_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(library, async ({ zines, names, bios, searches, gone }) => {
      const made = await fill(zines, names, bios)
      await expectTheTruth(made, searches)
      const left = await change(made, gone)
      await expectTheTruth(left, searches)
      expect(await wrongWords(site)).toEqual([])
    }),
    { numRuns: 12, endOnFailure: true },
  )
  expect([...watched.names].filter((name) => name.startsWith('look-up-'))).not.toEqual([])
})

type Search = { asked: PlainTerm[]; wanted: Filters }

/** Makes list scans expensive, so that small libraries are also searched by index lookup. */
const dear = { near: 1, costs: { step: 1e8, lookUp: 1e3 } } as const
const newestLookedUp: SearchList = { ...newestZines, ...dear }
/** Reads only a few short pages, because there are many searches. */
const short = { limits: [1, 2] as [number, number], pages: 3 }
const inShort = 1 + 2 + 2
const popularLookedUp: SearchList = { ...popularZines, ...dear }

async function expectTheTruth(zines: Kept[], searches: Search[]) {
  const byFavorites = zines.map((zine) => ({ ...zine, rank: [zine.favorites, zine.id] as const }))
  for (const { asked, wanted } of searches) {
    const text = typed(asked)
    const facets = wantedFacets(wanted)
    if (text === '' && facets.length === 0) continue
    const found = {
      newest: await everyPage(newestZines, text, { facets }),
      popular: await everyPage(popularZines, text, { facets }),
      newestLookedUp: await everyPage(newestLookedUp, text, { facets, ...short }),
      popularLookedUp: await everyPage(popularLookedUp, text, { facets, ...short }),
      favorites: await everyPage(favoriteZines, text, { facets, owner: reader }),
      ...(text && { creators: await everyPage(creatorsByZines, text) }),
    }
    const usernames = people.map(({ username }) => username)
    const isWanted = ({ id }: Slow) => says(zines.find((zine) => zine.id === id)?.details ?? {}, wanted)
    const isFavorite = (id: string) => zines.some((zine) => zine.id === id && zine.favorites > 0)
    const newest = slowSearch(zines, asked, usernames, isWanted)
    const popular = slowSearch(byFavorites, asked, usernames, isWanted)
    expect({ text, wanted, ...found }).toEqual({
      text,
      wanted,
      newest,
      popular,
      newestLookedUp: newest.slice(0, inShort),
      popularLookedUp: popular.slice(0, inShort),
      favorites: slowSearch(zines, asked, usernames, (zine) => isWanted(zine) && isFavorite(zine.id)),
      ...(text && { creators: slowSearch(people, asked, usernames) }),
    })
  }
}

/** The first page has another length than the rest, so that every search plan also starts inside the list. */
async function everyPage(
  list: SearchList,
  text: string,
  { limits: [first, others] = [40, 100], pages = Number.POSITIVE_INFINITY, ...of }: Asking = {},
) {
  const ids: string[] = []
  for (let after: Place | undefined, limit = first, page = 1; ; limit = others, page++) {
    const { matches = [] } = await find(watched.pool, list, text, { ...of, after, limit })
    ids.push(...matches.slice(0, limit).map(({ id }) => id))
    after = matches[limit - 1]?.place
    if (matches.length <= limit || page === pages) return ids
  }
}

type Asking = { owner?: string; facets?: string[]; limits?: [first: number, others: number]; pages?: number }

type Kept = Slow & { favorites: number; creator: string; written: string[]; details: Details; note: string }

/** The searchable texts of a zine: its four written texts, its details and its note. */
const textsOf = ({ written, details, note }: Pick<Kept, 'written' | 'details' | 'note'>) => [
  ...written,
  ...[details.series, details.issue, details.madeIn, details.year?.toString()].map((text) => text ?? ''),
  ...(details.subjects ?? []),
  ...(details.with ?? []),
  note,
]
const reader = '00000000-0000-7000-8000-00000000000f'

/** The creators and the reader. */
let people: Slow[]

async function fill(zines: Written[], names: string[], bios: string[]): Promise<Kept[]> {
  await site.pool.query('truncate users, search_words cascade')
  const creators = names.map((_, at) => `00000000-0000-7000-8000-00000000000${at}`)
  people = [...creators, reader].map((id, at) => ({
    id,
    texts: [bios[at] ?? ''],
    username: names[at] ?? 'the reader',
    name: 'Édouard',
    rank: [zines.filter(({ creator }) => creator === at).length, id],
  }))
  await site.pool.query(
    `with people as (
       select * from unnest($1::uuid[], $2::text[], $3::text[], $4::int[]) as u (id, username, bio, zines)
     ),
     made as (insert into users (id, email, username, username_key) select id, id::text, username, username from people),
     shown as (insert into profiles (user_id, name, bio) select id, 'Édouard', bio from people)
     insert into creator_stats (creator_id, zine_count) select id, zines from people`,
    [
      people.map(({ id }) => id),
      people.map(({ username }) => username),
      people.map(({ texts }) => texts[0]),
      people.map(({ rank }) => rank[0]),
    ],
  )
  const kept = zines.map((zine, at): Kept => {
    const id = randomUUID()
    const { details, note } = zine
    const written = [zine.title, zine.description, zine.alt, zine.words]
    return {
      id,
      written,
      details,
      note,
      texts: textsOf({ written, details, note }),
      username: names[zine.creator] ?? '',
      name: 'Édouard',
      rank: [Math.floor(at / 3), id],
      favorites: zine.favorites,
      creator: creators[zine.creator] ?? '',
    }
  })
  const ids = people.map(({ id }) => id)
  await site.db.transaction().execute((tx) => indexCreators(tx, ids))
  await insert(kept)
  return kept
}

async function insert(zines: Kept[]) {
  const column = (of: (zine: Kept) => unknown) => zines.map(of)
  await site.pool.query(
    `with rows as (
       select * from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[], $7::int[],
         $8::int[], $10::jsonb[], $11::text[]) as z (id, creator, title, description, alt, words, age, favorites, details, note)
     ),
     zines as (
       insert into zines (id, creator_id, title, description, aspect_ratio, created_at, content_note)
       select id, creator, title, description, '1:1', '2026-01-01'::timestamptz + make_interval(hours => 17 * age),
         nullif(note, '')
       from rows
     ),
     said as (
       insert into zine_details (zine_id, creator_id, details) select id, creator, details from rows where details <> '{}'),
     files as (
       insert into media (id, owner_id, kind, hash, extension, byte_size)
       select id, creator, 'image', id::text, 'webp', 1 from rows
     ),
     pages as (
       insert into zine_pages (zine_id, position, media_id, alt_text, transcript) select id, 0, id, alt, words from rows),
     stats as (insert into zine_stats (zine_id, favorite_count) select id, favorites from rows)
     insert into favorites (user_id, zine_id, created_at)
     select $9::uuid, id, '2026-01-01'::timestamptz + make_interval(secs => age) from rows where favorites > 0`,
    [
      column(({ id }) => id),
      column(({ creator }) => creator),
      ...[0, 1, 2, 3].map((at) => column(({ written }) => written[at])),
      column(({ rank }) => rank[0]),
      column(({ favorites }) => favorites),
      reader,
      column(({ details }) => JSON.stringify(details)),
      column(({ note }) => note),
    ],
  )
  const ids = zines.map(({ id }) => id)
  await site.db.transaction().execute((tx) => indexZines(tx, ids))
}

/** Deletes some zines, renames one creator and rewrites the first zine. */
async function change(zines: Kept[], gone: number[]): Promise<Kept[]> {
  const deleted = zines.filter((_, at) => gone.includes(at)).map(({ id }) => id)
  await site.db.transaction().execute(async (tx) => {
    await forgetZines(tx, deleted)
    await tx
      .deleteFrom('zines')
      .where('id', 'in', [...deleted, reader])
      .execute()
  })
  const left = zines.filter(({ id }) => !deleted.includes(id))
  const renamed = left[0]?.creator ?? ''
  const rename = `update users set username = 'abcde', username_key = 'abcde' where id = $1`
  await site.pool.query(rename, [renamed])
  people = people.map((one) => (one.id === renamed ? { ...one, username: 'abcde' } : one))
  await site.db.transaction().execute((tx) => indexCreators(tx, [renamed]))
  await indexZinesOf(site.db, renamed)
  const anew = await writeAnew(left)
  return left.map((zine, at) => ({
    ...zine,
    ...(zine.creator === renamed && { username: 'abcde' }),
    ...(at === 0 && { ...anew, texts: textsOf({ ...zine, ...anew }) }),
  }))
}

/** Gives the first zine the texts of the last one, in reverse order, and its details. */
async function writeAnew([first, ...others]: Kept[]) {
  const last = others.at(-1) ?? first
  const written = last?.written.toReversed() ?? []
  const details = last?.details ?? {}
  await site.pool.query(
    `with page as (update zine_pages set alt_text = $4, transcript = $5 where zine_id = $1)
     update zines set title = $2, description = $3 where id = $1`,
    [first?.id, ...written],
  )
  if (first)
    await site.db.transaction().execute(async (tx) => {
      await writeDetails(tx, { id: first.id, creatorId: first.creator }, details)
      await indexZines(tx, [first.id])
    })
  return { written, details }
}

test('a vocabulary that is wrong in every way is right after it was made again', async () => {
  await site.pool.query(`
    delete from search_words where word in (select word from search_words order by md5(word) limit 5);
    update search_words set zines = zines + 3 where word in (select word from search_words order by word limit 5);
    update search_words set creators = creators + 1
    where word in (select word from search_words order by word desc limit 5);
    insert into search_words values ('nobody has this', 4, 2);
    update zine_search set document = document || E' stray \n' where zine_id in (select zine_id from zine_search limit 1)`)
  expect(await wrongWords(site)).not.toEqual([])
  await rebuildSearch(site.db)
  expect(await wrongWords(site)).toEqual([])
  const { rows } = await site.pool.query(`select from zine_search where document like '%stray%'`)
  expect(rows).toEqual([])
})
