import { isUnspaced } from '#contract/normal-form.ts'

/** A misspelt word is at most so many letters away from the right one: added, left out or replaced. */
export const forgivenLetters = 2
const shortestForgiven = 4
/** Longer words are looked for by their parts, as the ways to be wrong grow with the square of the length. */
const longestTried = 11

export const ofLetters = (word: string) => /^[\p{L}\p{M}]+$/u.test(word)

/** Whether a word is one that people misspell: of letters, long enough, and not of a script without words. */
export const isForgivable = (word: string) =>
  [...word].length >= shortestForgiven && ofLetters(word) && !isUnspaced(word)

/** Of a long word, its thirds: two wrong letters leave one of them as it is, so one is in whatever was meant. */
export function thirdsOfLong(word: string) {
  const letters = [...word]
  if (letters.length <= longestTried) return undefined
  const third = Math.floor(letters.length / 3)
  const parts = [letters.slice(0, third), letters.slice(third, 2 * third), letters.slice(2 * third)]
  return parts.map((part) => part.join(''))
}

/** The letters that take each other's place, by script. Of other scripts only what needs no guessing is found. */
const alphabets = [
  'abcdefghijklmnopqrstuvwxyz',
  'абвгдежзийклмнопрстуфхцчшщъыьэюяіїєґў',
  'αβγδεζηθικλμνξοπρστυφχψω',
  'ابتثجحخدذرزسشصضطظعغفقكلمنهويىةءپچژگک',
  'אבגדהוזחטיכלמנסעפצקרשתךםןףץ',
]

/** The letters of whatever it is written in, as when one was typed on the keyboard of another. */
const alphabetOf = (letters: string[]) =>
  alphabets
    .filter((alphabet) => letters.some((letter) => alphabet.includes(letter)))
    .slice(0, 2)
    .join('')

/**
 * Texts of which at least one is every word within two letters of this one, or that word with a letter gone. What the
 * two differ in is then tried out only once for each pair of places, not twice: a missing letter covers the other.
 */
export function* nearSpellings(word: string) {
  const letters = [...word]
  const alphabet = alphabetOf(letters)
  const shorter = [...withoutOne(letters)]
  yield word
  yield* withAnother(letters, alphabet)
  yield* withOneMore(letters, alphabet)
  for (const rest of shorter) {
    yield rest.join('')
    yield* withAnother(rest, alphabet)
    for (const less of withoutOne(rest)) yield less.join('')
  }
}

/** The same for words that one edit makes of each other: a letter too many, too few or wrong, or two that changed places. */
export function* nearestSpellings(word: string) {
  yield word
  for (const rest of withoutOne([...word])) yield rest.join('')
}

function* withoutOne(letters: string[]) {
  for (let at = 0; at < letters.length; at++) yield letters.toSpliced(at, 1)
}

function* withAnother(letters: string[], alphabet: string) {
  for (let at = 0; at < letters.length; at++)
    for (const letter of alphabet) if (letter !== letters[at]) yield letters.with(at, letter).join('')
}

function* withOneMore(letters: string[], alphabet: string) {
  for (let at = 0; at <= letters.length; at++)
    for (const letter of alphabet) yield letters.toSpliced(at, 0, letter).join('')
}

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
