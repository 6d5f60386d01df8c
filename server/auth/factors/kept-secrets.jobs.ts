import type { TaskList } from 'graphile-worker'
import { type RawBuilder, sql } from 'kysely'
import type { Config } from '#server/config/config.ts'
import type { Db } from '#server/db/connection.ts'
import { encryptAnew, prefixOfToday } from '../better-auth/secrets.ts'
import { encryptedCodes, keptCodes } from './recovery-codes.ts'

type Deps = { config: Config; db: Db }

export const keptSecretsCrontab = '17 * * * * renew-kept-secrets ?jobKey=renew-kept-secrets'

export const keptSecretsJobs = (deps: Deps): TaskList => ({
  'renew-kept-secrets': () => renewKeptSecrets(deps),
})

type Kept = { id: string; kept: string }

/** Re-encrypts secrets under the current key. Leaves unreadable ones unchanged. */
export async function renewKeptSecrets({ config, db }: Deps) {
  const ofToday = prefixOfToday(config)
  await renewEach(
    db,
    (after) => sql`select user_id as id, backup_codes as kept from two_factors
      where user_id > ${after}::uuid and verified and backup_codes not like '{%' order by user_id limit 100`,
    async ({ id, kept }) => {
      const codes = await keptCodes(await encryptedCodes(config, kept))
      // Skipped if a code was used in the meantime, as that stored hashes.
      return sql`update two_factors set backup_codes = ${codes} where user_id = ${id} and backup_codes = ${kept}`
    },
  )
  await renewEach(
    db,
    (after) => sql`select id, secret as kept from two_factors
      where id > ${after}::uuid and not starts_with(secret, ${ofToday}) order by id limit 100`,
    async ({ id, kept }) => {
      const secret = await encryptAnew(config, kept)
      return sql`update two_factors set secret = ${secret} where id = ${id} and secret = ${kept}`
    },
  )
  // Better Auth stores the private key as JSON of the ciphertext.
  await renewEach(
    db,
    (after) => sql`select id, private_key as kept from jwks
      where id > ${after}::uuid and not starts_with(private_key, ${`"${ofToday}`}) order by id limit 100`,
    async ({ id, kept }) => {
      const key = JSON.stringify(await encryptAnew(config, JSON.parse(kept)))
      return sql`update jwks set private_key = ${key} where id = ${id}`
    },
  )
}

async function renewEach(
  db: Db,
  list: (after: string) => RawBuilder<unknown>,
  renewed: (row: Kept) => Promise<RawBuilder<unknown>>,
) {
  let after = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const { rows } = await (list(after) as RawBuilder<Kept>).execute(db)
    for (const row of rows) {
      const update = await renewed(row).catch(() => undefined)
      await update?.execute(db)
    }
    const last = rows.at(-1)
    if (!last) return
    after = last.id
  }
}
