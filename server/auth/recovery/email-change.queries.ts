import { sql } from 'kysely'
import type { Db, Tx } from '../../db/connection.ts'
import { brokenConstraint } from '../../db/constraint.ts'
import { refuse } from '../../http/errors.ts'
import { mailAccount } from '../account-mail/account-mail.ts'
import { dropLaterLinks, dropMailLinks, followMailLink } from '../account-mail/mail-links.queries.ts'
import { dropPassword } from '../passwords/password.queries.ts'
import { endSessions, forgetDevices } from '../sessions/sessions.queries.ts'
import { findUserForUpdate } from '../user.queries.ts'

const emailTaken = () => refuse('email_taken', 'This email is already registered.')

/**
 * Whether an address can be had. One that was left is kept for whom it was for seven days: so long the change can be
 * undone, and nobody may prevent that by registering it.
 */
export async function isEmailFree(db: Db | Tx, email: string, userId: string | null = null) {
  const { rows } = await sql<{ taken: boolean }>`
    select exists (
      select from users where id is distinct from ${userId}::uuid and (email = ${email}
        or (former_email = ${email} and email_changed_at > now() - interval '7 days'))) as taken`.execute(db)
  return rows[0]?.taken === false
}

/**
 * Changes the address at once, unconfirmed; false when it is the same. The new one is asked to confirm; the old one is
 * told, with a way to undo it, and recovery goes on reaching it until then. All this if the old one was confirmed: else
 * it may be somebody's who was never meant.
 */
export async function changeEmail(tx: Tx, userId: string, email: string) {
  const user = await findUserForUpdate(tx, userId)
  if (!user || user.email === email) return false
  if (!(await isEmailFree(tx, email, userId))) throw emailTaken()
  await setEmail(tx, userId, email, false)
  await dropMailLinks(tx, userId, ['signup', 'email_change'])
  await mailAccount(tx, { kind: 'confirm-new-email', userId, email })
  const told = user.email_verified ? user.email : user.confirmed_email
  if (!told || told === email) return true
  await noteLeaving(tx, userId, told)
  await mailAccount(tx, { kind: 'email-changed', userId, email: told, newEmail: email })
  return true
}

/** Of several changes within seven days it is the first that counts: that address was the person's own. */
const noteLeaving = (tx: Tx, userId: string, email: string) =>
  sql`update users set email_changed_at = now(), former_email = ${email}
      where id = ${userId} and (email_changed_at is null or email_changed_at < now() - interval '7 days')`.execute(
    tx,
  )

/**
 * Gives an account back to the address it was changed from: nobody is signed in any more, the password and whatever
 * else was added about then as a way in or as a lock are void, and a link to set a password is on its way there. Links
 * that were mailed later than this one are void too. False when the link is spent.
 */
export async function undoEmailChange(tx: Tx, token: string) {
  const link = await followMailLink(tx, ['undo_email_change'], token)
  if (!link) return false
  await endSessions(tx, link.userId)
  await forgetDevices(tx, link.userId)
  await dropPassword(tx, link.userId)
  await dropWhatWasAdded(tx, link.userId)
  await dropLaterLinks(tx, link)
  await returnTo(tx, link.userId, link.email)
  await mailAccount(tx, { kind: 'recovery', email: link.email })
  return true
}

/** Makes an address that is proven the account's again, and ends what could take it away once more. */
export async function returnTo(tx: Tx, userId: string, email: string) {
  await setEmail(tx, userId, email, true)
  await tx
    .updateTable('users')
    .set({ email_changed_at: null, former_email: null })
    .where('id', '=', userId)
    .execute()
  await dropMailLinks(tx, userId, ['signup', 'email_change', 'recovery'])
}

/** Whoever takes an account over may add a way in before they change its address, so a week before counts as well. */
async function dropWhatWasAdded(tx: Tx, userId: string) {
  const since = sql`(select email_changed_at - interval '7 days' from users where id = ${userId})`
  await sql`delete from accounts where user_id = ${userId} and created_at > ${since}`.execute(tx)
  await sql`delete from two_factors where user_id = ${userId} and (created_at > ${since} or not verified)`.execute(
    tx,
  )
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
    throw brokenConstraint(error) === 'users_email_unique' ? emailTaken() : error
  }
}
