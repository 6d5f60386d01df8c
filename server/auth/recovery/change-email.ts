import { sql } from 'kysely'
import type { Tx } from '#server/db/connection.ts'
import { violatedConstraint } from '#server/db/constraint.ts'
import type { SessionViewer } from '#server/http/viewer.ts'
import { mailAccount } from '../account-mail/account-mail.ts'
import {
  deleteLaterLinks,
  deleteMailLinks,
  linkExpired,
  lockAndConsumeMailLink,
  passwordPurposes,
} from '../account-mail/mail-links.queries.ts'
import type { AuthDependencies } from '../better-auth/auth.ts'
import { deletePassword } from '../passwords/passwords.ts'
import { lockAccountOfSession, revokeAccess } from '../sessions/revoke-access.ts'
import { deleteDevices } from '../sessions/sessions.queries.ts'
import { emailDomainBlocked, isAtBlockedDomain } from '../sign-ups/email-domains.ts'
import { emailTaken, findUser, isEmailFree } from '../user.queries.ts'

/**
 * Changes the address immediately; false if it is the same. A confirmed old address gets an undo link, and recovers the
 * account until the new one is confirmed.
 */
export async function changeEmail(tx: Tx, viewer: SessionViewer, email: string) {
  const userId = viewer.id
  await lockAccountOfSession(tx, viewer)
  const user = await findUser(tx, userId)
  if (!user || user.email === email) return false
  if (await isAtBlockedDomain(tx, email)) throw emailDomainBlocked()
  if (!(await isEmailFree(tx, email, userId))) throw emailTaken()
  await setEmail(tx, userId, email, false)
  await deleteMailLinks(tx, userId, ['signup', 'email_change'])
  await mailAccount(tx, { kind: 'confirm-new-email', userId, email })
  const formerEmail = user.email_verified ? user.email : user.confirmed_email
  if (!formerEmail || formerEmail === email) return true
  await recordFormerEmail(tx, userId, formerEmail)
  await mailAccount(tx, { kind: 'email-changed', userId, email: formerEmail, newEmail: email })
  return true
}

/** Restores the former address and mails a reset link there. Revokes sessions, password and later sign-in methods. */
export async function undoEmailChange({ db, limits }: AuthDependencies, ip: string, token: string) {
  await limits.consume('link-address', ip)
  const userId = await db.transaction().execute((tx) => followLink(tx, token))
  if (!userId) throw linkExpired()
  return userId
}

async function followLink(tx: Tx, token: string) {
  const link = await lockAndConsumeMailLink(tx, ['undo_email_change'], token)
  if (!link) return undefined
  await revokeAccess(tx, { userId: link.userId })
  await deleteDevices(tx, link.userId)
  await deletePassword(tx, link.userId)
  await deleteAddedSignInMethods(tx, link.userId)
  await deleteLaterLinks(tx, link)
  await restoreEmail(tx, link.userId, link.email)
  await mailAccount(tx, { kind: 'recovery', email: link.email })
  return link.userId
}

/** Only the first of several changes within seven days sets the former address, which was the member's own. */
const recordFormerEmail = (tx: Tx, userId: string, email: string) =>
  sql`update users set email_changed_at = now(), former_email = ${email}
      where id = ${userId} and (email_changed_at is null or email_changed_at < now() - interval '7 days')`.execute(tx)

export async function restoreEmail(tx: Tx, userId: string, email: string) {
  await setEmail(tx, userId, email, true)
  await tx.updateTable('users').set({ email_changed_at: null, former_email: null }).where('id', '=', userId).execute()
  await deleteMailLinks(tx, userId, ['signup', 'email_change', ...passwordPurposes])
}

/** An attacker may add a sign-in method before changing the address, so the week before counts too. */
async function deleteAddedSignInMethods(tx: Tx, userId: string) {
  const since = sql`(select email_changed_at - interval '7 days' from users where id = ${userId})`
  await sql`delete from accounts where user_id = ${userId} and created_at > ${since}`.execute(tx)
  await sql`delete from two_factors where user_id = ${userId} and (created_at > ${since} or not verified)`.execute(tx)
  await sql`update users set two_factor_enabled = exists (select from two_factors where user_id = ${userId})
    where id = ${userId}`.execute(tx)
}

async function setEmail(tx: Tx, userId: string, email: string, isConfirmed: boolean) {
  try {
    await tx
      .updateTable('users')
      .set({
        email,
        email_verified: isConfirmed,
        ...(isConfirmed && { confirmed_email: email }),
        updated_at: new Date(),
      })
      .where('id', '=', userId)
      .execute()
  } catch (error) {
    throw violatedConstraint(error) === 'users_email_unique' ? emailTaken() : error
  }
}
