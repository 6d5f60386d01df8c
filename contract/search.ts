import { z } from 'zod'
import { readingDirections } from './aspect-ratios.ts'
import { Creator } from './creators.ts'
import { endpoint, nextCursor, pageQuery, text } from './endpoint.ts'
import { type FilterName, type Filters, lengths, yearOrDecade } from './filters.ts'
import { kinds } from './kinds.ts'
import { canonicalLanguage } from './language-tag.ts'
import * as limits from './limits.ts'
import { Zine, ZineList } from './zines.ts'

export const searchText = text('The search', limits.searchText).default('')

/** `terms`: the normalised words to highlight. `correction`: the corrected and the literal search after a misspelling. */
export const SearchInterpretation = z.object({
  terms: z.array(z.string()),
  correction: z.object({ understood: z.string(), literal: z.string() }).nullable(),
})
export type SearchInterpretation = z.infer<typeof SearchInterpretation>

export const BestMatch = z.union([z.object({ zine: Zine }), z.object({ creator: Creator })])
export type BestMatch = z.infer<typeof BestMatch>

/** Only on the first page of a search for zines or creators. */
const bestMatches = z.array(BestMatch).max(limits.bestMatches).optional()

export const ZineSearchResult = ZineList.extend({ ...SearchInterpretation.shape, bestMatches })
export type ZineSearchResult = z.infer<typeof ZineSearchResult>

export const CreatorSearchResult = z.object({
  creators: z.array(Creator),
  nextCursor,
  ...SearchInterpretation.shape,
  bestMatches,
})
export type CreatorSearchResult = z.infer<typeof CreatorSearchResult>

/** Query names of `Filters`. Their search terms come from `server/search/filter-terms.ts`. */
export const filterQuery = {
  language: z
    .string('language can appear only once.')
    .refine((tag) => canonicalLanguage(tag), 'Unknown language. Use a tag such as en or pt-BR.')
    .transform((tag) => canonicalLanguage(tag) ?? tag)
    .optional(),
  kind: z.enum(kinds, `kind must be one of ${kinds.join(', ')}.`).optional(),
  subject: text('The subject', limits.subject).optional(),
  series: text('The series', limits.series).optional(),
  year: z
    .string('year can appear only once.')
    .regex(yearOrDecade, 'year must be a year such as 1994, or a decade such as 1990s.')
    .optional(),
  copy: z.literal('true', 'copy can only be true.').optional(),
  paper: z.literal('true', 'paper can only be true.').optional(),
  print: z.literal('true', 'print can only be true.').optional(),
  words: z.literal('true', 'words can only be true.').optional(),
  length: z.enum(lengths, `length must be one of ${lengths.join(', ')}.`).optional(),
  direction: z.enum(readingDirections, `direction must be one of ${readingDirections.join(', ')}.`).optional(),
} satisfies { [Name in FilterName]: z.ZodType<Filters[Name]> }

export const searchZines = endpoint({
  name: 'searchZines',
  method: 'GET',
  path: '/api/search/zines',
  tag: 'Search',
  summary:
    'Zines that contain every word in their title, description, details, creator’s names or page texts; supports “phrase” and @creator. Filters match details, pages and permissions of zines. `bestMatches` are zines and creators whose title or name is closest to the search, unless they are at the top of the list',
  access: 'anyone',
  reads: 'replica',
  query: z.strictObject({
    ...pageQuery,
    search: searchText,
    filter: z.literal('popular', 'filter can only be popular.').optional(),
    ...filterQuery,
    /** Accepted because clients send it, but ignored: the viewer comes from the session. */
    userId: z.string().optional(),
  }),
  response: ZineSearchResult,
})

export const searchCreators = endpoint({
  name: 'searchCreators',
  method: 'GET',
  path: '/api/search/users',
  tag: 'Search',
  summary:
    'Creators that contain every word in their username, name or bio. `bestMatches` are those whose name is closest to the search',
  access: 'anyone',
  reads: 'replica',
  query: z.strictObject({ ...pageQuery, search: searchText, userId: z.string().optional() }),
  response: CreatorSearchResult,
})

export const listSubjects = endpoint({
  name: 'listSubjects',
  method: 'GET',
  path: '/api/subjects',
  tag: 'Search',
  summary: `Subjects of zines that start with a text, in their most common spelling, at most ${limits.suggestedSubjects}, most common first`,
  access: 'anyone',
  reads: 'replica',
  query: z.strictObject({ beginning: text('The start of a subject', limits.subject) }),
  response: z.object({ subjects: z.array(z.string()) }),
})

/** Filter values in use, most common first. Subjects come from the newest zines. */
export const FilterChoices = z.object({
  kinds: z.array(z.enum(kinds)),
  languages: z.array(z.string()),
  subjects: z.array(z.string()),
})
export type FilterChoices = z.infer<typeof FilterChoices>

export const listFilterChoices = endpoint({
  name: 'listFilterChoices',
  method: 'GET',
  path: '/api/search/filters',
  tag: 'Search',
  summary: 'Kinds, languages and subjects of zines, most common first',
  access: 'anyone',
  reads: 'replica',
  response: FilterChoices,
})
