import type pg from 'pg'
import { statement } from './statement.ts'

/**
 * What lists leave out for a member: who blocked whom, in either direction, zines they hid for themselves, and those with a
 * content note if they want none of them. These are conditions of a list's own walk, so that its pages stay full
 * (docs/decisions/0038-blocks.md). Most members avoid nothing, and theirs is the statement of guests, without any of it.
 */

export type Reader = { id: string; avoids: boolean } | null

/**
 * A member blocks few, so those are hashed once. Many may block one member: that is looked up for each row instead, and
 * as a value, because PostgreSQL would turn `not exists` into a join, and hash them all; and of `is null` it would expect
 * that hardly a row is left.
 */
export const isNotBlocked = (reader: string, creator: string) => `
  ${creator} not in (select b.creator_id from blocks b where b.member_id = ${reader}::uuid)
  and coalesce((select false from blocks b where b.member_id = ${creator} and b.creator_id = ${reader}::uuid), true)`

const isNotUnwanted = (reader: string, zine: string) =>
  `${zine} not in (select w.zine_id from unwanted_zines w where w.member_id = ${reader}::uuid)`

/** Whether a zine has a content note, or a page of it: as the index `zines_noted` has it. */
const isNoted = (zine: string) => `(${zine}.content_note is not null or ${zine}.has_noted_pages)`

/** Asked once for a list, as it is of no row of it. */
const wantsNoted = (reader: string) =>
  `(select p.content_notes <> 'never' from profiles p where p.user_id = ${reader}::uuid)`

/** One's own are listed, whatever one wants of those of others. */
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

/** The zines of a creator that a reader's lists leave out, found from what the reader hid. */
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

/**
 * What a reader keeps from their lists of what they open all the same: more fields for its answer. What is not so is left
 * out, since `false` would tell somebody that a block of theirs is looked for, whoever made it.
 */
export const avoidedZineJson = async (pool: pg.Pool, reader: Reader, id: string) =>
  reader?.avoids ? besides(await avoidedZine(pool, reader.id, id)) : ''

export const avoidedCreatorJson = async (pool: pg.Pool, reader: Reader, id: string) =>
  reader?.avoids ? besides(await avoidedCreator(pool, reader.id, id)) : ''

const besides = ([avoided]: Avoided[]) =>
  `${avoided?.isUnwanted ? ',"isUnwanted":true' : ''}${avoided?.isBlocked ? ',"isBlocked":true' : ''}`
