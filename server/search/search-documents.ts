import type { Details } from '#contract/details.ts'
import { indexedAltTexts, indexedTranscripts } from '#contract/limits.ts'
import { toIndexTerms } from '#contract/normalise-text.ts'
import { type FilteredZine, zineFilterTerms } from './filter-terms.ts'
import { creatorTerm } from './search-text.ts'

export type ZineTexts = FilteredZine & {
  id: string
  title: string
  description: string | null
  alt_texts: string[]
  transcripts: string[]
  content_note: string | null
  username: string
  name: string | null
}

/** The first `max` characters of a text column, counted over the pages of zine `z`. */
const textsWithinLimit = (column: 'alt_text' | 'transcript', max: number) => `
  select left(${column}, ${max} - before)
  from (
    select position, ${column}, sum(length(${column})) over (order by position)::int - length(${column}) as before
    from zine_pages where zine_id = z.id and ${column} <> ''
  ) pages
  where before < ${max} order by position`

/** SQL: whether a page `zp` with the media `m` has words for those who cannot see or hear it. */
export const isReadable = `(zp.transcript <> '' or case m.kind
  when 'video' then exists (select from captions c where c.zine_id = zp.zine_id) else zp.alt_text <> '' end)`

export const zineTexts = (zines: string) => `
  select z.id, z.title, z.description, z.content_note, z.may_print, z.page_count, z.reading_direction, u.username, p.name,
         (select details from zine_details where zine_id = z.id) as details,
         coalesce(pages.is_video, false) as is_video, coalesce(pages.has_words, false) as has_words,
         array(${textsWithinLimit('alt_text', indexedAltTexts)}) as alt_texts,
         array(${textsWithinLimit('transcript', indexedTranscripts)}) as transcripts
  from ${zines} z join zine_stats on zine_id = z.id join users u on u.id = z.creator_id join profiles p on p.user_id = z.creator_id
  cross join lateral (
    select bool_or(m.kind = 'video') as is_video, bool_and(${isReadable}) as has_words
    from zine_pages zp join media m on m.id = zp.media_id where zp.zine_id = z.id
  ) pages`

/** All terms as one string, and the values of the title columns that `SearchTables` names. */
export type SearchDocument = { document: string; titles: string[] }

export const zineDocument = ({ title, description, alt_texts, transcripts, ...zine }: ZineTexts): SearchDocument => ({
  document: buildDocument(
    [title, description, ...textsOf(zine.details ?? {}), zine.content_note, ...alt_texts, ...transcripts],
    zine,
    zineFilterTerms(zine),
  ),
  titles: [titleTerms(title)],
})

const textsOf = ({ series, issue, madeIn, year, subjects = [], with: names = [] }: Details) => [
  ...[series, issue, madeIn, year?.toString()].map((text) => text ?? null),
  ...subjects,
  ...names,
]

export type CreatorTexts = { id: string; username: string; name: string | null; bio: string | null }

export const creatorTexts = (profiles: string) => `
  select p.user_id as id, u.username, p.name, p.bio from ${profiles} p join creator_stats on creator_id = p.user_id
  join users u on u.id = p.user_id`

export const creatorDocument = ({ username, name, bio }: CreatorTexts): SearchDocument => ({
  document: buildDocument([bio], { username, name }),
  titles: [titleTerms(username), titleTerms(name ?? '')],
})

/** Short enough for an index entry of PostgreSQL: normalisation can make a title many times longer. */
const maxTitleLength = 200

export const titleTerms = (title: string) => [...toIndexTerms(title).join(' ')].slice(0, maxTitleLength).join('')

/** Separates texts, so that no phrase matches across two of them. */
export const separator = '\n'

/** The texts as terms between spaces, separated by borders. Filter terms come first, because they are found fastest there. */
function buildDocument(
  texts: (string | null)[],
  { username, name }: { username: string; name: string | null },
  filterTerms: string[] = [],
) {
  const normalised = [...texts, name, username].map((text) => toIndexTerms(text ?? '').join(' '))
  return [
    separator,
    ...[filterTerms.join(' '), ...normalised].filter(Boolean).flatMap((row) => [row, separator]),
    creatorTerm(username),
    separator,
  ].join(' ')
}

export const termsOf = (document: string) =>
  new Set(document.split(' ').filter((term) => term !== separator && term !== ''))
