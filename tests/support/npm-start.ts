import { readFileSync } from 'node:fs'

/** What `npm start` gives to Node: its flags, and the environment it sets before them. */
export function npmStart() {
  const { scripts } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
  const words = String(scripts.start).split(' ')
  return {
    flags: words.filter((word) => word.startsWith('--')),
    env: Object.fromEntries(words.filter((word) => /^[A-Z_]+=/.test(word)).map((word) => word.split('='))),
  }
}
