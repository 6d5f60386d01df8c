import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { wholeNumber } from '../options.ts'

export type PeersOptions = {
  zines: number
  seconds: number
  rounds: number
  folder: string
  json: boolean
}

/** `folder` is where the peers are installed: in the data folder, unless it is said. */
export function readPeersOptions(args: string[], dataDir: string | undefined): PeersOptions {
  const { values } = parseArgs({
    args,
    options: {
      zines: { type: 'string', default: '20000' },
      seconds: { type: 'string', default: '6' },
      rounds: { type: 'string', default: '3' },
      folder: { type: 'string', default: `${dataDir || 'data'}/peers` },
      json: { type: 'boolean', default: false },
    },
  })
  return {
    zines: wholeNumber('zines', values.zines),
    seconds: wholeNumber('seconds', values.seconds),
    rounds: wholeNumber('rounds', values.rounds),
    folder: resolve(values.folder),
    json: values.json,
  }
}
