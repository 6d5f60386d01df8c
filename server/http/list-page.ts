import { z } from 'zod'
import { refuse } from './errors.ts'

/** A list cursor: the sort value of a row, then its id. */
export type Place<Rank extends string | number = string | number> = [rank: Rank, id: string]

export type ListRange<Rank extends string | number = string | number> = {
  limit: number
  after: Place<Rank> | undefined
}

export type PageRow = { item: string; place: Place }

export function pageJson(name: string, rows: PageRow[], limit: number, hasMore = rows.length > limit) {
  const shown = rows.slice(0, limit)
  const last = hasMore ? shown.at(-1) : undefined
  const cursor = last ? JSON.stringify(writeCursor(...last.place)) : 'null'
  return `{"${name}":[${shown.map((row) => row.item).join(',')}],"nextCursor":${cursor}}`
}

export const writeCursor = (...place: Place) => Buffer.from(JSON.stringify(place)).toString('base64url')

const uuid = z.uuid()
/** A time as PostgreSQL writes it in JSON. PostgreSQL rejects some valid ISO times, such as year 0 and large offsets. */
const moment = z.iso.datetime({ offset: true }).regex(/^(?!0000)[^.]{19}(\.\d{1,6})?\+00:00$/)
const count = z.int32()

export const newestPlace = z.tuple([moment, uuid])
export const popularPlace = z.tuple([count, uuid])

export const keptOrder = z.tuple([z.string().regex(/^[0-9A-Za-z]{1,100}$/), uuid])

export function readCursor<Shape extends z.ZodType<Place>>(place: Shape, cursor: string | undefined) {
  if (cursor === undefined) return undefined
  const parsed = place.safeParse(unpacked(cursor))
  if (!parsed.success) throw refuse('invalid_request', 'This cursor is not valid.')
  return parsed.data
}

function unpacked(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
  } catch {
    return undefined
  }
}
