import { msg } from '@lingui/core/runtime-macro'
import { sql } from 'kysely'
import type { Db, Tx } from '#server/db/connection.ts'
import { apiError } from '#server/http/errors.ts'
import { indexCreators } from '#server/search/indexing.ts'
import { usernameKeys } from './usernames/username-key.ts'

const columns = ['id', 'username', 'email', 'email_verified', 'confirmed_email'] as const

export const findUser = (db: Db | Tx, userId: string) =>
  db.selectFrom('users').select(columns).where('id', '=', userId).executeTakeFirst()

export const findUserForUpdate = (tx: Tx, userId: string) =>
  tx.selectFrom('users').select(columns).where('id', '=', userId).forUpdate().executeTakeFirst()

/** A former address stays reserved for seven days, while the change can be undone. */
export async function isEmailFree(db: Db | Tx, email: string, userId: string | null = null) {
  const { rows } = await sql<{ taken: boolean }>`
    select exists (
      select from users where id is distinct from ${userId}::uuid and (email = ${email}
        or (former_email = ${email} and email_changed_at > now() - interval '7 days'))) as taken`.execute(db)
  return rows[0]?.taken === false
}

/** The database constraint decides races. */
export async function isUsernameFree(db: Db | Tx, username: string, userId: string | null = null) {
  const keys = usernameKeys(username)
  const { rows } = await sql<{ taken: boolean }>`
    select exists (
      select from users where id is distinct from ${userId}::uuid and username_key = any(${keys}::text[])) as taken`.execute(
    db,
  )
  return rows[0]?.taken === false
}

export const usernameTaken = () => apiError('username_taken', msg`This username is already taken.`)

export const emailTaken = () => apiError('email_taken', msg`This email is already registered.`)

export async function ensureProfile(tx: Tx, userId: string, bio: string | null | undefined) {
  const inserted = await tx
    .insertInto('profiles')
    .columns(['user_id', 'bio'])
    .expression((eb) =>
      eb
        .selectFrom('users')
        .select([
          sql<string>`users.id`.as('user_id'),
          sql<string | null>`coalesce(${bio ?? null}, users.bio)`.as('bio'),
        ])
        .where('users.id', '=', userId),
    )
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .returning('user_id')
    .executeTakeFirst()
  if (!inserted) return false
  await makeCreatorVisible(tx, userId)
  return true
}

export async function makeCreatorVisible(tx: Tx, userId: string) {
  const inserted = await tx
    .insertInto('creator_stats')
    .columns(['creator_id'])
    .expression((eb) =>
      eb
        .selectFrom('users')
        .innerJoin('profiles', 'user_id', 'users.id')
        .select('users.id as creator_id')
        .where('users.id', '=', userId)
        .where('awaiting_since', 'is', null)
        .where('suspended_at', 'is', null),
    )
    .onConflict((conflict) => conflict.column('creator_id').doNothing())
    .returning('creator_id')
    .executeTakeFirst()
  if (inserted) await indexCreators(tx, [userId])
}
