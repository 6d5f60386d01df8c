/** What a server said of itself, and when it was asked and had answered (`performance.now`). */
export type Heard = {
  at: number
  until: number
  order: number
  isReplica: boolean
  system: string
  /** How long ago, in milliseconds, what it shows was all there was; infinite where it cannot say so. */
  ageMs: number
}

type Sample = { order: number; from: number; until: number }

const keptMs = 60_000

/** Where the primary stood at what time, for the last minute: how far behind a replica is, is counted from it. */
export class PrimaryLog {
  /** The oldest first; none of them twice. */
  #samples: Sample[] = []

  /** Where it stood when it was last heard. */
  get end() {
    return this.#samples.at(-1)?.order ?? 0
  }

  note({ at, order }: Pick<Heard, 'at' | 'order'>) {
    // Another server has become the primary, without what the former had not passed on.
    if (order < this.end) this.#samples = []
    const last = this.#samples.at(-1)
    if (last?.order === order) last.until = at
    else this.#samples.push({ order, from: at, until: at })
    while (this.#samples.length > 1 && (this.#samples[0]?.until ?? at) < at - keptMs) this.#samples.shift()
  }

  /**
   * How old is what a server shows that stood at a place at a time, in seconds. While the primary is not heard it writes
   * nothing that could be missed. Infinite where it is not known.
   */
  lagOf({ at, order }: Pick<Heard, 'at' | 'order'>) {
    const newest = this.#samples.findLast((sample) => sample.from <= at)
    const replayed = this.#samples.findLast((sample) => sample.from <= at && sample.order <= order)
    if (!newest || !replayed) return Number.POSITIVE_INFINITY
    return replayed === newest ? 0 : Math.max(0, Math.min(at, newest.until) - replayed.until) / 1000
  }
}
