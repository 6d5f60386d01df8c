import { aspectRatios } from '#contract/limits.ts'
import { between, type Random, randomFrom, skewed, uuidOf } from './random.ts'
import { makeVocabulary, pick, wordSource } from './words.ts'

export type Creator = {
  id: string
  username: string
  bio: string | null
  website: string | null
  joined: Date
}
export type Zine = {
  id: string
  creator: string
  title: string
  description: string | null
  aspectRatio: string
  created: Date
}
export type Page = {
  media: string
  zine: string
  creator: string
  position: number
  picture: number
  altText: string
  created: Date
}
export type Favorite = { user: string; zine: string; created: Date }

const day = 86_400_000
const span = 730 * day

/**
 * A made-up library whose newest zine is from `until`, two years wide. The same seed and date give the same one.
 * `firstNumber` goes into the usernames and keeps them apart from those of an earlier seeding.
 */
export class Library {
  readonly #random: Random
  readonly #vocabulary = makeVocabulary()
  readonly #until: number
  readonly creators: Creator[]

  constructor({ seed, until, creators, firstNumber }: Plan) {
    this.#random = randomFrom(seed)
    this.#until = until.getTime()
    this.creators = Array.from({ length: creators }, (_, index) => this.#creator(firstNumber + index))
  }

  #creator(number: number): Creator {
    const random = this.#random
    const words = wordSource(random, this.#vocabulary)
    const joined = new Date(this.#until - span - Math.floor(random() * 100 * day))
    const first = pick(random, this.#vocabulary).slice(0, 16)
    return {
      id: uuidOf(joined, random),
      username: `${first}_${number}`,
      bio: random() < 0.3 ? null : words(between(random, 5, 25)),
      website: random() < 0.3 ? `https://${first}-${number}.example.org` : null,
      joined,
    }
  }

  /** Zines in the order of their dates; a few creators make many, most make few. */
  *zines(count: number): Generator<Zine> {
    const random = this.#random
    for (let index = 0; index < count; index++) {
      const words = wordSource(random, this.#vocabulary)
      const created = new Date(Math.floor(this.#until - span + (span * (index + random())) / count))
      yield {
        id: uuidOf(created, random),
        creator: this.#someCreator().id,
        title: capitalised(words(between(random, 2, 6))),
        description: random() < 0.15 ? null : words(Math.min(220, Math.ceil(skewed(random, 36, 0.7)))),
        aspectRatio: pick(random, aspectRatios),
        created,
      }
    }
  }

  #someCreator() {
    const index = Math.floor(this.creators.length * this.#random() ** 2)
    return this.creators[index] as Creator
  }

  *pages(zine: Zine, pictures: number): Generator<Page> {
    const random = this.#random
    const count = between(random, 1, 5)
    const { id, creator, created, title } = zine
    for (let position = 0; position < count; position++) {
      const picture = Math.floor(random() * pictures)
      const altText = `Page ${position + 1} of ${title}`
      yield { media: uuidOf(created, random), zine: id, creator, position, picture, altText, created }
    }
  }

  /** About ten per zine: few zines have hundreds, some creators favor a lot. Each pair once, creator by creator. */
  *favorites(zines: readonly Pick<Zine, 'id' | 'created'>[]): Generator<Favorite> {
    const random = this.#random
    const ranked = shuffled(zines, random)
    const mean = (zines.length * 10) / this.creators.length
    for (const { id } of this.creators) {
      const wanted = Math.min(zines.length / 4, Math.round(skewed(random, mean * 0.6, 1)))
      for (const rank of distinctRanks(ranked.length, wanted, random)) {
        const zine = ranked[rank] as Zine
        const age = this.#until - zine.created.getTime()
        yield { user: id, zine: zine.id, created: new Date(this.#until - Math.floor(age * random())) }
      }
    }
  }
}

export type Plan = { seed: number; until: Date; creators: number; firstNumber: number }

const capitalised = (text: string) => text.replace(/^\p{L}/u, (letter) => letter.toUpperCase())

function shuffled<Item>(items: readonly Item[], random: Random) {
  const ranked = [...items]
  for (let index = ranked.length - 1; index > 0; index--) {
    const other = Math.floor(random() * (index + 1))
    ;[ranked[index], ranked[other]] = [ranked[other] as Item, ranked[index] as Item]
  }
  return ranked
}

function distinctRanks(size: number, wanted: number, random: Random) {
  const ranks = new Set<number>()
  for (let tries = 0; ranks.size < wanted && tries < wanted * 4; tries++)
    ranks.add(Math.floor(size * random() ** 2.2))
  return ranks
}
