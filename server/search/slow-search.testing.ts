import type { Details } from '#contract/details.ts'
import type { Filters } from '#contract/filters.ts'
import { cutWords, folded, isUnspaced, keptWords } from '#contract/normal-form.ts'

export type PlainTerm =
  | { kind: 'part'; word: string }
  | { kind: 'phrase'; words: string[] }
  | { kind: 'creator'; name: string }

/** A zine or a creator, and its rank in the list. */
export type Slow = {
  id: string
  texts: string[]
  username: string
  name: string
  rank: readonly [number, string]
}

/** The search text as a visitor would type it. */
export const typed = (asked: PlainTerm[]) =>
  asked
    .map((one) => {
      if (one.kind === 'part') return one.word
      return one.kind === 'phrase' ? `"${one.words.join(' ')}"` : `@${one.name}`
    })
    .join(' ')

/** A search with more misspelt words finds nothing. A repeated word counts once. */
const mostForgiven = 3
const typedAlone = (one: PlainTerm) => folded(typed([one]))

/** The reference search: checks every document for every term, too simple to hide a mistake. */
export function slowSearch(all: Slow[], asked: PlainTerm[], usernames: string[], isOn = (_: Slow) => true) {
  const has = (each: Slow, one: PlainTerm) => hasIt(each, one, usernames)
  const isNowhere = (one: PlainTerm) => one.kind === 'part' && !all.some((each) => has(each, one))
  if (new Set(asked.filter(isNowhere).map(typedAlone)).size > mostForgiven) return []
  const choices = asked.map((one) => (isNowhere(one) ? closest(all, one as Part) : [one]))
  const best = choices.map(([first], at) => first ?? (asked[at] as PlainTerm))
  const others = choices.flatMap((some, at) => some.slice(1).map((other) => best.with(at, other)))
  for (const meant of [best, ...others]) {
    const found = all.filter((each) => isOn(each) && meant.every((one) => has(each, one)))
    if (found.length > 0) return inOrder(found)
  }
  return []
}

/** Whether a zine's details match every filter. */
export function says(details: Details, wanted: Filters) {
  const { language, kind, subject, series, year, copy, paper } = wanted
  const isOf = (tag: string) => tag === language || tag.startsWith(`${language}-`)
  const isMade = (in_: number) =>
    year?.endsWith('s') ? `${in_}`.slice(0, 3) === year.slice(0, 3) : `${in_}` === year
  return [
    !language || details.languages?.some(isOf),
    !kind || details.kind === kind,
    !subject || details.subjects?.some((one) => isSame(one, subject)),
    !series || (details.series !== undefined && isSame(details.series, series)),
    !year || (details.year !== undefined && isMade(details.year)),
    !copy || (details.rights !== undefined && details.rights !== 'reserved'),
    !paper || details.paper !== undefined,
  ].every(Boolean)
}

const isSame = (one: string, other: string) => cutWords(one).join(' ') === cutWords(other).join(' ')

const inOrder = (found: Slow[]) =>
  found.toSorted((a, b) => b.rank[0] - a.rank[0] || (a.rank[1] < b.rank[1] ? 1 : -1)).map(({ id }) => id)

type Part = PlainTerm & { kind: 'part' }

const rowsOf = ({ texts, username, name }: Slow) =>
  [...texts, username, name].map((text) => keptWords(text).join(' '))

function hasIt(each: Slow, asked: PlainTerm, usernames: string[]): boolean {
  if (asked.kind === 'part') return rowsOf(each).some((row) => row.includes(keptWords(asked.word).join(' ')))
  if (asked.kind === 'phrase') {
    const words = asked.words.flatMap(keptWords)
    const [only = ''] = words
    // Unspaced scripts have no word boundaries, so a single character is always a part.
    if (words.length === 1 && isUnspaced(only)) return rowsOf(each).some((row) => row.includes(only))
    return rowsOf(each).some((row) => ` ${row} `.includes(` ${words.join(' ')} `))
  }
  const name = folded(asked.name)
  const isThere = usernames.some((username) => folded(username) === name)
  return isThere ? folded(each.username) === name : folded(each.username).startsWith(name)
}

/** The nearest words by edits, then by number of documents, then alphabetically. */
function closest(all: Slow[], asked: Part): PlainTerm[] {
  const word = folded(asked.word)
  if (word.length < 4 || !/^\p{L}+$/u.test(word) || keptWords(word).length > 1) return []
  const counts = new Map<string, number>()
  for (const each of all)
    for (const known of new Set(rowsOf(each).flatMap((row) => row.split(' '))))
      counts.set(known, (counts.get(known) ?? 0) + 1)
  const near = [...counts]
    .filter(([known]) => /^\p{L}+$/u.test(known) && apart(known, word) <= 2)
    .map(([known, many]) => ({ word: known, many, edits: edits(known, word) }))
    .sort((a, b) => a.edits - b.edits || b.many - a.many || (a.word < b.word ? -1 : 1))
  return near
    .filter((known) => known.edits <= (near[0]?.edits === 1 ? 1 : 2))
    .slice(0, 3)
    .map((known) => ({ kind: 'part', word: known.word }))
}

/** Two swapped neighbours count as one edit. */
function edits(one: string, other: string) {
  const swapped = [...one].some(
    (_, at) => one.slice(0, at) + (one[at + 1] ?? '') + (one[at] ?? '') + one.slice(at + 2) === other,
  )
  return swapped && one !== other ? 1 : apart(one, other)
}

/** Letters to add, omit or replace, by brute force. Not exact beyond `patience`, where the number does not matter. */
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
