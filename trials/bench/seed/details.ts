import type { Rights } from '#contract/detail-choices.ts'
import type { Details } from '#contract/details.ts'
import type { Kind } from '#contract/kinds.ts'
import { commonSubjects } from '#contract/subjects.ts'
import { between, pick, type Random, randomFrom } from '#tests/support/random.ts'

/** Each value appears as often as its percentage says. */
const languages = expandShares({ en: 52, es: 13, pt: 10, de: 8, fr: 6, 'pt-BR': 5, ja: 4, 'zh-Hant': 1, eo: 1 })
const kinds = expandShares<Kind>({
  perzine: 28,
  comic: 18,
  art: 14,
  politics: 12,
  music: 8,
  poetry: 7,
  fanzine: 6,
  photo: 4,
  'how-to': 2,
  other: 1,
})
const rights = expandShares<Rights | 'none'>({
  none: 60,
  reserved: 15,
  'cc-by-nc-sa': 12,
  'cc-by': 6,
  'anti-copyright': 7,
})

function expandShares<Value extends string>(shares: Partial<Record<Value, number>>): Value[] {
  return (Object.entries(shares) as [Value, number][]).flatMap(([value, share]) => Array(share).fill(value))
}

/** Both are common, but hardly any zine has both: about one in several hundred thousand. */
export const rarePair = { language: 'pt', kind: 'politics' } as const
const rarePairShare = 0.004

/**
 * Details of zines: on average a language, a kind and three subjects, sometimes more. They have a separate random
 * generator, so that the rest of a library does not depend on them.
 */
export class DetailsMaker {
  readonly #random: Random

  constructor(seed: number) {
    this.#random = randomFrom(seed ^ 0x0de7a115)
  }

  next(created: Date): Details {
    const random = this.#random
    const language = pick(random, languages)
    const right = pick(random, rights)
    return {
      languages: [language],
      kind: this.#kind(language),
      subjects: [...new Set(Array.from({ length: between(random, 1, 5) }, () => this.#subject()))],
      ...(random() < 0.5 && { year: created.getUTCFullYear() - Math.floor(40 * random() ** 3) }),
      ...(random() < 0.15 && { series: randomSeries(random), issue: `No. ${between(random, 1, 12)}` }),
      ...(right !== 'none' && { rights: right }),
      ...(random() < 0.3 && { paper: { words: 'Write to me for one' } }),
    }
  }

  #kind(language: string) {
    const kind = pick(this.#random, kinds)
    const isSeldom = kind === rarePair.kind && language.startsWith(rarePair.language)
    return isSeldom && this.#random() > rarePairShare ? 'perzine' : kind
  }

  #subject() {
    const random = this.#random
    const [firstIndex, secondSubject] = [
      Math.floor(commonSubjects.length * random() ** 2),
      pick(random, commonSubjects),
    ]
    return random() < 0.8
      ? (commonSubjects[firstIndex] ?? secondSubject)
      : `${commonSubjects[firstIndex]} and ${secondSubject}`
  }
}

const randomSeries = (random: Random) => `${pick(random, commonSubjects)} letters ${between(random, 1, 300)}`
