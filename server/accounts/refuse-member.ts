import { type Actor, noteAct } from '#server/audit/audit.queries.ts'
import { mailAccount } from '#server/auth/account-mail/account-mail.ts'
import type { Tx } from '#server/db/connection.ts'
import { hideAccount, isLarge, lockAccount, removeAccount } from './delete-account.queries.ts'

type Wish = { userId: string; reason?: string; actor?: Actor }

/**
 * Says no to a member who waits, and tells them: the account goes with all that is in it. `already` when they do not
 * wait, and stay.
 */
export async function refuseMember(tx: Tx, { userId, reason = '', actor = 'operator' }: Wish) {
  const locked = await lockAccount(tx, userId)
  if (!locked || locked.deleting_at) return 'absent' as const
  const { email, awaiting_since } = await tx
    .selectFrom('users')
    .select(['email', 'awaiting_since'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  if (!awaiting_since) return 'already' as const
  await noteAct(tx, { actor, act: 'member refused', member_id: userId, subject: `member ${userId}` })
  await mailAccount(tx, { kind: 'sign-up-refused', userId, email, reason })
  await ((await isLarge(tx, userId)) ? hideAccount : removeAccount)(tx, userId)
  return 'done' as const
}
