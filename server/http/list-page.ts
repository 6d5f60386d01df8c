import { z } from 'zod'
import { apiError } from './errors.ts'

/** A list cursor: the sort value of a row, then its id. */
export type ListPosition<Rank extends string | number = string | number> = [rank: Rank, id: string]

export type ListRange<Rank extends string | number = string | number> = {
  limit: number
  after: ListPosition<Rank> | undefined
}

export type PageRow = { item: string; position: ListPosition }

export function pageJson(name: string, rows: PageRow[], limit: number, hasMore = rows.length > limit) {
  const page = rows.slice(0, limit)
  const last = hasMore ? page.at(-1) : undefined
  const cursor = last ? JSON.stringify(writeCursor(...last.position)) : 'null'
  return `{"${name}":[${page.map((row) => row.item).join(',')}],"nextCursor":${cursor}}`
}

export const writeCursor = (...position: ListPosition) => Buffer.from(JSON.stringify(position)).toString('base64url')

const uuid = z.uuid()
/** A time as PostgreSQL writes it in JSON. PostgreSQL rejects some valid ISO times, such as year 0 and large offsets. */
const timestamp = z.iso.datetime({ offset: true }).regex(/^(?!0000)[^.]{19}(\.\d{1,6})?\+00:00$/)
const count = z.int32()

export const newestPosition = z.tuple([timestamp, uuid])
export const popularPosition = z.tuple([count, uuid])

export const manualPosition = z.tuple([z.string().regex(/^[0-9A-Za-z]{1,100}$/), uuid])

export function readCursor<Shape extends z.ZodType<ListPosition>>(position: Shape, cursor: string | undefined) {
  if (cursor === undefined) return undefined
  const parsed = position.safeParse(decodeCursor(cursor))
  if (!parsed.success) throw apiError('invalid_request', 'This cursor is not valid.')
  return parsed.data
}

function decodeCursor(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
  } catch {
    return undefined
  }
}
