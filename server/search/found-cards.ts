import type pg from 'pg'
import type { SearchReading } from '#contract/search.ts'
import { creatorJoins, creatorJson } from '../db/creator-json.ts'
import { statement } from '../db/statement.ts'
import { zineJoins, zineJson } from '../db/zine-json.ts'
import { type PageRow, pageJson } from '../http/list-page.ts'
import type { Match } from './matches.queries.ts'

/** A page of what was found, with one row more than asked for if there is one. */
export type FoundPage = { rows: PageRow[]; reading: SearchReading; hasMore?: boolean }

type Card = { id: string; item: string }

const zines = statement<Card, [ids: string[], viewer: string | null]>(
  'zine-cards',
  `select z.id, ${zineJson}::text as item from unnest($1::uuid[]) as matches (id) join zines z using (id) ${zineJoins('$2')}`,
)

const creators = statement<Card, [ids: string[]]>(
  'creator-cards',
  `select c.creator_id as id, ${creatorJson}::text as item
   from unnest($1::uuid[]) as matches (creator_id) join creator_stats c using (creator_id) ${creatorJoins}`,
)

/** Zines that were found as a list shows them. What was deleted since is left out. */
export const zineCards = async (pool: pg.Pool, matches: Match[], viewer: string | null) =>
  inOrder(matches, await zines(pool, idsOf(matches), viewer))

export const creatorCards = async (pool: pg.Pool, matches: Match[]) =>
  inOrder(matches, await creators(pool, idsOf(matches)))

const idsOf = (matches: Match[]) => matches.map(({ id }) => id)

function inOrder(matches: Match[], cards: Card[]): PageRow[] {
  const items = new Map(cards.map(({ id, item }) => [id, item]))
  return matches.flatMap(({ id, place }) => {
    const item = items.get(id)
    return item === undefined ? [] : [{ item, place }]
  })
}

/** A page as `pageJson` makes it, with what the text was taken for. */
export const foundJson = (name: string, { rows, reading, hasMore }: FoundPage, limit: number) =>
  `${pageJson(name, rows, limit, hasMore).slice(0, -1)},${JSON.stringify(reading).slice(1)}`
