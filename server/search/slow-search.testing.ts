import { folded, keptWords } from '#contract/normal-form.ts'

/** What is wanted, and how somebody would type it. */
export type Asked =
  | { kind: 'part'; word: string }
  | { kind: 'phrase'; words: string[] }
  | { kind: 'creator'; name: string }

export type SlowZine = {
  id: string
  texts: string[]
  username: string
  name: string
  rank: readonly [number, string]
}

export const typed = (asked: Asked[]) =>
  asked
    .map((one) => {
      if (one.kind === 'part') return one.word
      return one.kind === 'phrase' ? `"${one.words.join(' ')}"` : `@${one.name}`
    })
    .join(' ')

/** Looks at every zine for everything that is asked, and cannot be wrong without being seen to be. */
export function slowSearch(zines: SlowZine[], asked: Asked[], creators: string[]) {
  const has = (zine: SlowZine, one: Asked) => hasIt(zine, one, creators)
  const meant = asked.map((one) =>
    one.kind === 'part' && !zines.some((zine) => has(zine, one)) ? corrected(zines, one) : one,
  )
  return zines
    .filter((zine) => meant.every((one) => has(zine, one)))
    .sort((a, b) => b.rank[0] - a.rank[0] || (a.rank[1] < b.rank[1] ? 1 : -1))
    .map((zine) => zine.id)
}

const rowsOf = ({ texts, username, name }: SlowZine) =>
  [...texts, username, name].map((text) => keptWords(text).join(' '))

function hasIt(zine: SlowZine, asked: Asked, creators: string[]): boolean {
  if (asked.kind === 'part') return rowsOf(zine).some((row) => row.includes(keptWords(asked.word).join(' ')))
  if (asked.kind === 'phrase')
    return rowsOf(zine).some((row) => ` ${row} `.includes(` ${asked.words.flatMap(keptWords).join(' ')} `))
  const name = folded(asked.name)
  const isThere = creators.some((username) => folded(username) === name)
  return isThere ? folded(zine.username) === name : folded(zine.username).startsWith(name)
}

/** The closest word of the library: by letters apart, then by how many zines have it, then by the alphabet. */
function corrected(zines: SlowZine[], asked: Asked & { kind: 'part' }): Asked {
  const word = folded(asked.word)
  if (word.length < 4 || !/^\p{L}+$/u.test(word) || keptWords(word).length > 1) return asked
  const counts = new Map<string, number>()
  for (const zine of zines)
    for (const each of new Set(rowsOf(zine).flatMap((row) => row.split(' '))))
      counts.set(each, (counts.get(each) ?? 0) + 1)
  const [closest] = [...counts]
    .filter(([each]) => /^\p{L}+$/u.test(each) && apart(each, word) <= 2)
    .sort(([a, many], [b, few]) => slips(a, word) - slips(b, word) || few - many || (a < b ? -1 : 1))
  return closest ? { kind: 'part', word: closest[0] } : asked
}

/** Two neighbours that changed places count once. */
function slips(one: string, other: string) {
  const swapped = [...one].some(
    (_, at) => one.slice(0, at) + (one[at + 1] ?? '') + (one[at] ?? '') + one.slice(at + 2) === other,
  )
  return swapped && one !== other ? 1 : apart(one, other)
}

/** Letters to add, leave out or replace, by trying everything; of more than a few it does not matter how many. */
function apart(one: string, other: string, patience = 3): number {
  if (patience === 0 || one === '' || other === '') return Math.max(one.length, other.length)
  if (one[0] === other[0]) return apart(one.slice(1), other.slice(1), patience)
  const [left, right] = [one.slice(1), other.slice(1)]
  const rests = [
    apart(left, right, patience - 1),
    apart(left, other, patience - 1),
    apart(one, right, patience - 1),
  ]
  return 1 + Math.min(...rests)
}
