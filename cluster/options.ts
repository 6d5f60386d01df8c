import { parseArgs } from 'node:util'
import type { Trial } from './trials/trial.ts'
import { shortTrials, trials } from './trials/trials.ts'

export type Options = {
  /** Between sites and database, in transaction mode. */
  pgbouncer: boolean
  /** Of every site: NAME=value, as often as wished. */
  settings: Record<string, string>
  /** To be made, in place of a cluster to look at. */
  trials?: Trial[]
  json: boolean
}

export const usage = `npm run cluster                       opens a site of several machines on this one, until Ctrl+C
npm run cluster -- --pgbouncer        the same, with a pgbouncer between sites and database
npm run cluster -- --set NAME=value   gives every site this setting; may be repeated
npm run cluster -- --trial [NAME …]   runs all trials, or those named: ${trials.map(({ name }) => name).join(', ')}
npm run cluster -- --short            runs the short trials
                   --json             prints the results of trials as JSON`

/** Undefined when help is asked for. */
export function readOptions(args: string[]): Options | undefined {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      pgbouncer: { type: 'boolean', default: false },
      set: { type: 'string', multiple: true, default: [] },
      trial: { type: 'boolean', default: false },
      short: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  if (values.help) return undefined
  if (positionals.length > 0 && !values.trial) throw new Error(`There is no option ${positionals[0]}.`)
  if (values.trial && values.short) throw new Error('Either --trial or --short, not both.')
  if (values.pgbouncer && (values.trial || values.short))
    throw new Error('--pgbouncer is not for trials: fill-pool has one of its own, the others have none.')
  return {
    pgbouncer: values.pgbouncer,
    settings: Object.fromEntries(values.set.map(settingOf)),
    json: values.json,
    ...(values.trial && { trials: named(positionals.flatMap((text) => text.split(','))) }),
    ...(values.short && { trials: shortTrials }),
  }
}

function named(names: string[]) {
  const unknown = names.filter((name) => !trials.some((trial) => trial.name === name))
  if (unknown.length === 0) return trials.filter(({ name }) => names.length === 0 || names.includes(name))
  const known = trials.map(({ name }) => name).join(', ')
  throw new Error(`--trial does not know ${unknown.join(', ')}; it takes some of ${known}.`)
}

function settingOf(text: string) {
  const [, name = '', value = ''] = /^([A-Z0-9_]+)=(.*)$/s.exec(text) ?? []
  if (!name) throw new Error(`--set takes NAME=value, and not ${text}`)
  return [name, value] as const
}
