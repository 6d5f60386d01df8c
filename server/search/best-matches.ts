import type pg from 'pg'
import * as limits from '#contract/limits.ts'
import { isUnspaced } from '#contract/normalise-text.ts'
import type { Reader } from '#server/db/reader-exclusions.ts'
import type { PageRow } from '#server/http/list-page.ts'
import { findTitles, type TitleMatch, type TitleSearch } from './best-matches.queries.ts'
import { resolveCreatorNames } from './expand-terms.ts'
import { creatorCards, type SearchPage, zineCards } from './search.queries.ts'
import { titleTerms } from './search-documents.ts'
import { creatorTables, zineTables } from './search-lists.ts'
import { type QueryTerm, readSearchText, termText } from './search-text.ts'

const tablesOf = { zine: zineTables, creator: creatorTables }
type Kind = keyof typeof tablesOf

type ListedSearch = { listed: Kind; text: string; filterTerms: string[]; reader: Reader }

/** Best first. A match for the corrected search is `misspelt` ranks lower. */
const ranks = { exact: 0, prefix: 1, words: 2, misspelt: 3, none: Number.POSITIVE_INFINITY }

/** `item`: its JSON, if it is on the page already. */
type Candidate = { kind: Kind; id: string; titles: string[]; item?: string }

/** Zines and creators, as JSON, whose title or name is closer to the search than the first of the list. */
export async function findBestMatches(pool: pg.Pool, search: ListedSearch, page: SearchPage) {
  const { rows, hasMore, interpretation } = page
  const queries = await readQueries(pool, [search.text, interpretation.correction?.understood ?? ''])
  const understood = queries.at(-1)
  if (!understood) return []
  const rank = ({ titles }: Candidate) => rankOf(titles, queries)
  const listed = rows.map((row) => listedCandidate(search.listed, row))
  const topRank = listed[0] ? rank(listed[0]) : ranks.none
  const found = await findTitles(pool, [
    // Below an exact title, none is closer. A best match is also a match, so a complete list has all of them.
    ...(hasMore && topRank > ranks.exact ? [titleSearch(search.listed, understood, search)] : []),
    ...(search.listed === 'zine' && search.filterTerms.length === 0
      ? queries.map((query) => titleSearch('creator', query, search))
      : []),
  ])
  const candidates = new Map(
    [...found.map(foundCandidate), ...(hasMore ? [] : listed.toSorted(byTitle))].map((each) => [each.id, each]),
  )
  const best = [...candidates.values()]
    .map((candidate) => ({ ...candidate, rank: rank(candidate) }))
    .filter((each) => each.rank < (each.kind === search.listed ? topRank : ranks.none))
    .sort((a, b) => a.rank - b.rank || Number(a.kind === 'creator') - Number(b.kind === 'creator'))
    .slice(0, limits.bestMatches)
  return bestMatchesJson(pool, best, search.reader)
}

const foundCandidate = ({ documents, ...match }: TitleMatch): Candidate => ({
  kind: documents === 'zine_search' ? 'zine' : 'creator',
  ...match,
})

function listedCandidate(kind: Kind, { item }: PageRow): Candidate {
  const { id, title, username, name } = JSON.parse(item)
  return { kind, id, item, titles: (kind === 'zine' ? [title] : [username, name ?? '']).map(titleTerms) }
}

const byTitle = ({ titles: [a = ''] }: Candidate, { titles: [b = ''] }: Candidate) => (a < b ? -1 : Number(a > b))

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

const titleSearch = (kind: Kind, { title, texts }: TitleQuery, { filterTerms, reader }: ListedSearch): TitleSearch => ({
  tables: tablesOf[kind],
  title,
  texts: [...texts, ...filterTerms.map((filterTerm) => ` ${filterTerm} `)],
  reader,
  // A creator may be found by both names.
  limit: 2 * limits.bestMatches,
})

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

async function bestMatchesJson(pool: pg.Pool, best: (Candidate & { rank: number })[], reader: Reader) {
  const missing = (kind: Kind) =>
    best
      .filter((match) => match.kind === kind && match.item === undefined)
      .map(({ id, rank }) => ({ id, position: [rank, id] as [number, string] }))
  const [zines, creators] = [missing('zine'), missing('creator')]
  const cards = [
    ...(zines.length > 0 ? await zineCards(pool, zines, reader?.id ?? null) : []),
    ...(creators.length > 0 ? await creatorCards(pool, creators) : []),
  ]
  const items = new Map(cards.map(({ item, position }) => [position[1], item]))
  return best.flatMap(({ id, kind, item = items.get(id) }) => (item === undefined ? [] : [`{"${kind}":${item}}`]))
}
