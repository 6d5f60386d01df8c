import type pg from 'pg'
import { creatorJoins, creatorJson } from '../db/creator-json.ts'
import { documentHas } from '../db/search-words.ts'
import { zineJoins, zineJson } from '../db/zine-json.ts'
import type { PageRow } from '../http/list-page.ts'

type Order = { by: string; place: string; after: (first: number) => string }

const newestFirst: Order = {
  by: 'z.created_at desc, z.id desc',
  place: 'json_build_array(z.created_at, z.id)',
  after: (first) => `and (z.created_at, z.id) < ($${first}::timestamptz, $${first + 1}::uuid)`,
}

const popularFirst: Order = {
  by: 's.favorite_count desc, s.zine_id desc',
  place: 'json_build_array(s.favorite_count, s.zine_id)',
  after: (first) => `and (s.favorite_count, s.zine_id) < ($${first}::int, $${first + 1}::uuid)`,
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
  const shape = {
    words: words.length,
    order: popular ? popularFirst : newestFirst,
    after: after !== undefined,
  }
  const values = [viewer, limit + 1, ...(after ?? []), ...words]
  const { rows } = await pool.query<PageRow>({ ...prepared(shape, popular), text: zinesSql(shape), values })
  return rows
}

/**
 * Without words every page has the same plan, so it is prepared once. With words the plan hangs on how common
 * they are, so PostgreSQL plans each search with its words before it.
 */
const prepared = ({ words, after }: { words: number; after: boolean }, popular: boolean) =>
  words === 0 ? { name: `search-zines-${popular ? 'popular' : 'newest'}${after ? '-after' : ''}` } : {}

const zinesSql = ({ words, order, after }: { words: number; order: Order; after: boolean }) => `
  select ${zineJson}::text as item, ${order.place} as place
  from zines z ${zineJoins('$1')}
  where true ${after ? order.after(3) : ''}
  ${documentHas('zine_search', 'zine_id', 'z.id', { words, firstValue: after ? 5 : 3 })}
  order by ${order.by} limit $2`

export type CreatorSearch = { words: string[]; after: [number, string] | undefined; limit: number }

/** Creators that have every word, those with the most zines first; one row more than asked for. */
export async function searchCreators(pool: pg.Pool, { words, after, limit }: CreatorSearch) {
  const values = [limit + 1, ...(after ?? []), ...words]
  const { rows } = await pool.query<PageRow>(creatorsSql(words.length, after !== undefined), values)
  return rows
}

const creatorsSql = (words: number, after: boolean) => `
  select ${creatorJson}::text as item, json_build_array(c.zine_count, c.creator_id) as place
  from creator_stats c ${creatorJoins}
  where true ${after ? 'and (c.zine_count, c.creator_id) < ($2::int, $3::uuid)' : ''}
  ${documentHas('creator_search', 'creator_id', 'c.creator_id', { words, firstValue: after ? 4 : 2 })}
  order by c.zine_count desc, c.creator_id desc limit $1`
