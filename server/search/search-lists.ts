import { creatorTables, type SearchTables, zineTables } from './search-tables.ts'

export type SearchList = SearchTables & {
  name: string
  /** The table that list scans read, by `rank` and `key` descending. An index has this order. */
  table: string
  rank: 'created_at' | 'favorite_count' | 'zine_count'
  /** The cost of a row in a list scan, and of looking up a document with its position (docs/performance.md). */
  costs: { row: number; lookup: number }
  /** The column for the member whose list it is. */
  owner?: string
}

/** Costs in microseconds, at a million zines. */
const inDocumentTable = { row: 0.6, lookup: 2.8 }
const inOtherTable = { row: 4.1, lookup: 6.2 }

export const newestZines: SearchList = {
  ...zineTables,
  name: 'newest',
  table: 'zine_search',
  rank: 'created_at',
  costs: inDocumentTable,
}

export const popularZines: SearchList = {
  ...zineTables,
  name: 'popular',
  table: 'zine_stats',
  rank: 'favorite_count',
  costs: inOtherTable,
}

export const favoriteZines: SearchList = {
  ...zineTables,
  name: 'favorites',
  table: 'favorites',
  rank: 'created_at',
  costs: inOtherTable,
  owner: 'user_id',
}

export const creatorsByZines: SearchList = {
  ...creatorTables,
  name: 'creators',
  table: 'creator_stats',
  rank: 'zine_count',
  costs: inOtherTable,
}

export const followedCreators: SearchList = {
  ...creatorTables,
  name: 'followed',
  table: 'follows',
  rank: 'created_at',
  costs: inOtherTable,
  owner: 'follower_id',
}
