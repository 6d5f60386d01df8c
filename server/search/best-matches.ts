import type pg from 'pg'
import * as limits from '#contract/limits.ts'
import { isUnspaced } from '#contract/normalise-text.ts'
import type { Reader } from '#server/db/reader-exclusions.ts'
import type { PageRow } from '#server/http/list-page.ts'
import {
  findTitlesStartingWith,
  findTitlesWithWords,
  maxWordRows,
  type TitleMatch,
  type TitleSearch,
} from './best-matches.queries.ts'
import { resolveCreatorNames } from './expand-terms.ts'
import { creatorCards, type SearchPage, zineCards } from './search.queries.ts'
import { titleTerms } from './search-documents.ts'
import { creatorTables, zineTables } from './search-lists.ts'
import { type QueryTerm, readSearchText, termText } from './search-text.ts'
import { countTerms } from './vocabulary.queries.ts'

type Kind = 'zine' | 'creator'
const tablesOf = { zine: zineTables, creator: creatorTables }

type ListedSearch = { listed: Kind; text: string; filterTerms: string[]; reader: Reader }

/** Best first. A match for the corrected search is `misspelt` ranks lower. */
const ranks = { exact: 0, prefix: 1, words: 2, misspelt: 3, none: Number.POSITIVE_INFINITY }

type BestMatch = TitleMatch & { kind: Kind; rank: number }

/** Zines and creators, as JSON, whose title or name is closer to the search than the first of the list. */
export async function findBestMatches(pool: pg.Pool, search: ListedSearch, { rows, interpretation }: SearchPage) {
  const queries = await readQueries(pool, [search.text, interpretation.correction?.understood ?? ''])
  const [first, second] = rows
  const topRank = first ? rankOf(titlesOf(search.listed, first), queries) : ranks.none
  const kinds: Kind[] = [
    // A best match is also a match: in a list of one, or below an exact title, none is closer.
    ...(second && topRank > ranks.exact ? [search.listed] : []),
    ...(search.listed === 'zine' && search.filterTerms.length === 0 ? (['creator'] as const) : []),
  ]
  const found = new Map<string, BestMatch>()
  for (const query of queries)
    for (const kind of kinds)
      for (const match of await findCandidates(pool, kind, query, search))
        found.set(match.id, { ...match, kind, rank: rankOf(match.titles, queries) })
  const best = [...found.values()]
    .filter(({ kind, rank }) => kind !== search.listed || rank < topRank)
    .sort((a, b) => a.rank - b.rank)
    .slice(0, limits.bestMatches)
  return bestMatchesJson(pool, best, search.reader)
}

type TitleQuery = { title: string; texts: string[] }

/** The search and its correction. Titles are compared with its words, or with its @names if it has no others. */
async function readQueries(pool: pg.Pool, texts: string[]): Promise<TitleQuery[]> {
  const queries: TitleQuery[] = []
  for (const text of texts) {
    const query = await resolveCreatorNames(pool, readSearchText(text) ?? [])
    const title = titleTerms(query.flatMap(wordsOf).join(' ') || query.flatMap(namesOf).join(' '))
    if ([...title].length >= minLength || isUnspaced(title)) queries.push({ title, texts: query.map(termText) })
  }
  return queries
}

/** Too many titles start with one letter. */
const minLength = 2

const wordsOf = (term: QueryTerm) => {
  if (term.kind === 'creator') return []
  return term.kind === 'substring' ? [term.text] : term.terms
}
const namesOf = (term: QueryTerm) => (term.kind === 'creator' ? [term.name.slice(1)] : [])

async function findCandidates(
  pool: pg.Pool,
  kind: Kind,
  { title, texts }: TitleQuery,
  { filterTerms, reader }: ListedSearch,
) {
  const tables = tablesOf[kind]
  const search: TitleSearch = {
    title,
    texts: [...texts, ...filterTerms.map((filterTerm) => ` ${filterTerm} `)],
    reader,
    // A creator may be found by both names.
    limit: 2 * limits.bestMatches,
  }
  const starting = await findTitlesStartingWith(pool, tables, search)
  if (starting.length === search.limit) return starting
  const words = [...new Set(title.split(' '))]
  const counts = await countTerms({ pool, counted: tables.counted }, words)
  const [rarest] = [...counts].sort(([, a], [, b]) => a - b)
  if (!rarest || counts.size < words.length || rarest[1] > maxWordRows) return starting
  return [...starting, ...(await findTitlesWithWords(pool, tables, { ...search, words, rarest: rarest[0] }))]
}

const rankOf = (titles: string[], queries: TitleQuery[]) =>
  Math.min(
    ...queries.flatMap((query, at) => titles.map((title) => rankOfTitle(title, query.title) + at * ranks.misspelt)),
    ranks.none,
  )

function rankOfTitle(title: string, text: string) {
  if (title === text) return ranks.exact
  if (title.startsWith(text)) return ranks.prefix
  const words = new Set(title.split(' '))
  return text.split(' ').every((word) => words.has(word)) ? ranks.words : ranks.none
}

function titlesOf(kind: Kind, { item }: PageRow) {
  const { title, username, name } = JSON.parse(item)
  return (kind === 'zine' ? [title] : [username, name ?? '']).map(titleTerms)
}

async function bestMatchesJson(pool: pg.Pool, best: BestMatch[], reader: Reader) {
  const matchesOf = (kind: Kind) =>
    best
      .filter((match) => match.kind === kind)
      .map(({ id, rank }) => ({ id, position: [rank, id] as [number, string] }))
  const [zines, creators] = [matchesOf('zine'), matchesOf('creator')]
  const cards = [
    ...(zines.length > 0 ? await zineCards(pool, zines, reader?.id ?? null) : []),
    ...(creators.length > 0 ? await creatorCards(pool, creators) : []),
  ]
  const items = new Map(cards.map(({ item, position }) => [position[1], item]))
  return best.flatMap(({ id, kind }) => (items.has(id) ? [`{"${kind}":${items.get(id)}}`] : []))
}
