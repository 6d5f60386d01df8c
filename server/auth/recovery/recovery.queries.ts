import type { Tx } from '../../db/connection.ts'
import type { SessionViewer } from '../../http/viewer.ts'
import { mailAccount } from '../account-mail/account-mail.ts'
import { dropMailLinks, followMailLink } from '../account-mail/mail-links.queries.ts'
import { setPassword } from '../passwords/password.queries.ts'
import { endSessions, forgetDevices, noteConfirmation } from '../sessions/sessions.queries.ts'
import { findUser } from '../user.queries.ts'
import { returnTo } from './email-change.queries.ts'

/**
 * Sets the password of whom a recovery link was for and ends every session; false when the link is spent. Whoever
 * reads the mail is the account's person, whatever was done before they proved it.
 */
export async function resetPassword(tx: Tx, token: string, hash: string) {
  const link = await followMailLink(tx, ['recovery'], token)
  if (!link) return false
  const before = await findUser(tx, link.userId)
  if (before?.confirmed_email === null) await dropIdentities(tx, link.userId)
  await setPassword(tx, link.userId, hash)
  await unlockFactor(tx, link.userId)
  await endSessions(tx, link.userId)
  await forgetDevices(tx, link.userId)
  await dropMailLinks(tx, link.userId, ['recovery'])
  if (before?.email === link.email) await markConfirmed(tx, link)
  else await returnTo(tx, link.userId, link.email)
  await mailAccount(tx, { kind: 'password-changed', userId: link.userId, at: new Date() })
  return true
}

/** Whoever gave the wrong codes had the old password, and is out. */
async function unlockFactor(tx: Tx, userId: string) {
  await tx
    .updateTable('two_factors')
    .set({ failed_verification_count: 0, locked_until: null })
    .where('user_id', '=', userId)
    .execute()
}

/** An account that was made with somebody else's address may have been given ways in by whoever made it. */
async function dropIdentities(tx: Tx, userId: string) {
  await tx
    .deleteFrom('accounts')
    .where('user_id', '=', userId)
    .where('provider_id', '<>', 'credential')
    .execute()
}

/** Whoever knew the old password is out: every other session ends. */
export async function changePassword(tx: Tx, { id, sessionId }: SessionViewer, hash: string) {
  await setPassword(tx, id, hash)
  await unlockFactor(tx, id)
  await endSessions(tx, id, sessionId)
  await dropMailLinks(tx, id, ['recovery'])
  await noteConfirmation(tx, sessionId)
  await mailAccount(tx, { kind: 'password-changed', userId: id, at: new Date() })
}

/** Answers whose address was confirmed; undefined when the link is spent, or the address is not theirs any more. */
export async function confirmEmail(tx: Tx, token: string) {
  const link = await followMailLink(tx, ['signup', 'email_change'], token)
  return link && (await markConfirmed(tx, link))
}

/** A mail that arrived proves its address, if that is still the account's. */
async function markConfirmed(tx: Tx, { userId, email }: { userId: string; email: string }) {
  const row = await tx
    .updateTable('users')
    .set({ email_verified: true, confirmed_email: email })
    .where('id', '=', userId)
    .where('email', '=', email)
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

export async function mailVerification(tx: Tx, userId: string) {
  const user = await findUser(tx, userId)
  if (!user || user.email_verified) return
  if (user.confirmed_email === null) await mailAccount(tx, { kind: 'confirm-signup', userId })
  else await mailAccount(tx, { kind: 'confirm-new-email', userId, email: user.email })
}
