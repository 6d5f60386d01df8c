import { z } from 'zod'
import * as limits from './limits.ts'
import { trimText } from './visible-text.ts'

type Shape = z.ZodType | undefined

export type Endpoint<
  Params extends Shape = Shape,
  Query extends Shape = Shape,
  Body extends Shape = Shape,
  Response extends z.ZodType = z.ZodType,
  Name extends string = string,
  Path extends string = string,
  Method extends 'GET' | Write = 'GET' | Write,
  Conflict extends Shape = Shape,
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
  /** The current state, which a response with `changed_elsewhere` contains. */
  conflict?: Conflict
} & MethodOptions<Method>

type Write = 'POST' | 'PUT' | 'DELETE'
type MethodOptions<Method> = Method extends 'GET'
  ? { method: Method; changes?: never; needsSpace?: never; reads?: ReadsFrom }
  : { method: Method; changes: Changes; needsSpace?: NeedsSpace; reads?: never }

/** A replica may serve visitors without a session. All other reads use the primary. */
export type ReadsFrom = 'replica'

/** Whether a nearly full disk rejects this write. The default is all but deletions. Account protection sets false. */
export type NeedsSpace = boolean

/** Whether a write changes what visitors see or only what its member sees. */
export type Changes = 'public' | 'private'

/** Declares an endpoint with literal types for server handlers and browser calls. */
export const endpoint = <
  R extends z.ZodType,
  Name extends string,
  Path extends string,
  Method extends 'GET' | Write,
  P extends Shape = undefined,
  Q extends Shape = undefined,
  B extends Shape = undefined,
  Conflict extends Shape = undefined,
>(
  definition: Endpoint<P, Q, B, R, Name, Path, Method, Conflict>,
) => definition

export const id = z.uuid('This is not a valid id.')
/** An optional user id in a request. It must be the viewer's own id. */
export const claimedId = id.nullish()
export const idParams = z.strictObject({ id })
export const successResponse = z.object({ success: z.literal(true) })

/** Normalised text, measured after `normalise`, without characters that PostgreSQL or JSON cannot store. */
export const untrimmedText = (name: string, max: number, normalise = (value: string) => value) =>
  z
    .string(`${name} must be text.`)
    .overwrite(normalise)
    .max(max, `${name} can be at most ${max} characters long.`)
    .refine(
      (value) => value.isWellFormed() && !value.includes('\u0000'),
      `${name} contains a character that cannot be stored.`,
    )

/** Trimmed; empty if nothing is visible. */
export const text = (name: string, max: number, normalise?: (value: string) => string) =>
  untrimmedText(name, max, normalise).transform(trimText)

/** Finds the first message of the union’s option that the input is meant for, because Zod would hide it. */
export const messageOfOption = (optionOf: (input: object) => number, notAnObject: string) => ({
  error: ({ code, input, errors }: z.core.$ZodRawIssue<z.core.$ZodIssueInvalidUnion>) =>
    code === 'invalid_union' && typeof input === 'object' && input !== null
      ? errors[optionOf(input)]?.[0]?.message
      : notAnObject,
})

export const pageQuery = {
  cursor: z.string('This cursor is not valid.').max(400, 'This cursor is not valid.').optional(),
  limit: z.coerce
    .number<number>('limit must be a whole number.')
    .int('limit must be a whole number.')
    .min(1, 'limit must be at least 1.')
    .max(limits.pageSizeMax, `limit must be at most ${limits.pageSizeMax}.`)
    .default(limits.pageSize),
}

export const nextCursor = z.string().nullable()

export const timestamp = z.iso.datetime({ offset: true })

export const timestampInput = z.iso.datetime({
  offset: true,
  error: 'A time must have the form 2026-05-01T09:00:00Z.',
})

/** The maximum of PostgreSQL's `integer`. */
export const maxVersion = 2 ** 31 - 1

/** Increases with each change. A change of any other version fails with `changed_elsewhere`. */
export const version = z
  .int('version must be a whole number.')
  .min(1, 'version must be at least 1.')
  .max(maxVersion, 'There is no such version.')
