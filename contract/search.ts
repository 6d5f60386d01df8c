import { z } from 'zod'
import { Creator } from './creators.ts'
import { endpoint, nextCursor, pageQuery, text } from './endpoint.ts'
import * as limits from './limits.ts'
import { ZineList } from './zines.ts'

/** What was typed into a search field; absent or blank means everything. */
export const searchText = text('The search', limits.searchText).default('')

/**
 * What a search text was taken for. `terms` are the folded words to mark where they are found: those that are looked
 * for, without such as `of` and `the` unless they are quoted or all that is looked for. When nothing has one of the words, and a word that is close to it was looked for instead, `correction` is
 * the search as it was understood, and the one that finds only what was typed.
 */
export const SearchReading = z.object({
  terms: z.array(z.string()),
  correction: z.object({ understood: z.string(), literal: z.string() }).nullable(),
})
export type SearchReading = z.infer<typeof SearchReading>

export const FoundZines = ZineList.extend(SearchReading.shape)
export type FoundZines = z.infer<typeof FoundZines>

export const FoundCreators = z.object({ creators: z.array(Creator), nextCursor, ...SearchReading.shape })
export type FoundCreators = z.infer<typeof FoundCreators>

export const searchZines = endpoint({
  name: 'searchZines',
  method: 'GET',
  path: '/api/search/zines',
  tag: 'Search',
  summary:
    'Zines in whose title, description, creator’s names or page descriptions every word occurs; “phrase”, @creator',
  access: 'anyone',
  query: z.strictObject({
    ...pageQuery,
    search: searchText,
    filter: z.literal('popular', 'filter can only be popular.').optional(),
    /** Accepted because callers send it, and ignored: the viewer comes from the session. */
    userId: z.string().optional(),
  }),
  response: FoundZines,
})

export const searchCreators = endpoint({
  name: 'searchCreators',
  method: 'GET',
  path: '/api/search/users',
  tag: 'Search',
  summary: 'Creators in whose username, name or bio every word of the text occurs',
  access: 'anyone',
  query: z.strictObject({ ...pageQuery, search: searchText, userId: z.string().optional() }),
  response: FoundCreators,
})
