import {
  type CreatorTexts,
  creatorDocument,
  creatorTexts,
  type SearchDocument,
  type ZineTexts,
  zineDocument,
  zineTexts,
} from './search-documents.ts'

export const zeroId = '00000000-0000-0000-0000-000000000000'

/** The column of `terms` that counts the documents of one kind. */
export type Counted = 'zines' | 'creators'

/** What the index of zines and the index of creators consist of. */
export type SearchTables = {
  kind: 'zine' | 'creator'
  counted: Counted
  documents: 'zine_search' | 'creator_search'
  key: 'zine_id' | 'creator_id'
  counters: 'zine_stats' | 'creator_stats'
  /** The table that documents are built from, and the column that they copy. */
  source: {
    table: 'zines' | 'profiles'
    id: 'id' | 'user_id'
    creator: 'creator_id' | 'user_id'
    repeated: '' | 'created_at,'
  }
  /** Columns with the normalised title or names, for the best matches. */
  titles: ('title' | 'username' | 'name')[]
  /** SQL for the texts of visible rows of the source. `rows` is SQL for some of them. */
  textsSql: (rows: string) => string
  /** The document of a row that `textsSql` reads. */
  toDocument: (row: object) => SearchDocument
}

export const zineTables: SearchTables = {
  kind: 'zine',
  counted: 'zines',
  documents: 'zine_search',
  key: 'zine_id',
  counters: 'zine_stats',
  source: { table: 'zines', id: 'id', creator: 'creator_id', repeated: 'created_at,' },
  titles: ['title'],
  textsSql: zineTexts,
  toDocument: (row) => zineDocument(row as ZineTexts),
}

export const creatorTables: SearchTables = {
  kind: 'creator',
  counted: 'creators',
  documents: 'creator_search',
  key: 'creator_id',
  counters: 'creator_stats',
  source: { table: 'profiles', id: 'user_id', creator: 'user_id', repeated: '' },
  titles: ['username', 'name'],
  textsSql: creatorTexts,
  toDocument: (row) => creatorDocument(row as CreatorTexts),
}
