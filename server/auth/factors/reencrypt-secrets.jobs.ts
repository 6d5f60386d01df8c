import type { TaskList } from 'graphile-worker'
import { type RawBuilder, sql } from 'kysely'
import type { Config } from '#server/config/config.ts'
import type { Db } from '#server/db/connection.ts'
import { currentKeyPrefix, reencrypt } from '../better-auth/secrets.ts'
import { decryptCodes, hashCodes } from './recovery-codes.ts'

type Deps = { config: Config; db: Db }

export const reencryptSecretsCrontab = '17 * * * * reencrypt-secrets ?jobKey=reencrypt-secrets'

export const reencryptSecretsJobs = (deps: Deps): TaskList => ({
  'reencrypt-secrets': () => reencryptSecrets(deps),
})

type StoredSecret = { id: string; stored: string }

/** Re-encrypts secrets under the current key. Leaves unreadable ones unchanged. */
export async function reencryptSecrets({ config, db }: Deps) {
  const prefix = currentKeyPrefix(config)
  await updateEach(
    db,
    (after) => sql`select user_id as id, backup_codes as stored from two_factors
      where user_id > ${after}::uuid and verified and backup_codes not like '{%' order by user_id limit 100`,
    async ({ id, stored }) => {
      const codes = await hashCodes(await decryptCodes(config, stored))
      // Skipped if a code was used in the meantime, as that stored hashes.
      return sql`update two_factors set backup_codes = ${codes} where user_id = ${id} and backup_codes = ${stored}`
    },
  )
  await updateEach(
    db,
    (after) => sql`select id, secret as stored from two_factors
      where id > ${after}::uuid and not starts_with(secret, ${prefix}) order by id limit 100`,
    async ({ id, stored }) => {
      const secret = await reencrypt(config, stored)
      return sql`update two_factors set secret = ${secret} where id = ${id} and secret = ${stored}`
    },
  )
  // Better Auth stores the private key as JSON of the ciphertext.
  await updateEach(
    db,
    (after) => sql`select id, private_key as stored from jwks
      where id > ${after}::uuid and not starts_with(private_key, ${`"${prefix}`}) order by id limit 100`,
    async ({ id, stored }) => {
      const key = JSON.stringify(await reencrypt(config, JSON.parse(stored)))
      return sql`update jwks set private_key = ${key} where id = ${id}`
    },
  )
}

async function updateEach(
  db: Db,
  list: (after: string) => RawBuilder<unknown>,
  buildUpdate: (row: StoredSecret) => Promise<RawBuilder<unknown>>,
) {
  let after = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const { rows } = await (list(after) as RawBuilder<StoredSecret>).execute(db)
    for (const row of rows) {
      const update = await buildUpdate(row).catch(() => undefined)
      await update?.execute(db)
    }
    const last = rows.at(-1)
    if (!last) return
    after = last.id
  }
}
