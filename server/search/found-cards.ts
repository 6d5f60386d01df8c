import type pg from 'pg'
import type { SearchReading } from '#contract/search.ts'
import { creatorJoins, creatorJson } from '../db/creator-json.ts'
import { statement } from '../db/statement.ts'
import { zineJoins, zineJson } from '../db/zine-json.ts'
import { type PageRow, pageJson } from '../http/list-page.ts'
import { find } from './find.ts'
import type { Match, Stretch } from './matches.queries.ts'
import type { Shelf } from './shelves.ts'

/** A page of what was found, with one row more than asked for if there is one. */
export type FoundPage = { rows: PageRow[]; reading: SearchReading; hasMore?: boolean | undefined }

type Card = { id: string; item: string }

const zineCards = statement<Card, [ids: string[], viewer: string | null]>(
  'zine-cards',
  `select z.id, ${zineJson}::text as item from unnest($1::uuid[]) as wanted (id) join zines z using (id) ${zineJoins('$2')}`,
)

const creatorCards = statement<Card, [ids: string[]]>(
  'creator-cards',
  `select c.creator_id as id, ${creatorJson}::text as item
   from unnest($1::uuid[]) as wanted (creator_id) join creator_stats c using (creator_id) ${creatorJoins}`,
)

/** `everything` lists what a text asks for that asks for nothing in particular. */
type Wanted = Stretch & { text: string; everything: () => Promise<PageRow[]> }

export const findZines = (
  pool: pg.Pool,
  shelf: Shelf,
  { viewer, ...wanted }: Wanted & { viewer: string | null },
) => findPage(pool, shelf, { ...wanted, cards: (ids) => zineCards(pool, ids, viewer) })

export const findCreators = (pool: pg.Pool, shelf: Shelf, wanted: Wanted) =>
  findPage(pool, shelf, { ...wanted, cards: (ids) => creatorCards(pool, ids) })

type Found = Wanted & { cards: (ids: string[]) => Promise<Card[]> }

async function findPage(
  pool: pg.Pool,
  shelf: Shelf,
  { text, everything, cards, ...stretch }: Found,
): Promise<FoundPage> {
  const { matches, reading } = await find(pool, shelf, text, stretch)
  if (!matches) return { rows: await everything(), reading }
  const found = await cards(matches.map(({ id }) => id))
  return { rows: inOrder(matches, found), reading, hasMore: matches.length > stretch.limit }
}

/** What was deleted since it was found is left out. */
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
