import type pg from 'pg'
import { statement } from './statement.ts'

/** `avoids`: lists need conditions for blocks, hidden zines and content notes. Most members need none. */

export type Reader = { id: string; avoids: boolean } | null

/** A reader's own blocks are few and hashed once. Blocks by others are looked up per row: a join would hash them all. */
export const isNotBlocked = (reader: string, creator: string) => `
  ${creator} not in (select b.creator_id from blocks b where b.member_id = ${reader}::uuid)
  and coalesce((select false from blocks b where b.member_id = ${creator} and b.creator_id = ${reader}::uuid), true)`

const isNotUnwanted = (reader: string, zine: string) =>
  `${zine} not in (select w.zine_id from unwanted_zines w where w.member_id = ${reader}::uuid)`

/** Whether a zine or one of its pages has a content note. Must match the index `zines_noted`. */
const isNoted = (zine: string) => `(${zine}.content_note is not null or ${zine}.has_noted_pages)`

/** Evaluated once per list, because it depends on no row. */
const wantsNoted = (reader: string) =>
  `(select p.content_notes <> 'never' from profiles p where p.user_id = ${reader}::uuid)`

/** A reader's own zines are always listed. */
const isNotNoted = (reader: string, creator: string, noted: string) =>
  `(${wantsNoted(reader)} or ${creator} = ${reader}::uuid or not ${noted})`

export const isShownOf = (reader: string, zine: 'zines.id', creator: string) =>
  `${isNotUnwanted(reader, zine)} and ${isNotBlocked(reader, creator)}
  and ${isNotNoted(reader, creator, isNoted('zines'))}`

export const isShown = (reader: string, zine: string) =>
  `${isNotUnwanted(reader, zine)}
  and (
    select ${isNotBlocked(reader, 'made.creator_id')}
      and ${isNotNoted(reader, 'made.creator_id', isNoted('made'))}
    from zines made where made.id = ${zine})`

/** SQL for the zines of a creator that a reader's lists omit, found from what the reader hid. */
export const leftOutOf = (reader: string, creator: string) => `
  select w.zine_id from unwanted_zines w
  where w.member_id = ${reader}::uuid and (select z.creator_id from zines z where z.id = w.zine_id) = ${creator}
  union
  select z.id from zines z
  where z.creator_id = ${creator} and not (${wantsNoted(reader)} or ${creator} = ${reader}::uuid) and ${isNoted('z')}`

/** Two statements with `$1` for the reader: one plain, one for readers who avoid something. */
export function listStatement<Row extends pg.QueryResultRow, Values extends unknown[]>(
  name: string,
  text: (andShown: string) => string,
  shown: string,
) {
  const plain = statement<Row, [reader: string | null, ...Values]>(name, text(''))
  const avoiding = statement<Row, [reader: string | null, ...Values]>(
    `${name}-avoiding`,
    text(` and ${shown}`),
  )
  return (pool: pg.Pool, reader: Reader, ...values: Values) =>
    (reader?.avoids ? avoiding : plain)(pool, reader?.id ?? null, ...values)
}

type Avoided = { isUnwanted?: boolean; isBlocked: boolean }

const isBlockedBy = (creator: string) =>
  `exists (select from blocks b where b.member_id = $1 and b.creator_id = ${creator}) as "isBlocked"`

const avoidedZine = statement<Avoided, [reader: string, zine: string]>(
  'avoided-zine',
  `select ${isBlockedBy('z.creator_id')},
     exists (select from unwanted_zines where member_id = $1 and zine_id = z.id) as "isUnwanted"
   from zines z where z.id = $2`,
)
const avoidedCreator = statement<Avoided, [reader: string, creator: string]>(
  'avoided-creator',
  `select ${isBlockedBy('$2')}`,
)

/** What a reader avoids in an opened zine. Omitted rather than `false`, which would reveal that blocks are checked. */
export const avoidedZineJson = async (pool: pg.Pool, reader: Reader, id: string) =>
  reader?.avoids ? besides(await avoidedZine(pool, reader.id, id)) : ''

export const avoidedCreatorJson = async (pool: pg.Pool, reader: Reader, id: string) =>
  reader?.avoids ? besides(await avoidedCreator(pool, reader.id, id)) : ''

const besides = ([avoided]: Avoided[]) =>
  `${avoided?.isUnwanted ? ',"isUnwanted":true' : ''}${avoided?.isBlocked ? ',"isBlocked":true' : ''}`
