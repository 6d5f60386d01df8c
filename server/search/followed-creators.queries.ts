import type pg from 'pg'
import { readWithRetry } from '#server/db/statement.ts'
import { creatorTerm } from './search-text.ts'
import { type Expansion, maxTerms } from './vocabulary.queries.ts'

type FollowedRow = { username: string; zines: number; follows: number }

/**
 * The creator terms of the creators that a member follows, and about how many zines they have. After a change of name, a
 * creator's zines are found once they are indexed again.
 */
export async function expandFollowedCreators(pool: pg.Pool, followerId: string): Promise<Expansion> {
  const { rows } = await readWithRetry<FollowedRow>(pool, {
    name: 'followed-terms',
    text: `
      select username, zine_count as zines, (select count(*)::int from follows where follower_id = $1) as follows
      from (select creator_id from follows where follower_id = $1 limit ${maxTerms + 1}) f
      join users on users.id = f.creator_id join creator_stats using (creator_id)`,
    values: [followerId],
  })
  const counted = rows.reduce((total, { zines }) => total + zines, 0)
  return {
    terms: rows.map(({ username }) => creatorTerm(username)),
    documents: rows[0] ? (counted * rows[0].follows) / rows.length : 0,
  }
}
