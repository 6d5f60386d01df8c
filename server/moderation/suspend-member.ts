import { hideAccount, isLarge, lockAccount, removeAccount } from '#server/accounts/delete-account.queries.ts'
import { recordAction } from '#server/audit/audit.queries.ts'
import { mailAccount } from '#server/auth/account-mail/account-mail.ts'
import { revokeAccess } from '#server/auth/sessions/revoke-access.ts'
import type { Tx } from '#server/db/connection.ts'
import { restrictMember } from '#server/media/restricted-media.ts'
import { indexCreators, removeCreatorFromIndex } from '#server/search/indexing.ts'
import { countCreator, markActive, markSuspended, uncountMember } from './moderation.queries.ts'
import { type DecisionInput, type Outcome, saveDecision } from './save-decision.ts'
import { enqueueVisibilityUpdate } from './update-visibility.ts'

type MemberDecision = DecisionInput & { userId: string }

/** Suspends a member: signs them out and hides them, but keeps all data. A job cleans up search in steps. */
export async function suspendMember(tx: Tx, { userId, ...input }: MemberDecision): Promise<Outcome> {
  const user = await lockAccount(tx, userId)
  if (!user || user.deleting_at) return 'absent'
  if (user.suspended_at) return 'already'
  await markSuspended(tx, userId, input.reason)
  await revokeAccess(tx, { userId })
  await uncountMember(tx, userId)
  await restrictMember(tx, userId)
  await saveDecision(tx, { ...input, act: 'member suspended', memberId: userId })
  await enqueueVisibilityUpdate(tx, userId)
  await removeCreatorFromIndex(tx, userId, [])
  return 'done'
}

/** Ends a suspension. The member is visible immediately, and their zines follow in steps unless they are hidden. */
export async function restoreMember(tx: Tx, { userId, ...input }: MemberDecision): Promise<Outcome> {
  const user = await lockAccount(tx, userId)
  if (!user || user.deleting_at) return 'absent'
  if (!user.suspended_at) return 'already'
  await markActive(tx, userId)
  await countCreator(tx, userId)
  await saveDecision(tx, { ...input, act: 'member restored', memberId: userId })
  await enqueueVisibilityUpdate(tx, userId)
  await indexCreators(tx, [userId])
  return 'done'
}

export async function removeMember(tx: Tx, { userId, reason, actor }: MemberDecision): Promise<Outcome> {
  const user = await lockAccount(tx, userId)
  if (!user) return 'absent'
  if (user.deleting_at) return 'already'
  const detail = { username: user.username, ...(reason && { reason }) }
  await recordAction(tx, {
    actor,
    act: 'member removed',
    member_id: userId,
    subject: `member ${userId}`,
    detail,
  })
  const { username, email } = user
  await mailAccount(tx, { kind: 'member-removed', userId, username, email, reason, at: new Date() })
  await ((await isLarge(tx, userId)) ? hideAccount : removeAccount)(tx, userId)
  return 'done'
}
