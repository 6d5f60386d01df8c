import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Place } from '#server/http/list-page.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { find } from './find.ts'
import { forgetZines, indexCreators, indexZines } from './indexing.ts'
import { creatorsByZines, favoriteZines, newestZines, popularZines, type SearchList } from './lists.ts'
import { indexZinesOf, rebuildSearch } from './rebuild.ts'
import { type PlainTerm, type Slow, slowSearch, typed } from './slow-search.testing.ts'

let site: TestApp
beforeAll(async () => {
  site = await startTestApp()
})
afterAll(() => site.close())

/** Letters of one script, and what stands beside them; of words in two scripts only those as typed are looked for. */
const wordOf = (letters: string) =>
  fc
    .array(fc.constantFrom(...letters, ...'東京夜7'), { minLength: 1, maxLength: 7 })
    .map((some) => some.join(''))
const word = fc.oneof({ arbitrary: wordOf('aaabbcdeéø'), weight: 3 }, wordOf('абв'))
const latin = fc
  .array(fc.constantFrom(...'abcde'), { minLength: 3, maxLength: 14 })
  .map((some) => some.join(''))
const vocabulary = fc.array(fc.oneof(word, latin), { minLength: 10, maxLength: 40 })

/** A few words many times and many words a few times, as in every language. */
const someWords = (words: string[], maxLength: number) =>
  fc
    .array(
      fc
        .double({ min: 0, max: 0.999, noNaN: true })
        .map((at) => words[Math.floor(at ** 3 * words.length)] ?? ''),
      { maxLength },
    )
    .map((some) => some.join(' '))

type Written = {
  title: string
  description: string
  alt: string
  words: string
  creator: number
  favorites: number
}

const library = vocabulary.chain((words) =>
  fc.record({
    zines: fc.array(
      fc.record<Written>({
        title: someWords(words, 4),
        description: someWords(words, 8),
        alt: someWords(words, 3),
        words: someWords(words, 5),
        creator: fc.nat(4),
        favorites: fc.nat(3),
      }),
      { minLength: 30, maxLength: 330 },
    ),
    names: fc.uniqueArray(fc.oneof(latin, word), {
      minLength: 5,
      maxLength: 5,
      selector: (name) => name.normalize('NFD'),
    }),
    bios: fc.array(someWords(words, 5), { minLength: 5, maxLength: 5 }),
    searches: fc.array(fc.array(asked(words), { minLength: 1, maxLength: 6 }), {
      minLength: 12,
      maxLength: 12,
    }),
    gone: fc.array(fc.nat(30), { maxLength: 10 }),
  }),
)

/** Words as they are, parts of them, words with a letter or three changed, phrases, and names. */
function asked(words: string[]): fc.Arbitrary<PlainTerm> {
  const known = fc.constantFrom(...words)
  const cut = fc
    .tuple(known, fc.nat(4), fc.integer({ min: 1, max: 4 }))
    .map(([whole, from, size]) => [...whole].slice(from, from + size).join('') || whole)
  const wrong = fc
    .tuple(
      known,
      fc.array(fc.tuple(fc.nat(8), fc.constantFrom('a', 'b', 'e', 'в', ''), fc.nat(1)), {
        minLength: 1,
        maxLength: 3,
      }),
    )
    .map(
      ([whole, changes]) =>
        changes.reduce(
          (text, [at, letter, gone]) => text.slice(0, at) + letter + text.slice(at + gone),
          whole,
        ) || whole,
    )
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

test('random searches of random libraries find what a slow search finds, in its order, whatever changed', {
  timeout: 120_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(library, async ({ zines, names, bios, searches, gone }) => {
      const made = await fill(zines, names, bios)
      await expectTheTruth(made, searches)
      const left = await change(made, gone)
      await expectTheTruth(left, searches)
      expect(await wrongWords()).toEqual([])
    }),
    { numRuns: 12, endOnFailure: true },
  )
})

async function expectTheTruth(zines: Kept[], searches: PlainTerm[][]) {
  const byFavorites = zines.map((zine) => ({ ...zine, rank: [zine.favorites, zine.id] as const }))
  for (const asked of searches) {
    const text = typed(asked)
    const found = {
      newest: await everyPage(newestZines, text),
      popular: await everyPage(popularZines, text),
      favorites: await everyPage(favoriteZines, text, reader),
      creators: await everyPage(creatorsByZines, text),
    }
    const usernames = people.map(({ username }) => username)
    const newest = slowSearch(zines, asked, usernames)
    const isFavorite = (id: string) => zines.some((zine) => zine.id === id && zine.favorites > 0)
    expect({ text, ...found }).toEqual({
      text,
      newest,
      popular: slowSearch(byFavorites, asked, usernames),
      favorites: slowSearch(zines, asked, usernames, ({ id }) => isFavorite(id)),
      creators: slowSearch(people, asked, usernames),
    })
  }
}

/** Pages are short at the end and long at the beginning, so that every plan of a search begins somewhere inside. */
async function everyPage(list: SearchList, text: string, owner?: string) {
  const ids: string[] = []
  for (let after: Place | undefined, limit = 40; ; limit = 100) {
    const { matches = [] } = await find(site.pool, list, text, { owner, after, limit })
    ids.push(...matches.slice(0, limit).map(({ id }) => id))
    after = matches[limit - 1]?.place
    if (matches.length <= limit) return ids
  }
}

type Kept = Slow & { favorites: number; creator: string }
const reader = '00000000-0000-7000-8000-00000000000f'

/** Who make zines, and the reader. */
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
    return {
      id,
      texts: [zine.title, zine.description, zine.alt, zine.words],
      username: names[zine.creator] ?? '',
      name: 'Édouard',
      rank: [Math.floor(at / 3), id],
      favorites: zine.favorites,
      creator: creators[zine.creator] ?? '',
    }
  })
  await site.db.transaction().execute((tx) =>
    indexCreators(
      tx,
      people.map(({ id }) => id),
    ),
  )
  await insert(kept)
  return kept
}

async function insert(zines: Kept[]) {
  const column = (of: (zine: Kept) => unknown) => zines.map(of)
  await site.pool.query(
    `with rows as (
       select * from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[], $7::int[],
         $8::int[]) as z (id, creator, title, description, alt, words, age, favorites)
     ),
     zines as (
       insert into zines (id, creator_id, title, description, aspect_ratio, created_at)
       select id, creator, title, description, '1:1', '2026-01-01'::timestamptz + make_interval(secs => age) from rows
     ),
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
      ...[0, 1, 2, 3].map((at) => column(({ texts }) => texts[at])),
      column(({ rank }) => rank[0]),
      column(({ favorites }) => favorites),
      reader,
    ],
  )
  await site.db.transaction().execute((tx) =>
    indexZines(
      tx,
      zines.map(({ id }) => id),
    ),
  )
}

/** Some zines go, one creator is renamed, and the first zine is written anew. */
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
  await site.pool.query(`update users set username = 'abcde', username_key = 'abcde' where id = $1`, [
    renamed,
  ])
  people = people.map((one) => (one.id === renamed ? { ...one, username: 'abcde' } : one))
  await site.db.transaction().execute((tx) => indexCreators(tx, [renamed]))
  await indexZinesOf(site.db, renamed)
  const texts = await writeAnew(left)
  return left.map((zine, at) => ({
    ...zine,
    ...(zine.creator === renamed && { username: 'abcde' }),
    ...(at === 0 && { texts }),
  }))
}

/** The first of the zines gets the texts of the last, each in another place. */
async function writeAnew([first, ...others]: Kept[]) {
  const texts = (others.at(-1) ?? first)?.texts.toReversed() ?? []
  await site.pool.query(
    `with page as (update zine_pages set alt_text = $4, transcript = $5 where zine_id = $1)
     update zines set title = $2, description = $3 where id = $1`,
    [first?.id, ...texts],
  )
  if (first) await site.db.transaction().execute((tx) => indexZines(tx, [first.id]))
  return texts
}

/** Words whose count is not the number of documents that have them, and words that are missing. */
async function wrongWords() {
  const { rows } = await site.pool.query<{ word: string }>(`
    select word from search_words full join (
      select word, count(distinct zine_id)::int as in_zines, count(distinct creator_id)::int as in_creators
      from (
        select zine_id, null as creator_id, document from zine_search
        union all select null, creator_id, document from creator_search
      ) documents, unnest(string_to_array(document, ' ')) word
      where word <> E'\n' group by word
    ) c using (word)
    where (zines, creators) is distinct from (in_zines, in_creators)`)
  return rows.map(({ word }) => word)
}

test('a vocabulary that is wrong in every way is right after it was made again', async () => {
  await site.pool.query(`
    delete from search_words where word in (select word from search_words order by md5(word) limit 5);
    update search_words set zines = zines + 3 where word in (select word from search_words order by word limit 5);
    update search_words set creators = creators + 1
    where word in (select word from search_words order by word desc limit 5);
    insert into search_words values ('nobody has this', 4, 2);
    update zine_search set document = document || E' stray \n' where zine_id in (select zine_id from zine_search limit 1)`)
  expect(await wrongWords()).not.toEqual([])
  await rebuildSearch(site.db)
  expect(await wrongWords()).toEqual([])
  const { rows } = await site.pool.query(`select from zine_search where document like '%stray%'`)
  expect(rows).toEqual([])
})
