import { isUnspaced } from '#contract/normal-form.ts'

/** A misspelt word is at most so many letters away from the right one: added, left out or replaced. */
export const forgivenLetters = 2
const shortestForgiven = 4

export const ofLetters = (word: string) => /^[\p{L}\p{M}]+$/u.test(word)

/** Whether a word is one that people misspell: of letters, long enough, and not of a script without words. */
export const isForgivable = (word: string) =>
  [...word].length >= shortestForgiven && ofLetters(word) && !isUnspaced(word)

/** The fewer the likelier: letters apart, but two neighbours that changed places are one edit, as the fingers make it in one. */
export const editsApart = (one: string, other: string) =>
  isSwapped(one, other) ? 1 : lettersApart(one, other)

function isSwapped(one: string, other: string) {
  const letters = [...one]
  const at = letters.findIndex((letter, place) => letter !== [...other][place])
  const [left = '', right = ''] = letters.slice(at)
  return at >= 0 && letters.toSpliced(at, 2, right, left).join('') === other
}

/** By how many letters two words differ (Levenshtein's distance). */
export function lettersApart(one: string, other: string) {
  const [left, right] = [[...one], [...other]]
  let row = Array.from({ length: right.length + 1 }, (_, at) => at)
  for (const [done, letter] of left.entries()) {
    const next = [done + 1]
    for (const [at, against] of right.entries()) {
      const replaced = (row[at] ?? 0) + (letter === against ? 0 : 1)
      next.push(Math.min(replaced, (row[at + 1] ?? 0) + 1, (next[at] ?? 0) + 1))
    }
    row = next
  }
  return row.at(-1) ?? 0
}
