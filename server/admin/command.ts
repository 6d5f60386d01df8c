import { msg } from '@lingui/core/runtime-macro'
import type pg from 'pg'
import { z } from 'zod'
import { say } from '#contract/in-english.ts'
import { reportText } from '#contract/limits.ts'
import { trimText } from '#contract/visible-text.ts'
import type { Config } from '#server/config/config.ts'
import type { Db } from '#server/db/connection.ts'
import { ApiError, type ErrorText } from '#server/http/errors.ts'

/** The site a command works on. `actor` is the operator for the audit log; `reportProgress` prints what is being done. */
export type Site = {
  config: Config
  db: Db
  pool: pg.Pool
  actor: { operator: string }
  reportProgress(progress: string): void
}

/** An argument or option. `value` is its placeholder in the help text; an option without one is a switch. */
export type Parameter = { description: ErrorText; value?: string; shape: z.ZodType }
type Parameters = Record<string, Parameter>

/** A command's result. `--json` prints it unchanged. People see `says`, `fields` and `rows`; `next` is for `--after`. */
export type CommandResult = {
  says?: ErrorText
  outcome?: 'done' | 'already'
  fields?: Record<string, unknown>
  /** The facts of `says`, for `--json` only. */
  data?: Record<string, unknown>
  rows?: Record<string, unknown>[]
  next?: string | undefined
  /** What /operate shows beside the fields. In the terminal, an address leads to it. */
  pictures?: { url: string; altText: string }[]
  /** Whether the exit code is 0: false for a check that found a problem. */
  passed?: boolean
}

type Input<Positionals extends Parameters, Options extends Parameters> = {
  [Name in keyof (Positionals & Options)]: z.output<(Positionals & Options)[Name]['shape']>
}

type CommandDefinition<Context, Positionals extends Parameters, Options extends Parameters> = {
  name: string
  /** Whether `foldout NAME` calls it too, without `admin`. */
  hasShortcut?: true
  summary: ErrorText
  details?: ErrorText
  positionals?: Positionals
  options?: Options
  run(context: Context, input: Input<Positionals, Options>): Promise<CommandResult>
}

type SiteCommand = CommandDefinition<Site, Parameters, Parameters>
/** A command that opens the database itself. */
type StandaloneCommand = CommandDefinition<Pick<Site, 'reportProgress'>, Parameters, Parameters> & {
  isStandalone: true
}
export type Command = (SiteCommand & { isStandalone?: undefined }) | StandaloneCommand

// biome-ignore lint/complexity/noBannedTypes: a command without operands or options has none
export const command = <Positionals extends Parameters = {}, Options extends Parameters = {}>(
  definition: CommandDefinition<Site, Positionals, Options>,
): Command => definition

// biome-ignore lint/complexity/noBannedTypes: a command without operands or options has none
export const standaloneCommand = <Positionals extends Parameters = {}, Options extends Parameters = {}>(
  definition: CommandDefinition<Pick<Site, 'reportProgress'>, Positionals, Options>,
): Command => ({ ...definition, isStandalone: true })

/** The arguments and options, by name. */
export const parametersOf = ({ positionals = {}, options = {} }: Pick<Command, 'positionals' | 'options'>) =>
  Object.entries<Parameter>({ ...positionals, ...options })

/** A shape without what makes it optional. */
export function innerShape(shape: z.ZodType): z.ZodType {
  if (shape instanceof z.ZodOptional || shape instanceof z.ZodDefault) return innerShape(shape.unwrap() as z.ZodType)
  return shape instanceof z.ZodPipe ? innerShape(shape.in as z.ZodType) : shape
}

export const flag = (description: ErrorText) => ({ description, shape: z.boolean().default(false) })

export const wholeNumberUpTo = (max: number) =>
  z.coerce
    .number(say(msg`must be a number up to ${{ max }}`))
    .int(say(msg`must be a whole number`))
    .min(1, say(msg`must be 1 or more`))
    .max(max, say(msg`must be ${{ max }} or less`))

export const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export const oneOfValues = <const Value extends string>(values: readonly Value[]) =>
  z.enum(values, say(msg`must be one of ${{ values: values.join(', ') }}`))

export const text = (description: ErrorText, max = reportText) => ({
  description,
  value: 'TEXT',
  shape: z
    .string()
    .overwrite(trimText)
    .max(max, say(msg`is longer than ${{ max }} characters`)),
})

export const required = <Parameter extends { description: ErrorText; shape: z.ZodString }>(parameter: Parameter) => ({
  ...parameter,
  shape: parameter.shape.min(1),
})

export const textParameter = (description: ErrorText) => ({ description, shape: z.string().min(1) })
export const member = textParameter(msg`a username or an id`)

export const optionally = <Parameter extends { shape: z.ZodType }>({ shape, ...parameter }: Parameter) => ({
  ...parameter,
  shape: shape.optional() as z.ZodOptional<Parameter['shape']>,
})

/** What a command without `--yes` would do that cannot be undone. */
export class ConfirmationNeeded extends ApiError {
  constructor(sentence: ErrorText) {
    super('invalid_request', sentence)
  }
}

/** Longer lists continue with `--after`. */
const maxListRows = 1000
export const limit = {
  description: msg`the maximum number of results, up to ${{ max: maxListRows }} (default: 50)`,
  value: 'N',
  shape: wholeNumberUpTo(maxListRows).default(50),
}

/** A list cursor: the sort value and the id of a row, stable while rows come and go. */
export const listPosition = <Order>(read: (order: string) => Order | undefined, id = uuid) => ({
  description: msg`continue after this CURSOR, which the previous list ended with`,
  value: 'CURSOR',
  shape: z.string().transform((input, context) => {
    const [order = '', at = '', ...rest] = input.split('/')
    const position = read(order)
    if (position !== undefined && id.test(at) && rest.length === 0) return { order: position, id: at }
    context.addIssue(say(msg`must be a CURSOR from the end of a list`))
    return z.NEVER
  }),
})

const moreTexts = {
  decisions: msg`More decisions: --limit N shows up to ${{ max: maxListRows }}.`,
  others: msg`More others: --limit N shows up to ${{ max: maxListRows }}.`,
  'others and decisions': msg`More others and decisions: --limit N shows up to ${{ max: maxListRows }}.`,
}

const endTexts = {
  decisions: msg`More decisions: the list ends here.`,
  others: msg`More others: the list ends here.`,
  'others and decisions': msg`More others and decisions: the list ends here.`,
}

type ListNames = keyof typeof moreTexts

/** Cuts lists in the fields of one object to the limit, and says which ones continue. */
export function truncateLists(
  limit: number,
  lists: { others?: unknown[]; decisions: unknown[] },
): Pick<CommandResult, 'fields' | 'says'> {
  const entries = Object.entries(lists)
  const truncated = entries.filter(([, list]) => list.length > limit).map(([name]) => name)
  const fields = Object.fromEntries(entries.map(([name, list]) => [name, list.slice(0, limit)]))
  if (truncated.length === 0) return { fields }
  return { fields, says: (limit < maxListRows ? moreTexts : endTexts)[truncated.join(' and ') as ListNames] }
}

/** PostgreSQL has no year 0, and refuses most dates with longer years. */
export function readTime(order: string) {
  const time = new Date(order)
  const isTime = /^(?!0000)\d{4}-/.test(order) && !Number.isNaN(time.valueOf())
  return isTime && time.toISOString() === order ? time : undefined
}

/** A time with the microseconds that the database stores, for lists in the order of an index. */
export const readExactTime = (order: string) =>
  /\.\d{6}Z$/.test(order) && readTime(`${order.slice(0, -4)}Z`) ? order : undefined

export function toPage<Row>(rows: Row[], limit: number, positionOf: (last: Row) => string) {
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return { page, next: last && rows.length > limit ? positionOf(last) : undefined }
}
