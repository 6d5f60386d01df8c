/** A word of which pairs are made, and in how many of a thousand documents it was when it came. */
export type PairedWord = { word: string; number: number; permille: number }

/**
 * By chance both words of a pair would be in at least this share of the documents. What two that are rarer have in common
 * is looked up about as quickly. Documents are written by this: to change it, a migration empties `paired_words`, and what
 * `pairsAreWritten` says becomes another word, which the trigger then asks for.
 */
const leastShare = 0.007

/**
 * Two neighbours as one word of a document, as `AB.C`; undefined where they make none. In upper case, as facets are: so
 * nothing that is typed finds it, and no misspelling is taken for it.
 */
export const pairOf = (one: PairedWord, other: PairedWord) =>
  one.permille * other.permille >= leastShare * 1e6
    ? `${inLetters(one.number)}.${inLetters(other.number)}`
    : undefined

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const inLetters = (number: number) =>
  number.toString(letters.length).replace(/./g, (figure) => letters[Number.parseInt(figure, 26)] ?? '')

/** Each pair of neighbours in a document once. Nothing is a neighbour across a border. */
export function pairsIn(document: string, paired: Map<string, PairedWord>) {
  const pairs = new Set<string>()
  let before: PairedWord | undefined
  for (const word of document.split(' ')) {
    const known = paired.get(word)
    const pair = before && known && pairOf(before, known)
    if (pair) pairs.add(pair)
    before = known
  }
  return pairs
}

/** A document with its pairs at the end, in a row of their own. */
export function withPairs(document: string, paired: Map<string, PairedWord>) {
  const pairs = pairsIn(document, paired)
  return pairs.size === 0 ? document : `${document} ${[...pairs].join(' ')} \n`
}

export const withoutPairs = (document: string) => document.replace(/(?: [A-Z]+\.[A-Z]+)+ \n$/, '')

export const byWord = (words: PairedWord[]) => new Map(words.map((known) => [known.word, known]))
