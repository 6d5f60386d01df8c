import type { Random } from '#trials/bench/seed/random.ts'
import type { Member } from '#trials/site/member.ts'
import type { Ledger } from './ledger.ts'

/** What everybody needs who acts while things are killed. */
export type Desk = { ledger: Ledger; random: Random; member: Member }

export type Actor = {
  /** Sees to it, while nothing is killed, that there is something to act with. */
  prepare?(): Promise<unknown>
  /** Does one thing; answers whether it was answered. */
  act(): Promise<boolean>
}
