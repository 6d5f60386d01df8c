import { isBlank } from '#contract/visible-text.ts'
import { apiError } from '#server/http/errors.ts'
import { parseCommandArguments } from '#server/process/shell-command.ts'
import type { Command, CommandResult } from './command.ts'
import { definitionLines, terminalWidth, wrapText } from './wrap-text.ts'

const isGlobalOption = (argument: string) => ['--json', '--wide', '--help', '-h'].includes(argument)

type ParsedCommandLine =
  | { command: Command; input: Record<string, unknown> }
  /** The name of a command, or the common start of several names. */
  | { help: string; isRequested: boolean }

/** Parses the command line. Refuses unknown input with a sentence. */
export function readArguments(argv: string[], commands: Command[]): ParsedCommandLine {
  const [first, ...more] = withoutGlobalOptions(argv)
  const isRequested = hasSwitch(argv, '--help', '-h')
  if (first === undefined) return { help: '', isRequested }
  if (first === 'help') return { help: more.join(' '), isRequested: true }
  const called = commands.find(({ name }) => name === first || name === `${first} ${more[0]}`)
  if (called && isRequested) return { help: called.name, isRequested }
  if (called) return { command: called, input: readInput(called, called.name === first ? more : more.slice(1)) }
  if (isRequested) return { help: first, isRequested }
  throw unknownCommand([first, ...more].join(' '), commands)
}

/** Arguments after `--` are literal, not switches. */
export function hasSwitch(argv: string[], ...switches: string[]) {
  return argv.slice(0, endOfOptions(argv)).some((argument) => switches.includes(argument))
}

const withoutGlobalOptions = (argv: string[]) =>
  argv.filter((argument, at) => at >= endOfOptions(argv) || !isGlobalOption(argument))

function endOfOptions(argv: string[]) {
  const end = argv.indexOf('--')
  return end < 0 ? argv.length : end
}

/** Names only the words that could be a command. */
function unknownCommand(input: string, commands: Command[]) {
  const [first = '', second] = input.split(' ')
  const group = commands.filter(({ name }) => name.startsWith(`${first} `))
  if (group.length === 0) return apiError('invalid_request', `Unknown command “${first}”. Run “help” for a list.`)
  const hasSubcommand = second !== undefined && !second.startsWith('-')
  const knownCommands = group.map(({ name }) => name).join(', ')
  return apiError(
    'invalid_request',
    `Unknown command “${hasSubcommand ? `${first} ${second}` : first}”: ${knownCommands}.`,
  )
}

function readInput({ name, positionals = {}, options = {} }: Command, args: string[]) {
  const names = Object.keys(positionals)
  const parsed = parseCommandArguments(args, {
    name,
    positionalNames: names.map((key) => key.toUpperCase()),
    options,
  })
  const operand = (key: string) => [key.toUpperCase(), parsed.positionals[names.indexOf(key)]] as const
  const option = (key: string) => [`--${key}`, parsed.options[key]] as const
  return { ...validateParameters(positionals, operand), ...validateParameters(options, option) }
}

function validateParameters(
  parameters: NonNullable<Command['positionals']>,
  readValue: (key: string) => readonly [string, unknown],
) {
  const entries = Object.entries(parameters).map(([key, { description, shape }]) => {
    const [label, value] = readValue(key)
    const { success, data, error } = shape.safeParse(value)
    if (success) return [key, data]
    const isPresent = value !== undefined && !isBlank(String(value))
    throw apiError('invalid_request', `${label} ${isPresent ? error.issues[0]?.message : `is needed: ${description}`}.`)
  })
  return Object.fromEntries(entries) as Record<string, unknown>
}

const helpIntroduction = [
  'Operator commands. They work while the site runs.',
  'Every command takes --json for one line of JSON, --wide for lines longer than 80 characters, --as NAME for the name in ' +
    'the audit log, and --help.',
]

export function helpOf(about: string, commands: Command[]): CommandResult {
  const matching = commands.filter(({ name }) => about === '' || name === about || name.startsWith(`${about} `))
  if (matching.length === 0) throw unknownCommand(about, commands)
  return { rows: matching.map(describeCommand) }
}

const describeCommand = ({ name, summary, positionals, options }: Command) => ({
  command: [name, ...positionalNames(positionals), ...(options ? ['[OPTIONS]'] : [])].join(' '),
  says: summary,
})

const positionalNames = (positionals: Command['positionals'] = {}) =>
  Object.entries(positionals).map(([key, { shape }]) =>
    shape.safeParse(undefined).success ? `[${key.toUpperCase()}]` : key.toUpperCase(),
  )

export function helpAsText(about: string, commands: Command[]) {
  const single = commands.find(({ name }) => name === about)
  const { rows = [] } = helpOf(about, commands)
  if (single) return commandHelp(single, rows[0]?.command as string)
  const lines = definitionLines(rows.map(({ command, says }) => [String(command), String(says)]))
  const introduction = about === '' ? [...helpIntroduction.flatMap(wrapped), ''] : []
  return [...introduction, ...lines].join('\n')
}

const wrapped = (text: string) => wrapText(text, terminalWidth)

function commandHelp({ summary, details, positionals = {}, options = {} }: Command, usage: string) {
  const parts = [
    ...Object.entries(positionals).map(([key, part]): [string, string] => [key.toUpperCase(), part.description]),
    ...Object.entries(options).map(([key, { value, description }]): [string, string] => [
      `--${key}${value ? ` ${value}` : ''}`,
      description,
    ]),
  ]
  const lines = parts.length > 0 ? ['', ...definitionLines(parts)] : []
  return [usage, '', ...wrapped(summary), ...(details ? wrapped(details) : []), ...lines].join('\n')
}
