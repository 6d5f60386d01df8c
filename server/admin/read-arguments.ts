import { type ParseArgsOptionsConfig, parseArgs } from 'node:util'
import { refuse } from '#server/http/errors.ts'
import type { Command } from './command.ts'

const everywhere: ParseArgsOptionsConfig = {
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
}
const isEverywhere = (word: string) => ['--json', '--help', '-h'].includes(word)

type Read =
  | { command: Command; given: Record<string, unknown> }
  /** What help is asked about: a command, or the beginning of several names. */
  | { help: string; isAsked: boolean }

/** What was typed, as a command with what is given to it. Refuses, with a sentence, what no command takes. */
export function readArguments(argv: string[], commands: Command[]): Read {
  const begins = argv.findIndex((word) => !isEverywhere(word))
  const [first, ...more] = begins < 0 ? [] : argv.slice(begins)
  const isAsked = asksFor(argv, '--help', '-h')
  if (first === undefined) return { help: '', isAsked }
  if (first === 'help') return { help: more.filter((word) => !isEverywhere(word)).join(' '), isAsked: true }
  const called = commands.find(({ name }) => name === first || name === `${first} ${more[0]}`)
  if (called && isAsked) return { help: called.name, isAsked }
  if (called)
    return { command: called, given: readGiven(called, called.name === first ? more : more.slice(1)) }
  if (isAsked) return { help: first, isAsked }
  throw noSuchCommand([first, ...more.slice(0, 1)].join(' '), commands)
}

/** What stands behind -- is meant as it is. */
export function asksFor(argv: string[], ...switches: string[]) {
  const end = argv.indexOf('--')
  return (end < 0 ? argv : argv.slice(0, end)).some((word) => switches.includes(word))
}

export function noSuchCommand(typed: string, commands: Command[]) {
  const group = commands.filter(({ name }) => name.startsWith(`${typed.split(' ')[0]} `))
  const known = group.length > 0 ? group.map(({ name }) => name).join(', ') : '“help” lists them'
  return refuse('invalid_request', `There is no command “${typed}”: ${known}.`)
}

function readGiven({ name, takes = {}, options = {} }: Command, args: string[]) {
  const config = Object.entries(options).map(([key, { value }]) => [
    key,
    { type: value ? 'string' : 'boolean' },
  ])
  const { values, positionals } = parsed(args, { ...everywhere, ...Object.fromEntries(config) })
  const names = Object.keys(takes)
  const tooMany = positionals[names.length]
  if (tooMany !== undefined) throw refuse('invalid_request', `${name} does not take “${tooMany}”.`)
  const operand = (key: string) => [key.toUpperCase(), positionals[names.indexOf(key)]] as const
  const option = (key: string) => [`--${key}`, values[key]] as const
  return { ...checked(takes, operand), ...checked(options, option) }
}

function parsed(args: string[], options: ParseArgsOptionsConfig) {
  try {
    return parseArgs({ args, options, allowPositionals: true, strict: true })
  } catch (error) {
    throw refuse('invalid_request', (error as Error).message)
  }
}

/** What was given for each part, read by its shape. `typed` says how the part is written, and what stood there. */
function checked(parts: NonNullable<Command['takes']>, typed: (key: string) => readonly [string, unknown]) {
  const entries = Object.entries(parts).map(([key, { says, shape }]) => {
    const [written, value] = typed(key)
    const { success, data, error } = shape.safeParse(value)
    if (success) return [key, data]
    const problem = value === undefined ? `is needed: ${says}` : error.issues[0]?.message
    throw refuse('invalid_request', `${written} ${problem}.`)
  })
  return Object.fromEntries(entries) as Record<string, unknown>
}
