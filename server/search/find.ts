import type pg from 'pg'
import { limits } from '#contract/limits.ts'
import type { SearchReading } from '#contract/search.ts'
import { type Expanded, expand, settleCreators } from './expand.ts'
import {
  countDocuments,
  countOwn,
  endsWithin,
  lookUp,
  type Match,
  type Stretch,
  walk,
} from './matches.queries.ts'
import { isForgivable } from './misspellings.ts'
import { markedWords, readSearchText, soughtText, type Wanted } from './search-text.ts'
import type { Shelf } from './shelves.ts'
import { type Found, listNear } from './vocabulary.queries.ts'
import { chooseOwnWay, chooseWay, isWhole, lookUpWay, type Way } from './way.ts'

/** What is on the shelf for a text, one more than asked for; `matches` is undefined when the text asks for everything. */
export type Findings = { matches: Match[] | undefined; reading: SearchReading }

/**
 * Finds what has everything that the text asks for. A part of a word that no document of the library has is taken for
 * misspelt, and the word it is closest to is looked for instead; one of the next closest if that finds nothing.
 */
export async function find(pool: pg.Pool, shelf: Shelf, text: string, stretch: Stretch): Promise<Findings> {
  const read = readSearchText(text)
  if (!read || read.length === 0) return { matches: read && [], reading: { terms: [], correction: null } }
  const wanted = await settleCreators(pool, read)
  const search = new Search(pool, shelf, { ...stretch, limit: stretch.limit + 1 })
  const { matches, found } = await search.find(wanted)
  const asTyped = { terms: markedWords(wanted), correction: null }
  if (matches) return { matches, reading: asTyped }
  for (const meant of await search.listMeant(wanted, found)) {
    const corrected = await search.find(meant)
    if (!corrected.matches?.length) continue
    const correction = { understood: typedText(meant), literal: literalText(wanted, meant) }
    return { matches: corrected.matches, reading: { terms: markedWords(meant), correction } }
  }
  return { matches: [], reading: asTyped }
}

const typedText = (wanted: Wanted[]) => wanted.map(({ typed }) => typed).join(' ')

/** What was typed, with quotes around what was not taken as it is: nothing in quotes is taken for misspelt. */
const literalText = (wanted: Wanted[], meant: Wanted[]) =>
  wanted.map((one, at) => (one === meant[at] ? one.typed : `"${one.typed}"`)).join(' ')

/** Whoever misspells more words than this in one search gets to see that nothing was found. */
const mostForgiven = 3

const isNowhere = ({ words }: Found) => words.length === 0

/** The first choice of each, and then, of one at a time, another. */
function readings(choices: Wanted[][]) {
  const best = choices.flatMap(([first]) => first ?? [])
  const others = choices.flatMap((some, at) => some.slice(1).map((other) => best.with(at, other)))
  return [best, ...others]
}

/** One search: of a shelf, from a place on. */
class Search {
  readonly #pool: pg.Pool
  readonly #shelf: Shelf
  readonly #stretch: Stretch

  constructor(pool: pg.Pool, shelf: Shelf, stretch: Stretch) {
    this.#pool = pool
    this.#shelf = shelf
    this.#stretch = stretch
  }

  /** What has everything that is wanted; no `matches` when a part of it is in no document at all. */
  async find(wanted: Wanted[]): Promise<{ matches?: Match[]; found: Expanded }> {
    const texts = wanted.map(soughtText)
    const near = await this.#go({ walk: 250 }, texts)
    if (this.#isEnough(near)) return { matches: near, found: [] }
    const found = await expand(this.#vocabulary, wanted)
    const words = found.flatMap((each) => each ?? [])
    if (words.some(isNowhere)) return { found }
    const way = await this.#chooseWay(words)
    const matches = await this.#go(way, texts)
    if (this.#isEnough(matches) || isWhole(way) || (await this.#endsOnTheWay())) return { matches, found }
    return { matches: await this.#go(lookUpWay(words), texts), found }
  }

  /** What may have been meant, the likeliest first; nothing when a part cannot be a misspelling. */
  async listMeant(wanted: Wanted[], found: Expanded): Promise<Wanted[][]> {
    if (found.filter((each) => each?.some(isNowhere)).length > mostForgiven) return []
    const choices: Wanted[][] = []
    for (const [at, one] of wanted.entries()) {
      const meant = await this.#choices(one, found[at])
      if (meant.length === 0) return []
      choices.push(meant)
    }
    return readings(choices).filter((meant) => literalText(wanted, meant).length <= limits.searchText)
  }

  async #choices(wanted: Wanted, found: Found[] | undefined): Promise<Wanted[]> {
    if (!found?.some(isNowhere)) return [wanted]
    if (wanted.kind !== 'part' || !isForgivable(wanted.word)) return []
    const words = await listNear(this.#vocabulary, wanted.word)
    return words.map((word) => ({ kind: 'part', word, typed: word }))
  }

  get #vocabulary() {
    return { pool: this.#pool, counted: this.#shelf.counted }
  }

  async #chooseWay(found: Found[]) {
    const { owner, limit } = this.#stretch
    const { costs } = this.#shelf
    const asked = { documents: await countDocuments(this.#pool, this.#shelf), wanted: limit, costs }
    if (owner === undefined) return chooseWay(found, asked)
    return chooseOwnWay(found, { ...asked, own: await countOwn(this.#pool, this.#shelf, owner) })
  }

  #go(way: Way, texts: string[]) {
    if ('walk' in way) return walk(this.#pool, this.#shelf, { ...this.#stretch, texts, steps: way.walk })
    return lookUp(this.#pool, this.#shelf, { ...this.#stretch, texts, words: way.lookUp })
  }

  /** Whether a short walk from here comes to the end of the list. */
  #endsOnTheWay = () => endsWithin(this.#pool, this.#shelf, this.#stretch)

  #isEnough = (matches: Match[]) => matches.length >= this.#stretch.limit
}
