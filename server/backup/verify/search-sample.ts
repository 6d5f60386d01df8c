import type pg from 'pg'
import { typedCommand } from '#server/process/typed-command.ts'
import {
  type CreatorTexts,
  creatorDocument,
  creatorTexts,
  wordsOf,
  type ZineTexts,
  zineDocument,
  zineTexts,
} from '#server/search/documents.ts'
import { find } from '#server/search/find.ts'
import { creatorTables, newestZines, zineTables } from '#server/search/lists.ts'
import { zinesToAdd } from '#server/search/word-counts.ts'
import { mostOfAKind, unsettled } from './fault.ts'

export type Sample = { documents: number; words: number; searches: number }

const mending = `\`${typedCommand('search:rebuild')}\` fixes it`

export async function listWrongDocuments(client: pg.ClientBase, { documents, words }: Sample) {
  const sentences: string[] = []
  for (const [text, what] of [withoutDocument, withoutCounter, misdated]) {
    const { rows } = await client.query<{ thing: string }>(text)
    sentences.push(...rows.map(({ thing }) => `${thing} ${what}; ${mending}`))
  }
  const found = [...(await sampleZines(client, documents)), ...(await sampleCreators(client, documents))]
  for (const { thing, said, really } of found)
    if (said !== really) sentences.push(`${thing} is found by other words than it has; ${mending}`)
  const some = sampleWords(
    found.map(({ said }) => said),
    words,
  )
  const { rows: known } = await client.query<{ word: string }>(
    'select word from search_words order by random() limit $1',
    [words],
  )
  const all = new Set([...some, ...known.map(({ word }) => word)])
  return [...sentences, ...(await listWrongWords(client, [...all]))]
}

const withoutDocument: [string, string] = [
  `(select 'zine ' || s.zine_id as thing from zine_stats s join zines z on z.id = s.zine_id
    where not exists (select from zine_search d where d.zine_id = s.zine_id)
      and z.creator_id not in (${unsettled}) limit ${mostOfAKind})
   union all
   (select 'creator ' || creator_id from creator_stats s
    where not exists (select from creator_search d where d.creator_id = s.creator_id)
      and creator_id not in (${unsettled}) limit ${mostOfAKind})`,
  'is missing from the search index',
]

const withoutCounter: [string, string] = [
  `(select 'zine ' || d.zine_id as thing from zine_search d join zines z on z.id = d.zine_id
    where not exists (select from zine_stats s where s.zine_id = d.zine_id)
      and z.creator_id not in (${unsettled}) limit ${mostOfAKind})
   union all
   (select 'creator ' || creator_id from creator_search d
    where not exists (select from creator_stats s where s.creator_id = d.creator_id)
      and creator_id not in (${unsettled}) limit ${mostOfAKind})`,
  'is in the search index although it is not visible',
]

const misdated: [string, string] = [
  `select 'zine ' || d.zine_id as thing from zine_search d join zines z on z.id = d.zine_id
   where d.created_at <> z.created_at and z.creator_id not in (${unsettled}) limit ${mostOfAKind}`,
  'has a different date in the search index',
]

type Known = { thing: string; said: string; really: string }

async function sampleZines(client: pg.ClientBase, most: number): Promise<Known[]> {
  const some = `(select z.* from zines z join zine_search d on d.zine_id = z.id
    where z.creator_id not in (${unsettled}) order by random() limit ${most})`
  const { rows } = await client.query<ZineTexts & { document: string }>(
    `select t.*, document from (${zineTexts(some)}) t join zine_search on zine_id = t.id`,
  )
  return rows.map(({ document, ...zine }) => ({
    thing: `zine ${zine.id}`,
    said: document,
    really: zineDocument(zine),
  }))
}

async function sampleCreators(client: pg.ClientBase, most: number): Promise<Known[]> {
  const some = `(select p.* from profiles p join creator_search d on d.creator_id = p.user_id order by random() limit ${most})`
  const { rows } = await client.query<CreatorTexts & { document: string }>(
    `select t.*, document from (${creatorTexts(some)}) t join creator_search on creator_id = t.id`,
  )
  return rows.map((creator) => ({
    thing: `creator ${creator.id}`,
    said: creator.document,
    really: creatorDocument(creator),
  }))
}

function sampleWords(documents: string[], most: number) {
  const words = [...new Set(documents.flatMap((document) => [...wordsOf(document)]))]
  const step = Math.max(1, Math.floor(words.length / most))
  return words.filter((_, at) => at % step === 0).slice(0, most)
}

async function listWrongWords(client: pg.ClientBase, words: string[]) {
  const count = ({ documents }: typeof zineTables) =>
    `(select count(*) from ${documents} where string_to_array(document, ' ') && array[w.word])`
  const { rows } = await client.query<{ word: string }>(
    `select w.word from unnest($1::text[]) w (word) left join search_words s on s.word = w.word collate "C"
     where coalesce(s.zines, 0) + ${zinesToAdd('w.word')} <> ${count(zineTables)} or coalesce(s.creators, 0) <> ${count(creatorTables)}`,
    [words],
  )
  return rows.map(
    ({ word }) => `search takes the word ${word} for more or less frequent than it is; ${mending}`,
  )
}

const page = 24

export async function listWrongSearches(pool: pg.Pool, { searches }: Sample) {
  const { rows } = await pool.query<{ word: string }>(
    `select word from search_words where zines > 0 and word ~ '^[[:alpha:]]{3,}$' order by random() limit $1`,
    [searches],
  )
  const sentences: string[] = []
  for (const { word } of rows)
    if (!(await findsTheSame(pool, word)))
      sentences.push(`a search for ${word} does not find what has it; ${mending}`)
  return sentences
}

/** A zine may be published between the two queries, so a difference is checked again. */
async function findsTheSame(pool: pg.Pool, word: string) {
  for (let tries = 0; tries < 3; tries++) {
    const { matches = [] } = await find(pool, newestZines, word, { limit: page, after: undefined })
    const slow = await lookThrough(pool, word)
    if (
      matches
        .slice(0, page)
        .map(({ id }) => id)
        .join() === slow.join()
    )
      return true
  }
  return false
}

async function lookThrough(pool: pg.Pool, word: string) {
  const { rows } = await pool.query<{ id: string }>(
    `select z.id from zine_search d join zines z on z.id = d.zine_id where strpos(document, $1) > 0
     order by z.created_at desc, z.id desc limit $2`,
    [word, page],
  )
  return rows.map(({ id }) => id)
}
