import { sql } from 'kysely'
import type { Db, Tx } from '#server/db/connection.ts'
import { formerUsernameKey, usernameKey } from '#server/db/username-key.ts'
import { refuse } from '#server/http/errors.ts'

const columns = ['id', 'username', 'email', 'email_verified', 'confirmed_email'] as const

export const findUser = (db: Db | Tx, userId: string) =>
  db.selectFrom('users').select(columns).where('id', '=', userId).executeTakeFirst()

export const findUserForUpdate = (tx: Tx, userId: string) =>
  tx.selectFrom('users').select(columns).where('id', '=', userId).forUpdate().executeTakeFirst()

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
 * Whether a username can be had: nobody else's has its key, or had it when look-alikes did not count yet. That nobody is
 * quicker is the constraint's to see.
 */
export async function isUsernameFree(db: Db | Tx, username: string, userId: string | null = null) {
  const keys = [usernameKey(username), formerUsernameKey(username)]
  const { rows } = await sql<{ taken: boolean }>`
    select exists (
      select from users where id is distinct from ${userId}::uuid and username_key = any(${keys}::text[])) as taken`.execute(
    db,
  )
  return rows[0]?.taken === false
}

export const usernameTaken = () => refuse('username_taken', 'This username is already taken.')

export const emailTaken = () => refuse('email_taken', 'This email is already registered.')
