import { between, pick, type Random, randomFrom } from './seed/random.ts'
import { makeCyrillicVocabulary, makeVocabulary } from './seed/words.ts'

/**
 * What is searched for, fifty texts of each kind: a single one can be lucky. The same in every run and at every size.
 * Of a million zines some 70 have a rare word, 1,000 to 10,000 a middling one, 50,000 and more a common one.
 */
export type SampleTexts = ReturnType<typeof drawTexts>

const count = 50

/** `written` are texts of the library, for what is quoted from them. */
export function drawTexts(written: string[]) {
  const random = randomFrom(23)
  const vocabulary = makeVocabulary()
  const ranked = (from: number, to: number, length = 3) =>
    fifty(
      () => pick(random, vocabulary.slice(from, to)),
      (word) => word.length >= length,
    )
  return {
    rare: ranked(50_000, 80_000, 6),
    middling: ranked(400, 4_000),
    common: ranked(5, 80),
    twoLetters: fifty(() => twoLetters(random, vocabulary)),
    absent: fifty(() => letters(random, 'qxzjkvw', between(random, 7, 11))),
    misspelt: misspelt(random, vocabulary),
    threeWords: fifty(() => quoted(random, written, 3).join(' ')),
    phrase: fifty(() => `"${inSequence(random, written)}"`),
    cyrillic: fifty(() => pick(random, makeCyrillicVocabulary().slice(20, 2_000))),
    japanese: fifty(() =>
      letters(random, '漫画同人誌写真東京夜猫手作紙音楽旅詩雑誌絵街海喫茶店', between(random, 1, 2)),
    ),
  }
}

/** Different ones, as far as there are fifty. */
function fifty(draw: () => string, isFit: (text: string) => boolean = () => true) {
  const drawn = new Set<string>()
  for (let tries = 0; drawn.size < count && tries < count * 40; tries++) {
    const text = draw()
    if (isFit(text)) drawn.add(text)
  }
  return [...drawn]
}

/** Most of them are in many words, some in none. */
function twoLetters(random: Random, vocabulary: readonly string[]) {
  if (random() < 0.3) return letters(random, 'abcdefghijklmnopqrstuvwxyz', 2)
  const word = pick(random, vocabulary)
  return word.slice(Math.max(0, word.length - 3)).slice(0, 2)
}

const letters = (random: Random, alphabet: string, length: number) =>
  Array.from({ length }, () => pick(random, [...alphabet])).join('')

/** Words with one or two letters wrong that are no part of any word. */
function misspelt(random: Random, vocabulary: readonly string[]) {
  const all = vocabulary.join(' ')
  const words = vocabulary.slice(200, 40_000).filter((word) => word.length >= 6)
  const wrong = () => {
    const once = misspell(random, pick(random, words))
    return random() < 0.5 ? once : misspell(random, once)
  }
  return fifty(wrong, (text) => !all.includes(text))
}

function misspell(random: Random, word: string) {
  const at = between(random, 1, word.length - 2)
  const [before, after] = [word.slice(0, at), word.slice(at + 1)]
  const other = letters(random, 'aeiorstln', 1)
  return pick(random, [before + after, before + other + after, before + other + word.slice(at)])
}

function quoted(random: Random, written: string[], words: number) {
  const known = pick(random, written)
    .split(/\s+/)
    .filter((word) => word.length >= 3)
  return known.length < words ? known : Array.from({ length: words }, () => pick(random, known))
}

function inSequence(random: Random, written: string[]) {
  const words = pick(random, written).split(/\s+/)
  const at = between(random, 0, Math.max(0, words.length - 2))
  return words.slice(at, at + 2).join(' ')
}
