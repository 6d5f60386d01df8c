import { parseArgs } from 'node:util'

export type Options = {
  /** Between sites and database, in transaction mode. */
  pgbouncer: boolean
  /** Of every site: NAME=value, as often as wished. */
  settings: Record<string, string>
}

export const usage = `npm run cluster                       opens a site of several machines on this one, until Ctrl+C
npm run cluster -- --pgbouncer        the same, with a pgbouncer between sites and database
npm run cluster -- --set NAME=value   gives every site this setting; may be repeated`

/** Undefined when help is asked for. */
export function readOptions(args: string[]): Options | undefined {
  const { values } = parseArgs({
    args,
    options: {
      pgbouncer: { type: 'boolean', default: false },
      set: { type: 'string', multiple: true, default: [] },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  if (values.help) return undefined
  return { pgbouncer: values.pgbouncer, settings: Object.fromEntries(values.set.map(settingOf)) }
}

function settingOf(text: string) {
  const [, name = '', value = ''] = /^([A-Z0-9_]+)=(.*)$/s.exec(text) ?? []
  if (!name) throw new Error(`--set takes NAME=value, and not ${text}`)
  return [name, value] as const
}
