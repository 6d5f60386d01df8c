import { noteAct, type OperatorAct } from '#server/audit/audit.queries.ts'
import type { Tx } from '#server/db/connection.ts'
import { refuse } from '#server/http/errors.ts'
import type { Answer, Site } from './command.ts'
import { findMember } from './members.queries.ts'

type Outcome = 'done' | 'already' | 'absent'
type Actor = Site['actor']
type Act = { done: string; already: string; does(tx: Tx, userId: string, actor: Actor): Promise<Outcome> }

/** Does something about a member in one transaction, and says what became of it in a sentence that begins with their name. */
export async function actOnMember(
  { db, actor }: Site,
  who: string,
  { done, already, does }: Act,
): Promise<Answer> {
  const { id, username } = await findMember(db, who)
  const outcome = await db.transaction().execute((tx) => does(tx, id, actor))
  if (outcome === 'absent') throw refuse('not_found', `There is nobody called ${who} any more.`)
  return { outcome, says: `${username} ${outcome === 'done' ? done : already}.` }
}

/** With a line in the audit log when it has changed something. */
export const noted =
  (act: OperatorAct, changes: (tx: Tx, userId: string) => Promise<boolean>) =>
  async (tx: Tx, userId: string, actor: Actor) => {
    if (!(await changes(tx, userId))) return 'already' as const
    await noteAct(tx, { actor, act, member_id: userId, subject: `member ${userId}` })
    return 'done' as const
  }
