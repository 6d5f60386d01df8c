import type { ModerationAct } from '#contract/report-reasons.ts'
import { lockDeletions } from '#server/accounts/delete-account.queries.ts'
import { type Actor, recordAction } from '#server/audit/audit.queries.ts'
import type { Tx } from '#server/db/connection.ts'
import { hideZine, keepZine, removeZine } from '#server/moderation/hide-zine.ts'
import { removeMember, suspendMember } from '#server/moderation/suspend-member.ts'
import { lockCreator } from '#server/zines/publish-zine.queries.ts'
import { type ReportTarget, type Resolution, resolveReportsOf } from './reports.queries.ts'

export type ReportDecision = { act: ModerationAct; reason: string; actor: Actor }
type TargetRef = Pick<ReportTarget, 'creatorId' | 'zineId'>

/** Locks the report target against concurrent decisions: account deletions first, then the creator, then the zine. */
export async function lockTarget(tx: Tx, { creatorId, zineId }: TargetRef) {
  if (zineId === null) return lockMember(tx, creatorId)
  await lockCreator(tx, creatorId)
  await tx.selectFrom('zines').select('id').where('id', '=', zineId).forUpdate().execute()
}

async function lockMember(tx: Tx, userId: string) {
  await lockDeletions(tx)
  await tx.selectFrom('profiles').select('user_id').where('user_id', '=', userId).forUpdate().execute()
}

export async function decideOnTarget(tx: Tx, target: TargetRef, decision: ReportDecision) {
  await resolveReportsOf(tx, target, resolutionOf(target, decision.act))
  const { zineId, creatorId } = target
  return zineId === null ? decideOnMember(tx, creatorId, decision) : decideOnZine(tx, zineId, decision)
}

function decideOnZine(tx: Tx, zineId: string, { act, reason, actor }: ReportDecision) {
  const input = { zineId, reason, actor }
  if (act === 'hide') return hideZine(tx, input)
  return act === 'remove' ? removeZine(tx, input) : keepZine(tx, input)
}

async function decideOnMember(tx: Tx, userId: string, { act, reason, actor }: ReportDecision) {
  if (act === 'hide') return suspendMember(tx, { userId, reason, actor })
  if (act === 'remove') return removeMember(tx, { userId, reason, actor })
  const subject = `member ${userId}`
  await recordAction(tx, {
    actor,
    act: 'member kept',
    member_id: userId,
    subject,
    ...(reason && { detail: { reason } }),
  })
  return 'done'
}

function resolutionOf({ zineId }: TargetRef, act: ModerationAct): Resolution {
  if (act === 'hide') return zineId === null ? 'suspended' : 'hidden'
  return act === 'remove' ? 'removed' : 'kept'
}
