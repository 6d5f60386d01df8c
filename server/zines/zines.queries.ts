import type pg from 'pg'
import type { Tx } from '#server/db/connection.ts'
import { statement } from '#server/db/statement.ts'
import type { ListRange, PageRow } from '#server/http/list-page.ts'
import { isListedZine, listStatement, type Reader } from '#server/lists/reader-exclusions.ts'
import { newestZinesSql } from '#server/lists/zine-json.ts'
import { openZineJoins, openZineJson } from './open-zine-json.ts'

/** Checks for a block once instead of for every zine. */
const ofOneCreator = isListedZine('$1', 'zines.id', '$3::uuid')

const byCreator = listStatement<PageRow, [limit: number, creator: string]>(
  'zines-by-creator',
  (andCondition) => newestZinesSql(`creator_id = $3${andCondition}`),
  ofOneCreator,
)

const byCreatorAfter = listStatement<PageRow, [limit: number, creator: string, createdAt: string, id: string]>(
  'zines-by-creator-after',
  (andCondition) => newestZinesSql(`creator_id = $3 and (created_at, id) < ($4::timestamptz, $5::uuid)${andCondition}`),
  ofOneCreator,
)

const zineById = statement<{ item: string }, [viewer: string | null, id: string]>(
  'zine-open',
  `select ${openZineJson}::text as item from zines z ${openZineJoins('$1')} where z.id = $2`,
)

/** A hidden zine has no counter, so its favorites are counted here. */
const ownHiddenZine = statement<{ item: string; hidden: string }, [viewer: string, id: string]>(
  'zine-open-hidden',
  `select ${openZineJson}::text as item,
     json_build_object('at', z.hidden_at, 'reason', z.hidden_reason)::text as hidden
   from zines z ${openZineJoins('$1', '(select count(*)::int from favorites where zine_id = z.id)')}
   where z.id = $2 and z.creator_id = $1 and z.hidden_at is not null`,
)

export const listUserZines = (pool: pg.Pool, reader: Reader, creator: string, { limit, after }: ListRange<string>) =>
  after ? byCreatorAfter(pool, reader, limit + 1, creator, ...after) : byCreator(pool, reader, limit + 1, creator)

export async function readZine(pool: pg.Pool, viewer: string | null, id: string) {
  const [row] = await zineById(pool, viewer, id)
  if (row || !viewer) return row?.item
  const [hiddenRow] = await ownHiddenZine(pool, viewer, id)
  return hiddenRow && `${hiddenRow.item.slice(0, -1)},"hidden":${hiddenRow.hidden}}`
}

const visibleCreator = statement<never, [id: string]>(
  'is-creator-shown',
  'select from creator_stats where creator_id = $1',
)

export const isCreatorVisible = async (pool: pg.Pool, id: string) => (await visibleCreator(pool, id)).length > 0

export async function isCreator(db: Tx, userId: string) {
  const row = await db
    .selectFrom('creator_stats')
    .select('creator_id')
    .where('creator_id', '=', userId)
    .executeTakeFirst()
  return row !== undefined
}
