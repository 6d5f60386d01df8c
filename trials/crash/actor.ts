import type { Random } from '#tests/support/random.ts'
import type { Member } from '#trials/site/member.ts'
import type { WriteLog } from './write-log.ts'

export type ActorContext = { writeLog: WriteLog; random: Random; member: Member }

export type Actor = {
  /** Creates what the actor needs, while no process is killed. */
  prepare?(): Promise<unknown>
  /** Performs one act. Returns whether there was a response. */
  act(): Promise<boolean>
}
