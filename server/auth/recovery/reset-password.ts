import { sql } from 'kysely'
import type { Tx } from '#server/db/connection.ts'
import { recordEvent, updateEvent } from '#server/http/security-events.ts'
import { mailAccount } from '../account-mail/account-mail.ts'
import {
  createMailLink,
  deleteMailLinks,
  findMailLink,
  linkExpired,
  lockAndConsumeMailLink,
  passwordLink,
  passwordPurposes,
} from '../account-mail/mail-links.queries.ts'
import type { AuthDependencies, Exchange } from '../better-auth/auth.ts'
import { type BetterAuthCall, callBetterAuth } from '../better-auth/call-better-auth.ts'
import { disableFactor } from '../factors/factors.queries.ts'
import { checkNewPassword, hashPassword, setPassword } from '../passwords/passwords.ts'
import { continueAfterPassword } from '../sessions/complete-sign-in.ts'
import { revokeAccess } from '../sessions/revoke-access.ts'
import { deleteDevices } from '../sessions/sessions.queries.ts'
import { findUser } from '../user.queries.ts'
import { restoreEmail } from './change-email.ts'

/** Mails a reset link. Does the same work whether or not the address exists: a job looks it up later. */
export async function requestPasswordReset({ db, limits }: AuthDependencies, ip: string, address: string) {
  await limits.consume('recovery-address', ip)
  const email = address.toLowerCase()
  if (await limits.tryConsume('recovery-email', email))
    await db.transaction().execute((tx) => mailAccount(tx, { kind: 'recovery', email }))
}

type Reset = { token: string; newPassword: string }

export async function resetPassword(deps: AuthDependencies, exchange: Exchange, { token, newPassword }: Reset) {
  const { db, limits } = deps
  recordEvent(exchange.request, { event: 'recovery', factor: 'mailed link', member: undefined })
  await limits.consume('link-address', exchange.request.ip)
  const link = await findMailLink(db, passwordPurposes, token)
  const user = link && (await findUser(db, link.userId))
  if (!user) throw linkExpired()
  updateEvent(exchange.request, { member: user.id })
  await checkNewPassword(newPassword, user)
  const hash = await hashPassword(newPassword)
  const isReset = await db.transaction().execute((tx) => applyReset(tx, token, hash))
  if (!isReset) throw linkExpired()
  const email = (await findUser(db, user.id))?.email ?? user.email
  const credentials = { email, password: newPassword }
  const signIn: BetterAuthCall = (api, options) => api.signInEmail({ body: credentials, ...options })
  const result = await callBetterAuth(deps, exchange, signIn, { ignoresSession: true })
  return continueAfterPassword(deps, exchange, result)
}

/** Consumes the link and ends all access; false if it was used. Following the mail proves ownership. */
async function applyReset(tx: Tx, token: string, hash: string) {
  const link = await lockAndConsumeMailLink(tx, passwordPurposes, token)
  if (!link) return false
  const previousUser = await findUser(tx, link.userId)
  if (previousUser && !wasConfirmed(previousUser)) await deleteEarlierAccess(tx, link.userId)
  await setPassword(tx, link.userId, hash)
  await unlockFactor(tx, link.userId)
  await revokeAccess(tx, { userId: link.userId })
  await deleteDevices(tx, link.userId)
  await deleteMailLinks(tx, link.userId, passwordPurposes)
  if (link.purpose !== 'printed') await confirmAddress(tx, link, previousUser?.email)
  await mailAccount(tx, { kind: 'password-changed', userId: link.userId, at: new Date() })
  return true
}

/** A mailed link confirms its address. A printed link confirms none. */
const confirmAddress = (tx: Tx, link: { userId: string; email: string }, current: string | undefined) =>
  current === link.email ? markConfirmed(tx, link) : restoreEmail(tx, link.userId, link.email)

type PrintedLinkInput = { userId: string; publicUrl: string }

export async function printPasswordLink(tx: Tx, { userId, publicUrl }: PrintedLinkInput) {
  const user = await tx
    .selectFrom('users')
    .select('email')
    .where('id', '=', userId)
    .where('deleting_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!user) return undefined
  await deleteMailLinks(tx, userId, ['printed'])
  const { token, expiresAt } = await createMailLink(tx, { purpose: 'printed', userId, email: user.email })
  return { link: passwordLink(publicUrl, token), expiresAt }
}

/** The wrong codes came from someone with the old password, who is now signed out. */
export async function unlockFactor(tx: Tx, userId: string) {
  await tx
    .updateTable('two_factors')
    .set({ failed_verification_count: 0, locked_until: null })
    .where('user_id', '=', userId)
    .execute()
}

const wasConfirmed = (user: { email_verified: boolean; confirmed_email: string | null }) =>
  user.email_verified || user.confirmed_email !== null

/**
 * Someone may have created the account with another person's address. Nothing that they set up may let them in, or
 * keep the owner of the address out: identities, the second factor, the feed, the digest, and links mailed earlier.
 */
async function deleteEarlierAccess(tx: Tx, userId: string) {
  await tx.deleteFrom('accounts').where('user_id', '=', userId).where('provider_id', '<>', 'credential').execute()
  await deleteFactor(tx, userId)
  await sql`delete from subscriptions where user_id = ${userId}`.execute(tx)
  await tx.deleteFrom('mail_links').where('user_id', '=', userId).execute()
}

async function deleteFactor(tx: Tx, userId: string) {
  await disableFactor(tx, userId)
  await tx.deleteFrom('used_codes').where('user_id', '=', userId).execute()
}

/** Confirms the address of an emailed link for the member or guest who opened it. Undefined if it has changed. */
export async function confirmByLink(tx: Tx, link: { userId: string; email: string }, viewerId: string | undefined) {
  const previousUser = await findUser(tx, link.userId)
  const userId = await markConfirmed(tx, link)
  const isOwnAccount = viewerId === userId
  if (userId && previousUser && !wasConfirmed(previousUser) && !isOwnAccount) await deleteAddedAccess(tx, userId)
  return userId
}

/**
 * Recovery keeps what a confirmed account has, so nothing may be left from someone who created it with another person’s
 * address. The password, the sessions and the identity it was created with stay: members confirm on other devices too.
 */
async function deleteAddedAccess(tx: Tx, userId: string) {
  await sql`delete from accounts where user_id = ${userId} and provider_id <> 'credential' and id <> (
    select id from accounts where user_id = ${userId} order by created_at, id limit 1)`.execute(tx)
  await deleteFactor(tx, userId)
  await sql`update subscriptions set feed_secret = null where user_id = ${userId}`.execute(tx)
}

/** Confirms the mailed address if it is still the account's. */
export async function markConfirmed(tx: Tx, { userId, email }: { userId: string; email: string }) {
  const row = await tx
    .updateTable('users')
    .set({ email_verified: true, confirmed_email: email })
    .where('id', '=', userId)
    .where('email', '=', email)
    .returning('id')
    .executeTakeFirst()
  return row?.id
}
