import type { Random } from '#trials/bench/seed/random.ts'
import type { Member } from '#trials/site/member.ts'
import type { Ledger } from './ledger.ts'

/** What everybody needs who acts while things are killed. */
export type Desk = { ledger: Ledger; random: Random; member: Member }

/** Does one thing; answers whether it was answered. */
export type Turn = () => Promise<boolean>

export type Actor = {
  /** Sees to it, while nothing is killed, that there is something to act with. */
  prepare?(): Promise<unknown>
  act: Turn
}

/** People who act until something is killed. Whoever is not answered waits until it is known what has happened. */
export class Crowd {
  readonly #actors: Actor[]
  #isResting = true
  #busy: Promise<unknown> = Promise.resolve()

  constructor(actors: Actor[]) {
    this.#actors = actors
  }

  prepare = () => Promise.all(this.#actors.map((actor) => actor.prepare?.()))

  begin() {
    this.#isResting = false
    this.#busy = Promise.all(this.#actors.map(({ act }) => this.#live(act)))
  }

  /** Settles when everybody has an answer, or knows that none will come. */
  async rest() {
    this.#isResting = true
    await this.#busy
  }

  async #live(act: Turn) {
    while (!this.#isResting) {
      if (!(await act())) return
    }
  }
}
