import type pg from 'pg'
import type { SearchReading } from '#contract/search.ts'
import { creatorJoins, creatorJson } from '../db/creator-json.ts'
import { statement } from '../db/statement.ts'
import { zineJoins, zineJson } from '../db/zine-json.ts'
import { type PageRow, pageJson } from '../http/list-page.ts'
import { find } from './find.ts'
import type { Match, Stretch } from './matches.queries.ts'
import type { Shelf } from './shelves.ts'

/** A page of what was found, with one row more than asked for. `rows` is undefined when the text asks for everything. */
export type FoundPage = { rows: PageRow[] | undefined; reading: SearchReading; hasMore?: boolean | undefined }

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

type Wanted = Stretch & { text: string }

export async function findZines(
  pool: pg.Pool,
  shelf: Shelf,
  { text, viewer, ...stretch }: Wanted & { viewer: string | null },
) {
  const { matches, reading } = await find(pool, shelf, text, stretch)
  const rows = matches && inOrder(matches, await zineCards(pool, idsOf(matches), viewer))
  return { rows, reading, hasMore: hasMore(matches, stretch) } satisfies FoundPage
}

export async function findCreators(pool: pg.Pool, shelf: Shelf, { text, ...stretch }: Wanted) {
  const { matches, reading } = await find(pool, shelf, text, stretch)
  const rows = matches && inOrder(matches, await creatorCards(pool, idsOf(matches)))
  return { rows, reading, hasMore: hasMore(matches, stretch) } satisfies FoundPage
}

const idsOf = (matches: Match[]) => matches.map(({ id }) => id)

const hasMore = (matches: Match[] | undefined, { limit }: Stretch) => matches && matches.length > limit

/** What was deleted since it was found is left out. */
function inOrder(matches: Match[], cards: Card[]): PageRow[] {
  const items = new Map(cards.map(({ id, item }) => [id, item]))
  return matches.flatMap(({ id, place }) => {
    const item = items.get(id)
    return item === undefined ? [] : [{ item, place }]
  })
}

export const nothingRead: SearchReading = { terms: [], correction: null }

/** A page as `pageJson` makes it, with what the text was taken for. */
export const foundJson = (name: string, { rows = [], reading, hasMore }: FoundPage, limit: number) =>
  `${pageJson(name, rows, limit, hasMore).slice(0, -1)},${JSON.stringify(reading).slice(1)}`
