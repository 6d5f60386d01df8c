import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import type { Config } from '#server/config/config.ts'
import { signValue } from '#server/http/cookies.ts'
import { sessionCookie } from '#server/http/session.ts'

/** Somebody of the library, signed in. */
export type Member = { userId: string; cookie: string }

const earlier = 'bench'

/** Signs creators of the library in; the sessions of earlier runs go. */
export async function signInMembers(pool: pg.Pool, config: Config, userIds: string[]): Promise<Member[]> {
  await pool.query('delete from sessions where user_agent = $1', [earlier])
  return Promise.all(
    userIds.map(async (userId) => ({ userId, cookie: await signedIn(pool, config, userId) })),
  )
}

async function signedIn(pool: pg.Pool, config: Config, userId: string) {
  const token = randomBytes(16).toString('hex')
  await pool.query(
    `insert into sessions (user_id, token, expires_at, user_agent) values ($1, $2, now() + interval '30 days', $3)`,
    [userId, token, earlier],
  )
  const cookie = sessionCookie(config, signValue(token, config.secret))
  return cookie.split(';', 1)[0] ?? ''
}
