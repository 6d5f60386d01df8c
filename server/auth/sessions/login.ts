import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Config } from '../../config.ts'
import type { Db } from '../../db/connection.ts'
import { userOfHandle } from './login-handle.ts'

/**
 * Whose tries a sign-in counts against. The person's own browsers have buckets of their own, so that strangers who
 * guess at an account never lock its person out. Takes the same time whether there is such an account or not.
 */
export async function bucketOfLogin(
  { config, db }: { config: Config; db: Db },
  email: string,
  device: string | undefined,
) {
  const userId = userOfHandle(config.secret, email) ?? null
  const hash = createHash('sha256')
    .update(device ?? '')
    .digest()
  const { rows } = await sql<{ id: string; known: boolean }>`
    select u.id, d.user_id is not null as known
    from users u left join known_devices d on d.user_id = u.id and d.device_hash = ${hash}
    where u.id = ${userId}::uuid or (${userId}::uuid is null and u.email = ${email.toLowerCase()})`.execute(
    db,
  )
  const [user] = rows
  return `${user?.id ?? email.toLowerCase()} ${user?.known ? device : 'stranger'}`
}
