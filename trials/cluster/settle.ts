import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'

const shipped = resolve(import.meta.dirname, '../../packaging/cluster')

/**
 * A file of packaging/cluster as an operator would fit it: addresses, folders, passwords. What is not found there any more is a
 * mistake.
 */
export function settle(name: string, fitted: Record<string, string>): string {
  return Object.entries(fitted).reduce(
    (text, [words, others]) => {
      if (!text.includes(words)) throw new Error(`packaging/cluster/${name} does not say ${words}`)
      return text.replaceAll(words, others)
    },
    readFileSync(resolve(shipped, name), 'utf8'),
  )
}
