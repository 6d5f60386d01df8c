import { type Actor, noteAct } from '#server/audit/audit.queries.ts'
import type { Tx } from '#server/db/connection.ts'
import { mailAccount } from '../account-mail/account-mail.ts'
import { showCreator } from '../ensure-profile.ts'

type Approval = { userId: string; actor?: Actor }

/** Lets a member who waits do all that members do, and tells them; `already` when they do not wait. */
export async function approveMember(tx: Tx, { userId, actor = 'operator' }: Approval) {
  const member = await lockWaiting(tx, userId)
  if (!member) return 'absent' as const
  if (!member.awaitingSince) return 'already' as const
  await tx.updateTable('users').set({ awaiting_since: null }).where('id', '=', userId).execute()
  await noteAct(tx, { actor, act: 'member approved', member_id: userId, subject: `member ${userId}` })
  await mailAccount(tx, { kind: 'sign-up-approved', userId })
  await showCreator(tx, userId)
  return 'done' as const
}

/** Profile, then user is the order in which everything locks. One that is being deleted is not there any more. */
async function lockWaiting(tx: Tx, userId: string) {
  await tx.selectFrom('profiles').select('user_id').where('user_id', '=', userId).forUpdate().execute()
  return tx
    .selectFrom('users')
    .select('awaiting_since as awaitingSince')
    .where('id', '=', userId)
    .where('deleting_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
}
