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

/**
 * By how many letters two words differ (Levenshtein's distance). A search compares with hundreds of words, so what begins and
 * ends two of them alike is passed over, and one row is written over and over.
 */
export function lettersApart(one: string, other: string) {
  const [left, right] = [lettersOf(one), lettersOf(other)]
  let [leftEnd, rightEnd, start] = [left.length, right.length, 0]
  while (leftEnd > 0 && rightEnd > 0 && left[leftEnd - 1] === right[rightEnd - 1]) {
    leftEnd--
    rightEnd--
  }
  while (start < leftEnd && start < rightEnd && left[start] === right[start]) start++
  const row = Array.from({ length: rightEnd - start + 1 }, (_, at) => at)
  for (let done = start; done < leftEnd; done++) {
    let replaced = done - start
    row[0] = replaced + 1
    for (let at = 1; at < row.length; at++) {
      const above = row[at] ?? 0
      const isSame = left[done] === right[start + at - 1]
      row[at] = Math.min(replaced + (isSame ? 0 : 1), above + 1, (row[at - 1] ?? 0) + 1)
      replaced = above
    }
  }
  return row.at(-1) ?? 0
}

/** Most letters are one place of a text, as it is. */
const lettersOf = (word: string): ArrayLike<string> => (/[\ud800-\udfff]/.test(word) ? [...word] : word)
