import { extname } from 'node:path'
import { parseArgs } from 'node:util'

/** The installed package contains JavaScript and has the command `foldout`. In a clone, npm runs the commands. */
const isInstalled = extname(import.meta.filename) === '.js'

/** Commands with another name in `package.json`. */
const scripts: Record<string, string> = { migrate: 'db:migrate' }

/** How to type a command in this installation, for use in messages. */
export function shellCommand(command: string, argument = '', { archive: installed = isInstalled } = {}) {
  if (installed) return ['foldout', command, ...(argument ? [argument] : [])].join(' ')
  return `npm run ${scripts[command] ?? command}${argument ? ` -- ${argument}` : ''}`
}

type Option = { value?: string; description: string }

/** The syntax of a command. `positionalNames` are its positional arguments, as help shows them. */
type CommandSyntax = { name: string; positionalNames: string[]; options: Record<string, Option> }

type ParsedArguments = { positionals: string[]; options: Record<string, string | boolean | undefined> }

export function parseCommandArguments(args: string[], syntax: CommandSyntax): ParsedArguments {
  const config = Object.entries(syntax.options).map(
    ([name, { value }]) => [name, { type: value ? 'string' : 'boolean' }] as const,
  )
  // The messages of parseArgs are about JavaScript, so mistakes are found below.
  const { tokens, values, positionals } = parseArgs({
    ...{ args, options: Object.fromEntries(config), allowPositionals: true, strict: false, tokens: true },
  })
  for (const token of tokens) {
    const problem = token.kind === 'option' && optionProblem(token, args, syntax)
    if (problem) throw new Error(problem)
  }
  const unexpected = positionals[syntax.positionalNames.length]
  if (unexpected !== undefined) throw new Error(unexpectedArgumentMessage(unexpected, syntax))
  return { positionals, options: values as ParsedArguments['options'] }
}

/** npm requires `--` before a command's arguments, and people copy it to installations without npm. */
export const withoutNpmSeparator = (argv: string[]) => (argv[0] === '--' ? argv.slice(1) : argv)

type Token = { name: string; index: number; value: string | undefined; inlineValue: boolean | undefined }

function optionProblem({ name, index, value, inlineValue }: Token, args: string[], syntax: CommandSyntax) {
  const option = Object.hasOwn(syntax.options, name) ? syntax.options[name] : undefined
  if (!option) return unexpectedArgumentMessage(args[index] ?? name, syntax)
  if (!option.value) return value === undefined ? undefined : `--${name} takes no value (“=${value}”).`
  if (value === undefined) return `--${name} needs ${option.value}: ${option.description}.`
  // Otherwise an option without a value would take the next option as its value.
  if (inlineValue || !value.startsWith('-')) return
  return `--${name} needs ${option.value}, or --${name}=${value} if that is the value: ${option.description}.`
}

function unexpectedArgumentMessage(argument: string, { name, positionalNames, options }: CommandSyntax) {
  const note = argument.startsWith('-') ? ' (after -- if it starts with -)' : ''
  const accepted = [
    ...positionalNames.map((positionalName) => positionalName + note),
    ...Object.entries(options).map(([option, { value }]) => `--${option}${value ? ` ${value}` : ''}`),
  ]
  return `${name} does not accept “${argument}”: it accepts ${joinWithAnd(accepted)}.`
}

function joinWithAnd(all: string[]) {
  if (all.length < 2) return all[0] ?? 'nothing'
  return `${all.slice(0, -1).join(', ')} and ${all.at(-1)}`
}
