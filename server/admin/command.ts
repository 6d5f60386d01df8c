import type pg from 'pg'
import { z } from 'zod'
import { reportWords } from '#contract/limits.ts'
import type { Config } from '#server/config/config.ts'
import type { Db } from '#server/db/connection.ts'

/** The site a command works on. `actor` is the operator for the audit log; `note` reports progress. */
export type Site = {
  config: Config
  db: Db
  pool: pg.Pool
  actor: { operator: string }
  note(step: string): void
}

/** An argument or option. `value` is its placeholder in the help text; an option without one is a switch. */
type Part = { says: string; value?: string; shape: z.ZodType }
type Parts = Record<string, Part>

/** A command's result. `--json` prints it unchanged. People see `says`, `facts` and `rows`; `next` is for `--after`. */
export type Answer = {
  says?: string
  outcome?: 'done' | 'already'
  facts?: Record<string, unknown>
  rows?: Record<string, unknown>[]
  next?: string | undefined
  /** Whether the exit code is 0: false for a check that found a problem. */
  isFine?: boolean
}

type Given<Takes extends Parts, Options extends Parts> = {
  [Name in keyof (Takes & Options)]: z.output<(Takes & Options)[Name]['shape']>
}

type Declared<Takes extends Parts, Options extends Parts> = {
  name: string
  says: string
  more?: string
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

export const oneOf = <const Word extends string>(words: readonly Word[]) =>
  z.enum(words, `must be one of ${words.join(', ')}`)

export const text = (says: string, most = reportWords) => ({
  says,
  value: 'TEXT',
  shape: z.string().trim().max(most, `is longer than ${most} characters`),
})

export const needed = <Part extends { says: string; shape: z.ZodString }>(part: Part) => ({
  ...part,
  shape: part.shape.min(1),
})

export const named = (says: string) => ({ says, shape: z.string().min(1) })
export const member = named('a username or an id')

export const optionally = <Part extends { shape: z.ZodType }>({ shape, ...part }: Part) => ({
  ...part,
  shape: shape.optional() as z.ZodOptional<Part['shape']>,
})

/** Longer lists continue with `--after`. */
const longestList = 1000
export const limit = {
  says: `the maximum number of results, up to ${longestList} (default: 50)`,
  value: 'N',
  shape: wholeNumber(longestList).default(50),
}

/** A list cursor: the sort value and the id of a row, stable while rows come and go. */
export const place = <Order>(read: (order: string) => Order | undefined, id = uuid) => ({
  says: 'continue after this PLACE, which the previous list ended with',
  value: 'PLACE',
  shape: z.string().transform((typed, context) => {
    const [order = '', at = '', ...more] = typed.split('/')
    const found = read(order)
    if (found !== undefined && id.test(at) && more.length === 0) return { order: found, id: at }
    context.addIssue('must be a PLACE from the end of a list')
    return z.NEVER
  }),
})

/** Cuts lists in the facts of one object to the limit, and says which ones continue. */
export function shortened(limit: number, lists: Record<string, unknown[]>): Pick<Answer, 'facts' | 'says'> {
  const longer = Object.keys(lists).filter((name) => (lists[name]?.length ?? 0) > limit)
  const facts = Object.fromEntries(Object.entries(lists).map(([name, list]) => [name, list.slice(0, limit)]))
  if (longer.length === 0) return { facts }
  const how = limit < longestList ? `--limit N shows up to ${longestList}` : 'the list ends here'
  return { facts, says: `More ${longer.join(' and ')}: ${how}.` }
}

export function readTime(order: string) {
  const time = new Date(order)
  return !Number.isNaN(time.valueOf()) && time.toISOString() === order ? time : undefined
}

export function partOf<Row>(found: Row[], limit: number, placeOf: (last: Row) => string) {
  const shown = found.slice(0, limit)
  const last = shown.at(-1)
  return { shown, next: last && found.length > limit ? placeOf(last) : undefined }
}
