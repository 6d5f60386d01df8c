import { z } from 'zod'
import * as limits from './limits.ts'

/** The part of a list's query that says which page: how many, and after which item. */
export const pageQuery = {
  cursor: z.string('This cursor is not valid.').max(400, 'This cursor is not valid.').optional(),
  limit: z.coerce
    .number<number>('limit must be a whole number.')
    .int('limit must be a whole number.')
    .min(1, 'limit must be at least 1.')
    .max(limits.pageSizeMax, `limit can be at most ${limits.pageSizeMax}.`)
    .default(limits.pageSize),
}

/** Absent on the last page. */
export const nextCursor = z.string().nullable()
