import { sql } from 'kysely'
import type { Db, Tx } from '#server/db/connection.ts'
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

export const emailTaken = () => refuse('email_taken', 'This email is already registered.')
