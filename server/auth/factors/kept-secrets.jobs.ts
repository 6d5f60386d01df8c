import type { TaskList } from 'graphile-worker'
import type { Config } from '#server/config/config.ts'
import type { Db } from '#server/db/connection.ts'
import * as factors from './factors.queries.ts'
import { encryptedCodes, keptCodes } from './recovery-codes.ts'

type Deps = { config: Config; db: Db }

/** Every hour, and mostly there is nothing to do. */
export const keptSecretsCrontab = '17 * * * * renew-kept-secrets ?jobKey=renew-kept-secrets'

export const keptSecretsJobs = (deps: Deps): TaskList => ({
  'renew-kept-secrets': () => renewKeptSecrets(deps),
})

/** Brings what is kept in an older way into the one of today. */
export async function renewKeptSecrets(deps: Deps) {
  await hashEncryptedCodes(deps)
}

const beforeAll = '00000000-0000-0000-0000-000000000000'

/** A set that cannot be read, because its secret is gone, stays as it is and holds up no other. */
async function hashEncryptedCodes({ config, db }: Deps, after = beforeAll) {
  const rows = await factors.listEncryptedCodes(db, after)
  for (const { user_id, backup_codes } of rows) {
    const codes = await encryptedCodes(config, backup_codes).catch(() => undefined)
    if (codes)
      await factors.replaceEncrypted(db, user_id, { before: backup_codes, now: await keptCodes(codes) })
  }
  const last = rows.at(-1)
  if (last) await hashEncryptedCodes({ config, db }, last.user_id)
}
