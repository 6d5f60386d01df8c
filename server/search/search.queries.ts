import type pg from 'pg'
import { creatorJoins, creatorJson } from '../db/creator-json.ts'
import { longestPage } from '../db/longest-page.ts'
import { documentHas } from '../db/search-words.ts'
import { zineJoins, zineJson } from '../db/zine-json.ts'
import type { PageRow } from '../http/list-page.ts'

type Order = {
  name: string
  /** The column of the table that is paged which says what zine a row is about. */
  zineId: string
  after: (firstValue: number) => string
  /** `zines z`, a page of them in this order, of those that meet the conditions. */
  page: (conditions: string) => string
  by: string
  place: string
}

const newestFirst: Order = {
  name: 'newest',
  zineId: 'zines.id',
  after: (first) => `and (created_at, id) < ($${first}::timestamptz, $${first + 1}::uuid)`,
  page: (conditions) =>
    `(select * from zines where true ${conditions} order by created_at desc, id desc limit ${longestPage}) z`,
  by: 'z.created_at desc, z.id desc',
  place: 'json_build_array(z.created_at, z.id)',
}

const popularFirst: Order = {
  name: 'popular',
  zineId: 'zine_stats.zine_id',
  after: (first) => `and (favorite_count, zine_id) < ($${first}::int, $${first + 1}::uuid)`,
  page: (conditions) =>
    `(select * from zine_stats where true ${conditions}
      order by favorite_count desc, zine_id desc limit ${longestPage}) ranked
     join zines z on z.id = ranked.zine_id`,
  by: 'ranked.favorite_count desc, ranked.zine_id desc',
  place: 'json_build_array(ranked.favorite_count, ranked.zine_id)',
}

export type ZineSearch = {
  viewer: string | null
  words: string[]
  popular: boolean
  after: [string | number, string] | undefined
  limit: number
}

/** Zines that have every word, newest or most favorited first; one row more than asked for. */
export async function searchZines(pool: pg.Pool, { viewer, words, popular, after, limit }: ZineSearch) {
  const order = popular ? popularFirst : newestFirst
  const values = [viewer, limit + 1, ...(after ?? []), ...words]
  const text = zinesSql(order, words.length, after !== undefined)
  const { rows } = await pool.query<PageRow>({
    ...prepared(`search-zines-${order.name}`, words, after),
    text,
    values,
  })
  return rows
}

/**
 * Without words every page has the same plan, so it is prepared once. With words the plan hangs on how common
 * they are, so PostgreSQL plans each search with its words before it.
 */
const prepared = (name: string, words: string[], after: unknown) =>
  words.length === 0 ? { name: after ? `${name}-after` : name } : {}

function zinesSql(order: Order, words: number, after: boolean) {
  const has = documentHas('zine_search', 'zine_id', order.zineId, { words, firstValue: after ? 5 : 3 })
  return `
    select ${zineJson}::text as item, ${order.place} as place
    from ${order.page(`${after ? order.after(3) : ''} ${has}`)} ${zineJoins('$1')}
    order by ${order.by} limit $2`
}

export type CreatorSearch = { words: string[]; after: [number, string] | undefined; limit: number }

/** Creators that have every word, those with the most zines first; one row more than asked for. */
export async function searchCreators(pool: pg.Pool, { words, after, limit }: CreatorSearch) {
  const values = [limit + 1, ...(after ?? []), ...words]
  const text = creatorsSql(words.length, after !== undefined)
  const { rows } = await pool.query<PageRow>({ ...prepared('search-creators', words, after), text, values })
  return rows
}

function creatorsSql(words: number, after: boolean) {
  const has = documentHas('creator_search', 'creator_id', 'creator_stats.creator_id', {
    words,
    firstValue: after ? 4 : 2,
  })
  return `
    select ${creatorJson}::text as item, json_build_array(c.zine_count, c.creator_id) as place
    from (
      select * from creator_stats
      where true ${after ? 'and (zine_count, creator_id) < ($2::int, $3::uuid)' : ''} ${has}
      order by zine_count desc, creator_id desc limit ${longestPage}
    ) c ${creatorJoins}
    order by c.zine_count desc, c.creator_id desc limit $1`
}
