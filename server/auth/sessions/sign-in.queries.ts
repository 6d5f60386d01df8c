import { sql } from 'kysely'
import type { Config } from '#server/config/config.ts'
import type { Db } from '#server/db/connection.ts'
import { verifyPassword } from '../passwords/passwords.ts'
import { userOfHandle } from '../usernames/login-handle.ts'
import { hashOfDevice } from './sessions.queries.ts'

/**
 * `account`: whose tries a sign-in counts against, whether there is such an account or not. `device`: the browser, if
 * its person has signed in with it before. `hash`: of the password as it is when the sign-in begins.
 */
export type Login = {
  userId: string | undefined
  account: string
  device: string | undefined
  hash: string | null
}

/** Whom a sign-in is for. Takes the same time whether there is such an account or not. */
export async function findLogin(
  { config, db }: { config: Config; db: Db },
  email: string,
  device: string | undefined,
): Promise<Login> {
  const userId = userOfHandle(config.secrets, email) ?? null
  const { rows } = await sql<{ id: string; known: boolean; password: string | null }>`
    select u.id, d.user_id is not null as known, a.password
    from users u
    left join known_devices d on d.user_id = u.id and d.device_hash = ${hashOfDevice(device ?? '')}
    left join accounts a on a.user_id = u.id and a.provider_id = 'credential'
    where u.id = ${userId}::uuid or (${userId}::uuid is null and u.email = ${email.toLowerCase()})`.execute(
    db,
  )
  const [user] = rows
  return {
    userId: user?.id,
    account: user?.id ?? email.toLowerCase(),
    device: user?.known ? device : undefined,
    hash: user?.password ?? null,
  }
}

/**
 * Whether the password is what it was when the sign-in began. Asked after the session was made, and waiting for a
 * change that is under way: that one either sees the session and ends it, or is seen here. A hash may have been renewed
 * by another sign-in meanwhile, and is of the same password then.
 */
export async function isStillPassword(db: Db, { userId, hash }: Login, password: string) {
  const { rows } = await sql<{ password: string | null }>`
    select password from accounts where user_id = ${userId} and provider_id = 'credential' for share`.execute(
    db,
  )
  const now = rows[0]?.password
  return now === hash || (typeof now === 'string' && verifyPassword({ hash: now, password }))
}
