import type { LetterAct } from '#contract/report-reasons.ts'
import { lockDeletions } from '#server/accounts/delete-account.queries.ts'
import { type Actor, noteAct } from '#server/audit/audit.queries.ts'
import type { Tx } from '#server/db/connection.ts'
import { hideZine, keepZine, removeZine } from '#server/moderation/hide-zine.ts'
import { removeMember, suspendMember } from '#server/moderation/suspend-member.ts'
import { lockCreator } from '#server/zines/publish-zine.queries.ts'
import { type Resolution, settleReports, type Thing } from './reports.queries.ts'

export type Decision = { act: LetterAct; reason: string; actor: Actor }
type Decided = Pick<Thing, 'creatorId' | 'zineId'>

/** Locks the report target against concurrent decisions: account deletions first, then the creator, then the zine. */
export async function holdThing(tx: Tx, { creatorId, zineId }: Decided) {
  if (zineId === null) return holdMember(tx, creatorId)
  await lockCreator(tx, creatorId)
  await tx.selectFrom('zines').select('id').where('id', '=', zineId).forUpdate().execute()
}

async function holdMember(tx: Tx, userId: string) {
  await lockDeletions(tx)
  await tx.selectFrom('profiles').select('user_id').where('user_id', '=', userId).forUpdate().execute()
}

export async function decide(tx: Tx, thing: Decided, decision: Decision) {
  await settleReports(tx, thing, resolutionOf(thing, decision.act))
  const { zineId, creatorId } = thing
  return zineId === null ? decideOnMember(tx, creatorId, decision) : decideOnZine(tx, zineId, decision)
}

function decideOnZine(tx: Tx, zineId: string, { act, reason, actor }: Decision) {
  const how = { zineId, reason, actor }
  if (act === 'hide') return hideZine(tx, how)
  return act === 'remove' ? removeZine(tx, how) : keepZine(tx, how)
}

async function decideOnMember(tx: Tx, userId: string, { act, reason, actor }: Decision) {
  if (act === 'hide') return suspendMember(tx, { userId, reason, actor })
  if (act === 'remove') return removeMember(tx, { userId, reason, actor })
  await noteAct(tx, { actor, act: 'member kept', member_id: userId, subject: `member ${userId}` })
  return 'done'
}

function resolutionOf({ zineId }: Decided, act: LetterAct): Resolution {
  if (act === 'hide') return zineId === null ? 'suspended' : 'hidden'
  return act === 'remove' ? 'removed' : 'kept'
}
