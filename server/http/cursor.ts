import { z } from 'zod'
import { refuse } from './errors.ts'

/** Where a page of a list ended: the values it was ordered by, opaque to callers. */
export const writeCursor = (...place: (string | number)[]) =>
  Buffer.from(JSON.stringify(place)).toString('base64url')

const uuid = z.uuid()
/** As PostgreSQL writes a time in JSON. It refuses some that are well formed, as the year 0 and far offsets are. */
const moment = z.iso.datetime({ offset: true }).regex(/^(?!0000)[^.]{19}(\.\d{1,6})?\+00:00$/)
const count = z.int32()

export const newestPlace = z.tuple([moment, uuid])
export const popularPlace = z.tuple([count, uuid])

/** The place a cursor stands for; a cursor we did not write is refused. */
export function readCursor<Place extends z.ZodType>(place: Place, cursor: string | undefined) {
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
