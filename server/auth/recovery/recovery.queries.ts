import { sql } from 'kysely'
import type { Db, Tx } from '../../db/connection.ts'
import { brokenConstraint } from '../../db/constraint.ts'
import type { SessionViewer } from '../../http/viewer.ts'
import { mailAccount } from '../letters/account-mail.ts'
import { dropPassword, setPassword } from '../passwords/password.queries.ts'
import { endSessions, noteConfirmation } from '../sessions/sessions.queries.ts'
import { consumeMailLink, dropMailLinks, findMailLink, type LinkPurpose } from './mail-links.queries.ts'

export const findUser = (db: Db | Tx, userId: string) =>
  db
    .selectFrom('users')
    .select(['id', 'username', 'email', 'email_verified', 'confirmed_email'])
    .where('id', '=', userId)
    .executeTakeFirst()

/** Uses a link up with its person held still, in the order in which deleting an account locks. */
async function followMailLink(tx: Tx, purposes: LinkPurpose[], token: string) {
  const link = await findMailLink(tx, purposes, token)
  if (!link) return undefined
  await findUserForUpdate(tx, link.userId)
  return consumeMailLink(tx, purposes, token)
}

const findUserForUpdate = (tx: Tx, userId: string) =>
  tx
    .selectFrom('users')
    .select(['email', 'email_verified', 'confirmed_email'])
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirst()

/** Sets the password of whom a recovery link was for and ends every session; false when the link is spent. */
export async function resetPassword(tx: Tx, token: string, hash: string) {
  const link = await followMailLink(tx, ['recovery'], token)
  if (!link) return false
  await setPassword(tx, link.userId, hash)
  await endSessions(tx, link.userId)
  await dropMailLinks(tx, link.userId, ['recovery'])
  await markConfirmed(tx, link)
  await mailAccount(tx, { kind: 'password-changed', userId: link.userId, at: new Date() })
  return true
}

/** Whoever knew the old password is out: every other session ends. */
export async function changePassword(tx: Tx, { id, sessionId }: SessionViewer, hash: string) {
  await setPassword(tx, id, hash)
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

/**
 * Changes the address at once, unconfirmed. The new one is asked to confirm; the old one is told, with a way to undo
 * it, and recovery goes on reaching it until then. All this if the old one was confirmed: else it may be somebody's
 * who was never meant.
 */
export async function changeEmail(
  tx: Tx,
  userId: string,
  email: string,
): Promise<'changed' | 'same' | 'taken'> {
  const user = await findUserForUpdate(tx, userId)
  if (!user || user.email === email) return 'same'
  const outcome = await setEmail(tx, userId, email, false)
  if (outcome === 'taken') return outcome
  await noteEmailChange(tx, userId)
  await dropMailLinks(tx, userId, ['signup', 'email_change'])
  await mailAccount(tx, { kind: 'confirm-new-email', userId, email })
  const told = user.email_verified ? user.email : user.confirmed_email
  if (told && told !== email)
    await mailAccount(tx, { kind: 'email-changed', userId, email: told, newEmail: email })
  return outcome
}

const noteEmailChange = (tx: Tx, userId: string) =>
  sql`update users set email_changed_at = now()
      where id = ${userId} and (email_changed_at is null or email_changed_at < now() - interval '7 days')`.execute(
    tx,
  )

/**
 * Gives an account back to the address it was changed from: nobody is signed in any more, the password and whatever
 * else was added since as a way in or as a lock are void, and a link to set a password is on its way there.
 */
export async function undoEmailChange(tx: Tx, token: string): Promise<'undone' | 'expired' | 'taken'> {
  const link = await followMailLink(tx, ['undo_email_change'], token)
  if (!link) return 'expired'
  if ((await setEmail(tx, link.userId, link.email, true)) === 'taken') return 'taken'
  await endSessions(tx, link.userId)
  await dropPassword(tx, link.userId)
  await dropWhatWasAdded(tx, link.userId)
  await dropMailLinks(tx, link.userId, ['signup', 'email_change', 'recovery'])
  await mailAccount(tx, { kind: 'recovery', email: link.email })
  return 'undone'
}

async function dropWhatWasAdded(tx: Tx, userId: string) {
  await sql`delete from accounts a using users u
    where a.user_id = ${userId} and u.id = a.user_id and a.created_at > u.email_changed_at`.execute(tx)
  const { rows } = await sql`delete from two_factors f using users u
    where f.user_id = ${userId} and u.id = f.user_id and f.created_at > u.email_changed_at returning f.id`.execute(
    tx,
  )
  await tx
    .updateTable('users')
    .set({ email_changed_at: null, ...(rows.length > 0 && { two_factor_enabled: false }) })
    .where('id', '=', userId)
    .execute()
}

async function setEmail(tx: Tx, userId: string, email: string, isConfirmed: boolean) {
  await sql`savepoint email`.execute(tx)
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
    return 'changed' as const
  } catch (error) {
    if (brokenConstraint(error) !== 'users_email_unique') throw error
    await sql`rollback to savepoint email`.execute(tx)
    return 'taken' as const
  }
}
