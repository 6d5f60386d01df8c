import { z } from 'zod'
import * as limits from './limits.ts'

type Shape = z.ZodType | undefined

/** One call of the API: what it takes, what it answers and who may make it. */
export type Endpoint<
  Params extends Shape = Shape,
  Query extends Shape = Shape,
  Body extends Shape = Shape,
  Response extends z.ZodType = z.ZodType,
  Name extends string = string,
  Path extends string = string,
  Method extends 'GET' | Write = 'GET' | Write,
> = {
  name: Name
  path: Path
  tag: string
  summary: string
  access: 'anyone' | 'member'
  status?: 200 | 201 | 202
  params?: Params
  query?: Query
  body?: Body
  response: Response
} & Doing<Method>

type Write = 'POST' | 'PUT' | 'DELETE'
type Doing<Method> = Method extends 'GET'
  ? { method: Method; changes?: never; needsSpace?: never; reads?: ReadsFrom }
  : { method: Method; changes: Changes; needsSpace?: NeedsSpace; reads?: never }

/** A read of what anybody may see: visitors without a session may be answered from a replica. Others read the primary. */
export type ReadsFrom = 'replica'

/**
 * Whether a call is refused while the disk is nearly full. What deletes is not, nor a read; everything else is, unless it
 * says `false`: the ways in and out do, and what protects an account.
 */
export type NeedsSpace = boolean

/** What a write changes: something that visitors must see at once, or what only its member does. */
export type Changes = 'public' | 'private'

/** Declares an endpoint; its types are kept to the letter for the server's handlers and the browser's calls. */
export const endpoint = <
  R extends z.ZodType,
  Name extends string,
  Path extends string,
  Method extends 'GET' | Write,
  P extends Shape = undefined,
  Q extends Shape = undefined,
  B extends Shape = undefined,
>(
  declared: Endpoint<P, Q, B, R, Name, Path, Method>,
) => declared

export const id = z.uuid('This is not a valid id.')
/** Who a caller says they are. Left out or null it is whoever is signed in, and it can be nobody else. */
export const claimedId = id.nullish()
export const idParams = z.strictObject({ id })
export const done = z.object({ success: z.literal(true) })

/** Text as a person typed it, folded before it is measured, without the characters that PostgreSQL and JSON cannot carry. */
export const typed = (name: string, max: number, fold = (value: string) => value) =>
  z
    .string(`${name} must be text.`)
    .overwrite(fold)
    .max(max, `${name} can be at most ${max} characters long.`)
    .refine(
      (value) => value.isWellFormed() && !value.includes('\u0000'),
      `${name} has a character we cannot store.`,
    )

/** What a person typed, trimmed. */
export const text = (name: string, max: number, fold?: (value: string) => string) =>
  typed(name, max, fold).transform((value) => value.trim())

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

/** A point in time, in the notation of ISO 8601. */
export const moment = z.iso.datetime({ offset: true })

/** The same as somebody may send it. */
export const sentMoment = z.iso.datetime({
  offset: true,
  error: 'A time must be written as in 2026-05-01T09:00:00Z.',
})

/** The highest number of a version, which the database's integer gives. */
export const lastVersion = 2 ** 31 - 1

/** Goes up by one with each change. A change is made from the version it names, or refused (`changed_elsewhere`). */
export const version = z
  .int('version must be a whole number.')
  .min(1, 'version must be at least 1.')
  .max(lastVersion, 'There is no such version.')
