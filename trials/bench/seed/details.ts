import type { Rights } from '#contract/detail-choices.ts'
import type { Details } from '#contract/details.ts'
import type { Kind } from '#contract/kinds.ts'
import { commonSubjects } from '#contract/subjects.ts'
import { between, pick, type Random, randomFrom } from './random.ts'

/** Each with its share of a hundred. */
const languages: [string, number][] = [
  ...([
    ['en', 52],
    ['es', 13],
    ['pt', 10],
    ['de', 8],
  ] as [string, number][]),
  ...([
    ['fr', 6],
    ['pt-BR', 5],
    ['ja', 4],
    ['zh-Hant', 1],
    ['eo', 1],
  ] as [string, number][]),
]
const kinds: [Kind, number][] = [
  ...([
    ['perzine', 28],
    ['comic', 18],
    ['art', 14],
    ['politics', 12],
  ] as [Kind, number][]),
  ...([
    ['music', 8],
    ['poetry', 7],
    ['fanzine', 6],
    ['photo', 4],
    ['how-to', 2],
    ['other', 1],
  ] as [Kind, number][]),
]
const rights: [Rights | undefined, number][] = [
  [undefined, 60],
  ...([
    ['reserved', 15],
    ['cc-by-nc-sa', 12],
    ['cc-by', 6],
    ['anti-copyright', 7],
  ] as [Rights, number][]),
]

/** Two that many zines say, and hardly one says both: in so many hundreds of thousands of zines, one. */
export const seldomMeeting = { language: 'pt', kind: 'politics' } as const
const oftenAsMeeting = 0.004

/**
 * What zines say of themselves: a language, a kind and three subjects on average, and now and then more. Drawn apart, so
 * that everything else of a library stays as it is.
 */
export class DetailsMaker {
  readonly #random: Random

  constructor(seed: number) {
    this.#random = randomFrom(seed ^ 0x0de7a115)
  }

  next(created: Date): Details {
    const random = this.#random
    const language = drawn(random, languages)
    const held = drawn(random, rights)
    return {
      languages: [language],
      kind: this.#kind(language),
      subjects: [...new Set(Array.from({ length: between(random, 1, 5) }, () => this.#subject()))],
      ...(random() < 0.5 && { year: created.getUTCFullYear() - Math.floor(40 * random() ** 3) }),
      ...(random() < 0.15 && { series: seriesOf(random), issue: `No. ${between(random, 1, 12)}` }),
      ...(held && { rights: held }),
      ...(random() < 0.3 && { paper: { words: 'Write to me for one' } }),
    }
  }

  #kind(language: string) {
    const kind = drawn(this.#random, kinds)
    const isSeldom = kind === seldomMeeting.kind && language.startsWith(seldomMeeting.language)
    return isSeldom && this.#random() > oftenAsMeeting ? 'perzine' : kind
  }

  #subject() {
    const random = this.#random
    const [at, other] = [Math.floor(commonSubjects.length * random() ** 2), pick(random, commonSubjects)]
    return random() < 0.8 ? (commonSubjects[at] ?? other) : `${commonSubjects[at]} and ${other}`
  }
}

const seriesOf = (random: Random) => `${pick(random, commonSubjects)} letters ${between(random, 1, 300)}`

/** One of them, as often as its share says. */
function drawn<Value>(random: Random, shares: [Value, number][]): Value {
  let left = random() * 100
  for (const [value, share] of shares) {
    left -= share
    if (left < 0) return value
  }
  return (shares[0] as [Value, number])[0]
}
