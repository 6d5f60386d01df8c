import { parseArgs } from 'node:util'
import { wholeNumber } from '../bench/options.ts'
import type { Attack } from './attack.ts'
import { attacks } from './attacks.ts'

export type Options = {
  attacks: Attack[]
  /** How often to kill, in place of the attacks. */
  kills?: number
  /** How many minutes to measure, in place of the attacks. */
  soak?: number
  seed: number
  json: boolean
}

export function readOptions(args: string[]): Options {
  const { values } = parseArgs({
    args,
    options: {
      only: { type: 'string' },
      kills: { type: 'string' },
      soak: { type: 'string' },
      seed: { type: 'string', default: '1' },
      json: { type: 'boolean', default: false },
    },
  })
  return {
    attacks: values.only ? named(values.only.split(',')) : attacks,
    seed: wholeNumber('seed', values.seed),
    json: values.json,
    ...(values.kills && { kills: wholeNumber('kills', values.kills) }),
    ...(values.soak && { soak: wholeNumber('soak', values.soak) }),
  }
}

function named(names: string[]) {
  const unknown = names.filter((name) => !attacks.some((attack) => attack.name === name))
  if (unknown.length === 0) return attacks.filter(({ name }) => names.includes(name))
  const known = attacks.map(({ name }) => name).join(', ')
  throw new Error(`--only does not know ${unknown.join(', ')}; it takes some of ${known}.`)
}
