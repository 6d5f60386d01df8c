import { sql } from 'kysely'
import type pg from 'pg'
import type { Viewer } from '#contract/accounts.ts'
import { usernameKey } from '#contract/registration.ts'
import type { Db, Tx } from '../db/connection.ts'
import { statement } from '../db/statement.ts'

export async function findEmailOfUser(db: Db, userId: string) {
  const row = await db.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirst()
  return row?.email
}

export async function findUserByUsername(db: Db, username: string) {
  return db
    .selectFrom('users')
    .select('id')
    .where('username_key', '=', usernameKey(username))
    .executeTakeFirst()
}

export async function isEmailTaken(db: Db, email: string) {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('email', '=', email.toLowerCase())
    .executeTakeFirst()
  return row !== undefined
}

/** Asked for by every page that a member opens. */
const viewer = statement<Viewer, [userId: string]>(
  'viewer',
  `select u.id, u.email, u.username, p.picture_url as "profileImageUrl"
   from users u left join profiles p on p.user_id = u.id where u.id = $1`,
)

export async function findViewer(pool: pg.Pool, userId: string) {
  const [row] = await viewer(pool, userId)
  return row
}

/** Makes the profile of a user who has none yet; does nothing to one that exists. */
export async function ensureProfile(tx: Tx, userId: string, bio: string | null | undefined) {
  const made = await tx
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
  if (!made) return
  await tx.insertInto('creator_stats').values({ creator_id: userId }).execute()
  await sql`select index_creator(${userId})`.execute(tx)
}
