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
  await tx.insertInto('creator_stats').values({ creator_id: userId }).execute()
  await indexCreators(tx, [userId])
  return true
}
