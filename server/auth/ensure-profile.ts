import { sql } from 'kysely'
import type { Tx } from '#server/db/connection.ts'
import { indexCreators } from '#server/search/indexing.ts'

/** Makes the profile of a user who has none yet, and says whether it did. */
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
  if (!made) return false
  await showCreator(tx, userId)
  return true
}

/** Shows a member as a creator, if they have a profile and neither wait for an operator's yes nor are suspended. */
export async function showCreator(tx: Tx, userId: string) {
  const shown = await tx
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
  if (shown) await indexCreators(tx, [userId])
}
