import { mailAccount } from '../account-mail/account-mail.ts'
import { followMailLink, linkExpired } from '../account-mail/mail-links.queries.ts'
import type { AuthDependencies } from '../auth-dependencies.ts'
import { findUser } from '../user.queries.ts'
import { markConfirmed } from './recovery.queries.ts'

/** Mails the link that confirms an address again, if there is still something to confirm. */
export async function sendVerificationEmail({ db, limits }: AuthDependencies, userId: string) {
  await limits.spend('verification-mail', userId)
  await db.transaction().execute(async (tx) => {
    const user = await findUser(tx, userId)
    if (!user || user.email_verified) return
    if (user.confirmed_email === null) await mailAccount(tx, { kind: 'confirm-signup', userId })
    else await mailAccount(tx, { kind: 'confirm-new-email', userId, email: user.email })
  })
}

/** Answers whose address was confirmed. Refuses a link that is spent, or whose address is not theirs any more. */
export async function verifyEmail({ db, limits }: AuthDependencies, ip: string, token: string) {
  await limits.spend('link-address', ip)
  const userId = await db.transaction().execute(async (tx) => {
    const link = await followMailLink(tx, ['signup', 'email_change'], token)
    return link && (await markConfirmed(tx, link))
  })
  if (!userId) throw linkExpired()
  return userId
}
