import { resolve } from 'node:path'
import { parseArgs } from 'node:util'

export type Options = {
  /** Sizes of the libraries, smallest first. With only one size, growth is not measured. */
  sizes: number[]
  seconds: number
  only?: string[]
  json: boolean
}

export function readOptions(args: string[]): Options {
  const { values } = parseArgs({
    args,
    options: {
      zines: { type: 'string', default: '100000' },
      small: { type: 'string', default: '100000' },
      seconds: { type: 'string', default: '8' },
      only: { type: 'string' },
      json: { type: 'boolean', default: false },
    },
  })
  const [zines, small] = [wholeNumber('zines', values.zines), wholeNumber('small', values.small)]
  return {
    sizes: zines > small ? [small, zines] : [zines],
    seconds: wholeNumber('seconds', values.seconds),
    json: values.json,
    ...(values.only && { only: values.only.split(',') }),
  }
}

/** The folder of a library of that size: `bench-<zines>` in the data directory. */
export const libraryFolder = (dataDir: string | undefined, zines: number) =>
  resolve(dataDir || 'data', `bench-${zines}`)

export function wholeNumber(name: string, text: string) {
  if (/^[1-9]\d{0,7}$/.test(text)) return Number(text)
  throw new Error(`--${name} needs a whole number above 0, not “${text}”.`)
}
