import { parseArgs } from 'node:util'
import { attacks } from './abuse/attacks.ts'
import { wholeNumber } from './bench/options.ts'
import { trials } from './cluster/trials/trials.ts'

const kinds = ['abuse', 'crash', 'cluster', 'faults', 'soak'] as const
type Kind = (typeof kinds)[number]

export type Options = {
  kind: Kind
  /** The attacks or cluster trials to run, or all if empty. */
  names: string[]
  kills: number
  hours: number
  seed: number
  json: boolean
}

const listNames = (listed: { name: string }[]) => listed.map(({ name }) => name).join(', ')

export const usage = `npm run trials -- abuse [NAME …]    attacks a site while people use it: ${listNames(attacks)}
npm run trials -- crash             kills the site and its database at random; --kills 500
npm run trials -- cluster [NAME …]  breaks parts of a site of several machines: ${listNames(trials)}
npm run trials -- faults [NAME …]   fails every statement and file operation once: publish a draft, …
npm run trials -- soak              uses a site steadily and measures what grows; --hours 2.5
                 --seed 7           other random moments
                 --json             prints the results as JSON`

/** Undefined if help was requested. */
export function readOptions(args: string[]): Options | undefined {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      kills: { type: 'string', default: '100' },
      hours: { type: 'string', default: '1' },
      seed: { type: 'string', default: '1' },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  const [kind, ...names] = positionals
  if (values.help || !kind) return undefined
  if (!isKind(kind)) throw new Error(`There is no trial ${kind}. Choose one of ${kinds.join(', ')}.`)
  // The actions of `faults` are known to their tests.
  if (kind !== 'faults') assertKnownNames(kind, names)
  return {
    kind,
    names,
    kills: wholeNumber('kills', values.kills),
    hours: readHours(values.hours),
    seed: wholeNumber('seed', values.seed),
    json: values.json,
  }
}

function readHours(text: string) {
  const hours = Number(text)
  if (hours > 0 && hours <= 1_000) return hours
  throw new Error(`--hours needs a number above 0, such as 2.5, not “${text}”.`)
}

const isKind = (text: string): text is Kind => kinds.some((kind) => kind === text)

function assertKnownNames(kind: Exclude<Kind, 'faults'>, names: string[]) {
  const listed = { abuse: attacks, cluster: trials, crash: [], soak: [] }[kind]
  const unknown = names.filter((name) => !listed.some((each) => each.name === name))
  if (unknown.length === 0) return
  throw new Error(`${kind} does not know ${unknown.join(', ')}. It knows: ${listNames(listed) || 'no names'}.`)
}
