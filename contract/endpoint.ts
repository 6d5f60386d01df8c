import { z } from 'zod'

type Shape = z.ZodType | undefined

/** One call of the API: what it takes, what it answers and who may make it. */
export type Endpoint<
  Params extends Shape = Shape,
  Query extends Shape = Shape,
  Body extends Shape = Shape,
  Response extends z.ZodType = z.ZodType,
> = {
  name: string
  path: string
  tag: string
  summary: string
  access: 'anyone' | 'member'
  status?: 200 | 201
  params?: Params
  query?: Query
  body?: Body
  response: Response
} & Doing

type Doing = { method: 'GET'; changes?: never } | { method: 'POST' | 'PUT' | 'DELETE'; changes: Changes }

/** What a write changes: something that visitors may see, or only what its own member does. */
export type Changes = 'public' | 'private'

/** Declares an endpoint; the types of its parts are kept for the server's handlers. */
export const endpoint = <P extends Shape, Q extends Shape, B extends Shape, R extends z.ZodType>(
  declared: Endpoint<P, Q, B, R>,
) => declared

export const id = z.uuid('This is not a valid id.')
export const idParams = z.strictObject({ id })
export const done = z.object({ success: z.literal(true) })

/** Text a person typed: trimmed, without the characters that PostgreSQL and JSON cannot carry. */
export const text = (name: string, max: number) =>
  z
    .string(`${name} must be text.`)
    .max(max, `${name} can be at most ${max} characters long.`)
    .refine(
      (value) => value.isWellFormed() && !value.includes('\u0000'),
      `${name} has a character we cannot store.`,
    )
    .transform((value) => value.trim())
