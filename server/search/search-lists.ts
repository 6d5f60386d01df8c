import type { Counted } from './vocabulary.queries.ts'

export const zeroId = '00000000-0000-0000-0000-000000000000'

export type SearchTables = {
  documents: 'zine_search' | 'creator_search'
  key: 'zine_id' | 'creator_id'
  counted: Counted
  counters: 'zine_stats' | 'creator_stats'
  /** The table that documents are built from, and the column that they copy. */
  source: { table: 'zines' | 'profiles'; id: 'id' | 'user_id'; repeated: '' | 'created_at,' }
  /** Columns with the normalised title or names, for the best matches. */
  titles: ('title' | 'username' | 'name')[]
}
export const zineTables: SearchTables = {
  documents: 'zine_search',
  key: 'zine_id',
  counted: 'zines',
  counters: 'zine_stats',
  source: { table: 'zines', id: 'id', repeated: 'created_at,' },
  titles: ['title'],
}
export const creatorTables: SearchTables = {
  documents: 'creator_search',
  key: 'creator_id',
  counted: 'creators',
  counters: 'creator_stats',
  source: { table: 'profiles', id: 'user_id', repeated: '' },
  titles: ['username', 'name'],
}

/** Rows of the first list scan, before the frequency of any term is known. */
export type FirstScanLength = 1 | 250

export type SearchList = SearchTables & {
  name: string
  /** The table that list scans read, by `rank` and `key` descending. An index has this order. */
  table: string
  rank: 'created_at' | 'favorite_count' | 'zine_count'
  /** Every search scans this many rows first, which is enough for very frequent terms. */
  firstScan: FirstScanLength
  /** The cost of a row in a list scan, and of looking up a document with its position (docs/performance.md). */
  costs: { step: number; lookup: number }
  owner?: string
}

/** Costs in microseconds, at a million zines. */
const inDocumentTable = { firstScan: 250, costs: { step: 0.6, lookup: 2.8 } } as const
const inOtherTable = { firstScan: 250, costs: { step: 4.1, lookup: 6.2 } } as const

export const newestZines: SearchList = {
  ...zineTables,
  ...inDocumentTable,
  name: 'newest',
  table: 'zine_search',
  rank: 'created_at',
}

export const popularZines: SearchList = {
  ...zineTables,
  ...inOtherTable,
  name: 'popular',
  table: 'zine_stats',
  rank: 'favorite_count',
}

export const favoriteZines: SearchList = {
  ...zineTables,
  ...inOtherTable,
  name: 'favorites',
  table: 'favorites',
  rank: 'created_at',
  owner: 'user_id',
}

export const creatorsByZines: SearchList = {
  ...creatorTables,
  ...inOtherTable,
  name: 'creators',
  table: 'creator_stats',
  rank: 'zine_count',
}

export const followedCreators: SearchList = {
  ...creatorTables,
  ...inOtherTable,
  name: 'followed',
  table: 'follows',
  rank: 'created_at',
  owner: 'follower_id',
}
