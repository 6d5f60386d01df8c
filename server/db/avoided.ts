import type pg from 'pg'
import { statement } from './statement.ts'

/**
 * What lists leave out for a member: who blocked whom, in either direction, and zines they hid for themselves. These are
 * conditions of a list's own walk, so that its pages stay full (docs/decisions/0038-blocks.md). Most members avoid
 * nothing, and theirs is the statement of guests, without any of it.
 */

/** Who a list is read for; null is a guest. */
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

/** Of a zine whose creator is at hand. */
export const isShownOf = (reader: string, zine: string, creator: string) =>
  `${isNotUnwanted(reader, zine)} and ${isNotBlocked(reader, creator)}`

/** Of a zine that is known by its id. */
export const isShown = (reader: string, zine: string) =>
  `${isNotUnwanted(reader, zine)}
  and (select ${isNotBlocked(reader, 'made.creator_id')} from zines made where made.id = ${zine})`

/**
 * A list of two statements, with `$1` for the reader: the one of whoever avoids nothing, and the same with one more
 * condition. Conditions come as ` and …`, or not at all.
 */
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
