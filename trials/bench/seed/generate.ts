import { aspectRatios } from '#contract/aspect-ratios.ts'
import type { Details } from '#contract/details.ts'
import { usernameKey } from '#server/auth/usernames/username-key.ts'
import { between, pick, type Random, randomFrom, skewed, uuidOf } from '#tests/support/random.ts'
import { DetailsMaker } from './details.ts'
import { Writers } from './texts.ts'

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
  pageCount: number
  created: Date
  details: Details
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
/** What favorites need to know about a zine. `created` is in milliseconds to save memory. */
export type DatedZine = { id: string; created: number }

const day = 86_400_000
const spanMs = 730 * day
/** Favorites of the last creator, for measuring long lists. */
const maxFavorites = 3_000

/**
 * A generated library of two years whose newest zine is from `until`. The same seed and date give the same library.
 */
export class Library {
  readonly #random: Random
  readonly #writers: Writers
  readonly #until: number
  readonly #details: DetailsMaker
  readonly creators: Creator[]

  constructor({ seed, until, creators }: LibraryPlan) {
    this.#random = randomFrom(seed)
    this.#writers = new Writers(this.#random)
    this.#until = until.getTime()
    this.#details = new DetailsMaker(seed)
    const usernameFor = createUsernames(this.#random, this.#writers.vocabulary)
    this.creators = Array.from({ length: creators }, (_, index) => this.#creator(usernameFor(index + 1)))
  }

  #creator(username: string): Creator {
    const random = this.#random
    const write = this.#writers.next()
    const joined = new Date(this.#until - spanMs - Math.floor(random() * 100 * day))
    return {
      id: uuidOf(joined, random),
      username,
      bio: random() < 0.3 ? null : write(between(random, 5, 25)),
      website: random() < 0.3 ? `https://${username.replaceAll('_', '-')}.example.org` : null,
      joined,
    }
  }

  /** Zines ordered by date. A few creators make many zines, most make few. */
  *zines(count: number, pictures: number): Generator<{ zine: Zine; pages: Page[] }> {
    const random = this.#random
    for (let index = 0; index < count; index++) {
      const write = this.#writers.next()
      const created = new Date(Math.floor(this.#until - spanMs + (spanMs * (index + random())) / count))
      const own = {
        id: uuidOf(created, random),
        creator: this.#someCreator().id,
        title: capitalised(write(between(random, 2, 6))),
        description: random() < 0.15 ? null : write(Math.min(220, Math.ceil(skewed(random, 36, 0.7)))),
        aspectRatio: pick(random, aspectRatios),
        created,
        details: this.#details.next(created),
      }
      const pages = Array.from({ length: between(random, 1, 5) }, (_, position) => ({
        media: uuidOf(created, random),
        zine: own.id,
        creator: own.creator,
        position,
        picture: Math.floor(random() * pictures),
        altText: random() < 0.4 ? '' : capitalised(write(between(random, 3, 10))),
        created,
      }))
      yield { zine: { ...own, pageCount: pages.length }, pages }
    }
  }

  #someCreator() {
    const index = Math.floor(this.creators.length * this.#random() ** 2)
    return this.creators[index] as Creator
  }

  /** About ten per zine. Few zines have hundreds, and some creators favorite many. Each pair is unique, in order of creators. */
  *favorites(zines: readonly DatedZine[]): Generator<Favorite> {
    const random = this.#random
    // Ordered by the random part of the id, so that popularity does not depend on age.
    const ranked = zines.toSorted((one, other) => (one.id.slice(-12) < other.id.slice(-12) ? -1 : 1))
    const averageFavorites = (zines.length * 10) / this.creators.length
    const heavyFavoriter = this.creators.at(-1)
    for (const creator of this.creators) {
      const usualCount = Math.round(skewed(random, averageFavorites * 0.6, 1))
      const count = Math.min(zines.length / 4, creator === heavyFavoriter ? maxFavorites : usualCount)
      for (const rank of distinctRanks(ranked.length, count, random)) {
        const { id, created } = ranked[rank] as DatedZine
        const age = this.#until - created
        yield { user: creator.id, zine: id, created: new Date(this.#until - Math.floor(age * random())) }
      }
    }
  }
}

type LibraryPlan = { seed: number; until: Date; creators: number }

const capitalised = (text: string) => text.replace(/^\p{L}/u, (character) => character.toUpperCase())

function distinctRanks(size: number, count: number, random: Random) {
  const ranks = new Set<number>()
  for (let attempts = 0; ranks.size < count && attempts < count * 4; attempts++)
    ranks.add(Math.floor(size * random() ** 2.2))
  return ranks
}

const maxNamePart = 14

/** Usernames made of words, like real ones: `harbour`, `harbour_moth`, `lantern482`. No two look alike. */
function createUsernames(random: Random, vocabulary: readonly string[]) {
  const usedNames = new Set<string>()
  const word = (min: number, most: number) => (vocabulary[between(random, min, most)] ?? '').slice(0, maxNamePart)
  const proposeName = () => {
    const name = word(200, 30_000)
    return random() < 0.5 ? `${name}_${word(40, 8_000)}` : name
  }
  return (number: number) => {
    const name = proposeName()
    const numbered = random() < 0.3 || name.length < 3 ? `${name.slice(0, 20)}${number}` : name
    const unusedName = usedNames.has(usernameKey(numbered)) ? `${name.slice(0, 20)}_${number}` : numbered
    usedNames.add(usernameKey(unusedName))
    return unusedName
  }
}
