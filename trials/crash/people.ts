import type { Random } from '#trials/bench/seed/random.ts'
import type { Member } from '#trials/site/member.ts'
import type { Ledger } from './ledger.ts'

export type Desk = { ledger: Ledger; random: Random; member: Member }

export type Actor = {
  /** Creates what the actor needs, while no process is killed. */
  prepare?(): Promise<unknown>
  /** Performs one act. Returns whether there was a response. */
  act(): Promise<boolean>
}
