import type { Random } from '../../bench/seed/random.ts'
import type { Member } from '../member.ts'
import type { Ledger } from './ledger.ts'

/** What everybody needs who acts while things are killed. */
export type Desk = { ledger: Ledger; random: Random; member: Member }

/** Does one thing; answers whether it was answered. */
export type Turn = () => Promise<boolean>

/** People who act until something is killed. Whoever is not answered waits until it is known what has happened. */
export class Crowd {
  readonly #turns: Turn[]
  #isResting = true
  #busy: Promise<unknown> = Promise.resolve()

  constructor(turns: Turn[]) {
    this.#turns = turns
  }

  begin() {
    this.#isResting = false
    this.#busy = Promise.all(this.#turns.map((turn) => this.#live(turn)))
  }

  /** Settles when everybody has an answer, or knows that none will come. */
  async rest() {
    this.#isResting = true
    await this.#busy
  }

  async #live(turn: Turn) {
    while (!this.#isResting) {
      if (!(await turn())) return
    }
  }
}
