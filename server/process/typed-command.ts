import { extname } from 'node:path'
import { parseArgs } from 'node:util'

/** The package contains JavaScript and has the command `foldout`. In a clone, npm runs the commands. */
const isArchive = extname(import.meta.filename) === '.js'

/** Commands with another name in `package.json`. */
const scripts: Record<string, string> = { migrate: 'db:migrate' }

/** How to type a command in this installation, for use in messages. */
export function typedCommand(command: string, behind = '', { archive = isArchive } = {}) {
  if (archive) return ['foldout', command, ...(behind ? [behind] : [])].join(' ')
  return `npm run ${scripts[command] ?? command}${behind ? ` -- ${behind}` : ''}`
}

type Option = { value?: string; says: string }

/** The syntax of a command. `words` are its positional arguments, as help shows them. */
type Takes = { name: string; words: string[]; options: Record<string, Option> }

type Typed = { words: string[]; options: Record<string, string | boolean | undefined> }

export function readTyped(args: string[], takes: Takes): Typed {
  const config = Object.entries(takes.options).map(
    ([name, { value }]) => [name, { type: value ? 'string' : 'boolean' }] as const,
  )
  // The messages of parseArgs are about JavaScript, so mistakes are found below.
  const { tokens, values, positionals } = parseArgs({
    ...{ args, options: Object.fromEntries(config), allowPositionals: true, strict: false, tokens: true },
  })
  for (const token of tokens) {
    const wrong = token.kind === 'option' && whatIsWrong(token, args, takes)
    if (wrong) throw new Error(wrong)
  }
  const tooMany = positionals[takes.words.length]
  if (tooMany !== undefined) throw new Error(notTaken(tooMany, takes))
  return { words: positionals, options: values as Typed['options'] }
}

/** npm requires `--` before a command's arguments, and people copy it to installations without npm. */
export const withoutNpms = (argv: string[]) => (argv[0] === '--' ? argv.slice(1) : argv)

type Token = { name: string; index: number; value: string | undefined; inlineValue: boolean | undefined }

function whatIsWrong({ name, index, value, inlineValue }: Token, args: string[], takes: Takes) {
  const option = Object.hasOwn(takes.options, name) ? takes.options[name] : undefined
  if (!option) return notTaken(args[index] ?? name, takes)
  if (!option.value) return value === undefined ? undefined : `--${name} takes no value (“=${value}”).`
  if (value === undefined) return `--${name} needs ${option.value}: ${option.says}.`
  // Otherwise an option without a value would take the next option as its value.
  if (inlineValue || !value.startsWith('-')) return
  return `--${name} needs ${option.value}, or --${name}=${value} if that is the value: ${option.says}.`
}

function notTaken(typed: string, { name, words, options }: Takes) {
  const note = typed.startsWith('-') ? ' (after -- if it starts with -)' : ''
  const all = [
    ...words.map((word) => word + note),
    ...Object.entries(options).map(([option, { value }]) => `--${option}${value ? ` ${value}` : ''}`),
  ]
  return `${name} does not accept “${typed}”: it accepts ${inWords(all)}.`
}

function inWords(all: string[]) {
  if (all.length < 2) return all[0] ?? 'nothing'
  return `${all.slice(0, -1).join(', ')} and ${all.at(-1)}`
}
