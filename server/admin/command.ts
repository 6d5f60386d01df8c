import type pg from 'pg'
import { z } from 'zod'
import { reportWords } from '#contract/limits.ts'
import type { Config } from '#server/config/config.ts'
import type { Db } from '#server/db/connection.ts'

/**
 * What commands work on: the site that runs beside them, or would. `actor` is who gives the command, for the audit log.
 * `note` says how far a long one is.
 */
export type Site = {
  config: Config
  db: Db
  pool: pg.Pool
  actor: { operator: string }
  note(step: string): void
}

/** Something that can be given with a command. `value` is how help writes it; an option without one is a switch. */
type Part = { says: string; value?: string; shape: z.ZodType }
type Parts = Record<string, Part>

/**
 * What a command tells. With `--json` it is printed as it is; for people `says` is a sentence, `facts` are lines and `rows`
 * a table. `next` goes on with a list by `--after`.
 */
export type Answer = {
  says?: string
  outcome?: 'done' | 'already'
  facts?: Record<string, unknown>
  rows?: Record<string, unknown>[]
  next?: string | undefined
  /** Whether the process ends with 0: false for a check that found something. */
  isFine?: boolean
}

type Given<Takes extends Parts, Options extends Parts> = {
  [Name in keyof (Takes & Options)]: z.output<(Takes & Options)[Name]['shape']>
}

type Declared<Takes extends Parts, Options extends Parts> = {
  /** One or two words, as they are typed. */
  name: string
  says: string
  /** What help says below. */
  more?: string
  /** In their order. */
  takes?: Takes
  options?: Options
  run(site: Site, given: Given<Takes, Options>): Promise<Answer>
}

export type Command = Declared<Parts, Parts>

// biome-ignore lint/complexity/noBannedTypes: a command without operands or options has none
export const command = <Takes extends Parts = {}, Options extends Parts = {}>(
  declared: Declared<Takes, Options>,
): Command => declared

export const flag = (says: string) => ({ says, shape: z.boolean().default(false) })

export const wholeNumber = (most: number) =>
  z.coerce
    .number(`must be a number up to ${most}`)
    .int('must be a whole number')
    .min(1, 'must be 1 or more')
    .max(most, `must be ${most} or less`)

export const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** One of a few words. */
export const oneOf = <const Word extends string>(words: readonly Word[]) =>
  z.enum(words, `must be one of ${words.join(', ')}`)

export const text = (says: string, most = reportWords) => ({
  says,
  value: 'TEXT',
  shape: z.string().trim().max(most, `is longer than ${most} characters`),
})

/** A text that must be there. */
export const needed = <Part extends { says: string; shape: z.ZodString }>(part: Part) => ({
  ...part,
  shape: part.shape.min(1),
})

/** Something that is named by a word, and must be. */
export const named = (says: string) => ({ says, shape: z.string().min(1) })
export const member = named('a username or an id')

export const optionally = <Part extends { shape: z.ZodType }>({ shape, ...part }: Part) => ({
  ...part,
  shape: shape.optional() as z.ZodOptional<Part['shape']>,
})
