import type { Answer, Command } from './command.ts'
import { noSuchCommand } from './read-arguments.ts'

const beginning = [
  'What whoever runs the site can do, beside the running site.',
  'Every command takes --json for one line of JSON, --as NAME for the name in the audit log, and --help.',
  '',
]

/** What is said of all commands, of those whose names begin so, or of one. */
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
