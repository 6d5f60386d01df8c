import { createHash, randomBytes } from 'node:crypto'
import { msg } from '@lingui/core/runtime-macro'
import { sql } from 'kysely'
import type { Db, Tx } from '#server/db/connection.ts'
import type { Schema } from '#server/db/schema.ts'
import { apiError } from '#server/http/errors.ts'
import { findUserForUpdate } from '../user.queries.ts'

export type LinkPurpose = Schema['mail_links']['purpose']
type MailLink = { purpose: LinkPurpose; userId: string; email: string }
type ConsumedLink = MailLink & { createdAt: Date }

const hour = 60 * 60

/** Link lifetimes in seconds. Undoing a change must outlast a holiday weekend; recovery only one sitting. */
export const linkSeconds: Record<LinkPurpose, number> = {
  signup: 24 * hour,
  email_change: 24 * hour,
  recovery: hour,
  undo_email_change: 7 * 24 * hour,
  account_created: 7 * 24 * hour,
  printed: 24 * hour,
}

export const passwordPurposes: LinkPurpose[] = ['recovery', 'account_created', 'printed']

/** The fragment stays in the browser: no server, proxy or log sees the token. */
export const passwordLink = (publicUrl: string, token: string) => `${publicUrl}/auth/update-password#token=${token}`

export async function createMailLink(db: Db | Tx, { purpose, userId, email }: MailLink) {
  const token = randomBytes(32).toString('base64url')
  const { expires_at: expiresAt } = await db
    .insertInto('mail_links')
    .values({
      token_hash: hashOf(token),
      purpose,
      user_id: userId,
      email,
      expires_at: sql<Date>`now() + make_interval(secs => ${linkSeconds[purpose]})`,
    })
    .returning('expires_at')
    .executeTakeFirstOrThrow()
  return { token, expiresAt }
}

/** Reads a link without consuming it; undefined if it is invalid, used, expired or for another purpose. */
export async function findMailLink(db: Db, purposes: LinkPurpose[], token: string): Promise<MailLink | undefined> {
  if (!isToken(token)) return undefined
  return db
    .selectFrom('mail_links')
    .select(['purpose', 'user_id as userId', 'email'])
    .where('token_hash', '=', hashOf(token))
    .where('purpose', 'in', purposes)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
}

export const linkExpired = () => apiError('link_expired', msg`This link has expired or was used before.`)

/** Consumes a link with its member locked, in the lock order of account deletion. */
export async function lockAndConsumeMailLink(tx: Tx, purposes: LinkPurpose[], token: string) {
  const link = await findMailLink(tx, purposes, token)
  if (!link) return undefined
  await findUserForUpdate(tx, link.userId)
  return consumeMailLink(tx, purposes, token)
}

/** Consumes a link: of concurrent callers one succeeds. Undefined as for `findMailLink`. */
export async function consumeMailLink(
  tx: Tx,
  purposes: LinkPurpose[],
  token: string,
): Promise<ConsumedLink | undefined> {
  if (!isToken(token)) return undefined
  return tx
    .deleteFrom('mail_links')
    .where('token_hash', '=', hashOf(token))
    .where('purpose', 'in', purposes)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning(['purpose', 'user_id as userId', 'email', 'created_at as createdAt'])
    .executeTakeFirst()
}

export async function deleteMailLinks(tx: Tx, userId: string, purposes: LinkPurpose[]) {
  await tx.deleteFrom('mail_links').where('user_id', '=', userId).where('purpose', 'in', purposes).execute()
}

/** Ends later links for the same purpose. Earlier links take precedence. */
export async function deleteLaterLinks(tx: Tx, { userId, purpose, createdAt }: ConsumedLink) {
  await tx
    .deleteFrom('mail_links')
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .where('created_at', '>=', createdAt)
    .execute()
}

export async function deleteMailLink(db: Db, token: string) {
  await db.deleteFrom('mail_links').where('token_hash', '=', hashOf(token)).execute()
}

/** Tokens are 256 random bits in base64url. Anything else is rejected without hashing it. */
export const isToken = (token: string) => /^[\w-]{43}$/.test(token)

export const hashOf = (token: string) => createHash('sha256').update(token).digest()
