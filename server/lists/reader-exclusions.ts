import type pg from 'pg'
import { statement } from '#server/db/statement.ts'

/** `hasExclusions`: lists need conditions for blocks, hidden zines and content notes. Most members need none. */
export type Reader = { id: string; hasExclusions: boolean } | null

/** A reader's own blocks are few and hashed once. Blocks by others are looked up per row: a join would hash them all. */
export const isNotBlocked = (reader: string, creator: string) => `
  ${creator} not in (select b.creator_id from blocks b where b.member_id = ${reader}::uuid)
  and coalesce((select false from blocks b where b.member_id = ${creator} and b.creator_id = ${reader}::uuid), true)`

const isNotHiddenByReader = (reader: string, zine: string) =>
  `${zine} not in (select w.zine_id from unwanted_zines w where w.member_id = ${reader}::uuid)`

/** Whether a zine or one of its pages has a content note. Must match the index `zines_noted`. */
const hasContentNote = (zine: string) => `(${zine}.content_note is not null or ${zine}.has_page_content_notes)`

/** Evaluated once per list, because it depends on no row. */
const acceptsContentNotes = (reader: string) =>
  `(select p.content_notes <> 'never' from profiles p where p.user_id = ${reader}::uuid)`

/** A reader's own zines are always listed. */
const passesContentNotePreference = (reader: string, creator: string, hasNote: string) =>
  `(${acceptsContentNotes(reader)} or ${creator} = ${reader}::uuid or not ${hasNote})`

export const isListedZine = (reader: string, zine: 'zines.id', creator: string) =>
  `${isNotHiddenByReader(reader, zine)} and ${isNotBlocked(reader, creator)}
  and ${passesContentNotePreference(reader, creator, hasContentNote('zines'))}`

export const isListed = (reader: string, zine: string) =>
  `${isNotHiddenByReader(reader, zine)}
  and (
    select ${isNotBlocked(reader, 'zine.creator_id')}
      and ${passesContentNotePreference(reader, 'zine.creator_id', hasContentNote('zine'))}
    from zines zine where zine.id = ${zine})`

/** SQL for the zines of a creator that a reader's lists omit, found from what the reader hid. */
export const excludedZinesSql = (reader: string, creator: string) => `
  select w.zine_id from unwanted_zines w
  where w.member_id = ${reader}::uuid and (select z.creator_id from zines z where z.id = w.zine_id) = ${creator}
  union
  select z.id from zines z
  where z.creator_id = ${creator} and not (${acceptsContentNotes(reader)} or ${creator} = ${reader}::uuid) and ${hasContentNote('z')}`

/** Two statements with `$1` for the reader: one plain, one for readers who avoid something. */
export function listStatement<Row extends pg.QueryResultRow, Values extends unknown[]>(
  name: string,
  text: (andCondition: string) => string,
  condition: string,
) {
  const unfiltered = statement<Row, [reader: string | null, ...Values]>(name, text(''))
  const filtered = statement<Row, [reader: string | null, ...Values]>(`${name}-avoiding`, text(` and ${condition}`))
  return (pool: pg.Pool, reader: Reader, ...values: Values) =>
    (reader?.hasExclusions ? filtered : unfiltered)(pool, reader?.id ?? null, ...values)
}

type ReaderExclusions = { isUnwanted?: boolean; isBlocked: boolean }

const isBlockedBy = (creator: string) =>
  `exists (select from blocks b where b.member_id = $1 and b.creator_id = ${creator}) as "isBlocked"`

const zineExclusions = statement<ReaderExclusions, [reader: string, zine: string]>(
  'zine-exclusions',
  `select ${isBlockedBy('z.creator_id')},
     exists (select from unwanted_zines where member_id = $1 and zine_id = z.id) as "isUnwanted"
   from zines z where z.id = $2`,
)
const creatorExclusions = statement<ReaderExclusions, [reader: string, creator: string]>(
  'creator-exclusions',
  `select ${isBlockedBy('$2')}`,
)

/** What a reader avoids in an opened zine. Omitted rather than `false`, which would reveal that blocks are checked. */
export const zineExclusionsJson = async (pool: pg.Pool, reader: Reader, id: string) =>
  reader?.hasExclusions ? formatExclusions(await zineExclusions(pool, reader.id, id)) : ''

export const creatorExclusionsJson = async (pool: pg.Pool, reader: Reader, id: string) =>
  reader?.hasExclusions ? formatExclusions(await creatorExclusions(pool, reader.id, id)) : ''

const formatExclusions = ([exclusions]: ReaderExclusions[]) =>
  `${exclusions?.isUnwanted ? ',"isUnwanted":true' : ''}${exclusions?.isBlocked ? ',"isBlocked":true' : ''}`
