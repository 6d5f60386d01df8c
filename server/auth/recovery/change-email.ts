import type { Tx } from '#server/db/connection.ts'
import { mailAccount } from '../account-mail/account-mail.ts'
import {
  dropLaterLinks,
  dropMailLinks,
  followMailLink,
  linkExpired,
} from '../account-mail/mail-links.queries.ts'
import type { AuthDependencies } from '../auth-dependencies.ts'
import { dropPassword } from '../passwords/passwords.ts'
import { endSessions, forgetDevices } from '../sessions/sessions.queries.ts'
import { emailRefused, isAtBlockedDomain } from '../sign-ups/email-domains.ts'
import { emailTaken, findUserForUpdate, isEmailFree } from '../user.queries.ts'
import { dropWhatWasAdded, noteLeaving, restoreEmail, setEmail } from './recovery.queries.ts'

/**
 * Changes the address at once, unconfirmed; false when it is the same. The new one is asked to confirm; the old one is
 * told, with a way to undo it, and recovery goes on reaching it until then. All this if the old one was confirmed: else
 * it may be somebody's who was never meant.
 */
export async function changeEmail(tx: Tx, userId: string, email: string) {
  const user = await findUserForUpdate(tx, userId)
  if (!user || user.email === email) return false
  if (await isAtBlockedDomain(tx, email)) throw emailRefused()
  if (!(await isEmailFree(tx, email, userId))) throw emailTaken()
  await setEmail(tx, userId, email, false)
  await dropMailLinks(tx, userId, ['signup', 'email_change'])
  await mailAccount(tx, { kind: 'confirm-new-email', userId, email })
  const left = user.email_verified ? user.email : user.confirmed_email
  if (!left || left === email) return true
  await noteLeaving(tx, userId, left)
  await mailAccount(tx, { kind: 'email-changed', userId, email: left, newEmail: email })
  return true
}

/**
 * Gives an account back to the address it was changed from: nobody is signed in any more, the password and whatever
 * else was added about then as a way in or as a lock are void, and a link to set a password is on its way there. Links
 * that were mailed later than this one are void too. Answers whose account it is.
 */
export async function undoEmailChange({ db, limits }: AuthDependencies, ip: string, token: string) {
  await limits.spend('link-address', ip)
  const userId = await db.transaction().execute((tx) => followLink(tx, token))
  if (!userId) throw linkExpired()
  return userId
}

/** Uses the link up, and answers whose it was; undefined when it is spent. */
async function followLink(tx: Tx, token: string) {
  const link = await followMailLink(tx, ['undo_email_change'], token)
  if (!link) return undefined
  await endSessions(tx, link.userId)
  await forgetDevices(tx, link.userId)
  await dropPassword(tx, link.userId)
  await dropWhatWasAdded(tx, link.userId)
  await dropLaterLinks(tx, link)
  await restoreEmail(tx, link.userId, link.email)
  await mailAccount(tx, { kind: 'recovery', email: link.email })
  return link.userId
}
