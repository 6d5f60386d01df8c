import { refuse } from '#server/http/errors.ts'
import { readTyped } from '#server/process/typed-command.ts'
import type { Answer, Command } from './command.ts'

const isEverywhere = (word: string) => ['--json', '--help', '-h'].includes(word)

type Read =
  | { command: Command; given: Record<string, unknown> }
  /** The name of a command, or the common start of several names. */
  | { help: string; isAsked: boolean }

/** Parses the command line. Refuses unknown input with a sentence. */
export function readArguments(argv: string[], commands: Command[]): Read {
  const [first, ...more] = withoutEverywhere(argv)
  const isAsked = asksFor(argv, '--help', '-h')
  if (first === undefined) return { help: '', isAsked }
  if (first === 'help') return { help: more.join(' '), isAsked: true }
  const called = commands.find(({ name }) => name === first || name === `${first} ${more[0]}`)
  if (called && isAsked) return { help: called.name, isAsked }
  if (called)
    return { command: called, given: readGiven(called, called.name === first ? more : more.slice(1)) }
  if (isAsked) return { help: first, isAsked }
  throw noSuchCommand([first, ...more].join(' '), commands)
}

/** Arguments after `--` are literal, not switches. */
export function asksFor(argv: string[], ...switches: string[]) {
  return argv.slice(0, endOf(argv)).some((word) => switches.includes(word))
}

const withoutEverywhere = (argv: string[]) =>
  argv.filter((word, at) => at >= endOf(argv) || !isEverywhere(word))

function endOf(argv: string[]) {
  const end = argv.indexOf('--')
  return end < 0 ? argv.length : end
}

/** Names only the words that could be a command. */
function noSuchCommand(typed: string, commands: Command[]) {
  const [first = '', second] = typed.split(' ')
  const group = commands.filter(({ name }) => name.startsWith(`${first} `))
  if (group.length === 0)
    return refuse('invalid_request', `Unknown command “${first}”. Run “help” for a list.`)
  const isWord = second !== undefined && !second.startsWith('-')
  const known = group.map(({ name }) => name).join(', ')
  return refuse('invalid_request', `Unknown command “${isWord ? `${first} ${second}` : first}”: ${known}.`)
}

function readGiven({ name, takes = {}, options = {} }: Command, args: string[]) {
  const names = Object.keys(takes)
  const typed = readTyped(args, { name, words: names.map((key) => key.toUpperCase()), options })
  const operand = (key: string) => [key.toUpperCase(), typed.words[names.indexOf(key)]] as const
  const option = (key: string) => [`--${key}`, typed.options[key]] as const
  return { ...checked(takes, operand), ...checked(options, option) }
}

function checked(parts: NonNullable<Command['takes']>, typed: (key: string) => readonly [string, unknown]) {
  const entries = Object.entries(parts).map(([key, { says, shape }]) => {
    const [written, value] = typed(key)
    const { success, data, error } = shape.safeParse(value)
    if (success) return [key, data]
    const isThere = value !== undefined && String(value).trim() !== ''
    throw refuse(
      'invalid_request',
      `${written} ${isThere ? error.issues[0]?.message : `is needed: ${says}`}.`,
    )
  })
  return Object.fromEntries(entries) as Record<string, unknown>
}

const beginning = [
  'Operator commands. They work while the site runs.',
  'Every command takes --json for one line of JSON, --as NAME for the name in the audit log, and --help.',
  '',
]

export function helpOf(about: string, commands: Command[]): Answer {
  const found = commands.filter(({ name }) => about === '' || name === about || name.startsWith(`${about} `))
  if (found.length === 0) throw noSuchCommand(about, commands)
  return { rows: found.map(described) }
}

const described = ({ name, says, takes, options }: Command) => ({
  command: [name, ...operands(takes), ...(options ? ['[OPTIONS]'] : [])].join(' '),
  says,
})

const operands = (takes: Command['takes'] = {}) =>
  Object.entries(takes).map(([key, { shape }]) =>
    shape.safeParse(undefined).success ? `[${key.toUpperCase()}]` : key.toUpperCase(),
  )

export function helpAsText(about: string, commands: Command[]) {
  const one = commands.find(({ name }) => name === about)
  const { rows = [] } = helpOf(about, commands)
  if (one) return oneAsText(one, rows[0]?.command as string)
  const wide = Math.max(...rows.map(({ command }) => String(command).length)) + 2
  const lines = rows.map(({ command, says }) => `  ${String(command).padEnd(wide)}${says}`)
  return [...(about === '' ? beginning : []), ...lines].join('\n')
}

function oneAsText({ says, more, takes = {}, options = {} }: Command, usage: string) {
  const parts = [
    ...Object.entries(takes).map(([key, part]) => [key.toUpperCase(), part.says]),
    ...Object.entries(options).map(([key, { value, says }]) => [`--${key}${value ? ` ${value}` : ''}`, says]),
  ]
  const wide = Math.max(0, ...parts.map(([name = '']) => name.length)) + 2
  const lines = parts.map(([name = '', what]) => `  ${name.padEnd(wide)}${what}`)
  return [usage, '', says, ...(more ? [more] : []), ...(lines.length > 0 ? ['', ...lines] : [])].join('\n')
}
