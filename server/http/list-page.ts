import { type Place, writeCursor } from './cursor.ts'

/** The part of a list that a page asks for: so many, and after which place. */
export type ListRange<Rank extends string | number = string | number> = {
  limit: number
  after: Place<Rank> | undefined
}

/** A row of a list whose JSON PostgreSQL has built. */
export type PageRow = { item: string; place: Place }

/**
 * The JSON text of one page: `{"<name>":[…],"nextCursor":…}`. Takes one row more than the page holds,
 * which is how it knows that there is a next one, if nothing else says so.
 */
export function pageJson(name: string, rows: PageRow[], limit: number, hasMore = rows.length > limit) {
  const shown = rows.slice(0, limit)
  const last = hasMore ? shown.at(-1) : undefined
  const cursor = last ? JSON.stringify(writeCursor(...last.place)) : 'null'
  return `{"${name}":[${shown.map((row) => row.item).join(',')}],"nextCursor":${cursor}}`
}
