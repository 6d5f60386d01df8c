import { extname } from 'node:path'
import { parseArgs } from 'node:util'

/** An archive is JavaScript and has the command `foldout`; in a clone npm starts it. */
const isArchive = extname(import.meta.filename) === '.js'

/** Named otherwise in `package.json`. */
const scripts: Record<string, string> = { migrate: 'db:migrate' }

/** How a command of ours is typed where this runs, for sentences that send somebody there. */
export function typedCommand(command: string, behind = '', { archive = isArchive } = {}) {
  if (archive) return ['foldout', command, ...(behind ? [behind] : [])].join(' ')
  return `npm run ${scripts[command] ?? command}${behind ? ` -- ${behind}` : ''}`
}

type Option = { value?: string; says: string }

/** What a command takes: `words` are what stands behind it without a name, as help writes them. */
type Takes = { name: string; words: string[]; options: Record<string, Option> }

type Typed = { words: string[]; options: Record<string, string | boolean | undefined> }

export function readTyped(args: string[], takes: Takes): Typed {
  const config = Object.entries(takes.options).map(
    ([name, { value }]) => [name, { type: value ? 'string' : 'boolean' }] as const,
  )
  // What parseArgs itself says of a mistake is about JavaScript.
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

/** What npm wants in front of a command's own words; it is copied along to where there is no npm. */
export const withoutNpms = (argv: string[]) => (argv[0] === '--' ? argv.slice(1) : argv)

type Token = { name: string; index: number; value: string | undefined; inlineValue: boolean | undefined }

function whatIsWrong({ name, index, value, inlineValue }: Token, args: string[], takes: Takes) {
  const option = Object.hasOwn(takes.options, name) ? takes.options[name] : undefined
  if (!option) return notTaken(args[index] ?? name, takes)
  if (!option.value) return value === undefined ? undefined : `--${name} takes no value (“=${value}”).`
  if (value === undefined) return `--${name} needs ${option.value}: ${option.says}.`
  // Otherwise an option without its value would take the next one for it.
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
