import type { TaskList } from 'graphile-worker'
import { sql } from 'kysely'
import type { Config } from '#server/config/config.ts'
import type { Db } from '#server/db/connection.ts'
import { encryptAnew, prefixOfToday } from '../better-auth/secrets.ts'
import * as factors from './factors.queries.ts'
import { encryptedCodes, keptCodes } from './recovery-codes.ts'

type Deps = { config: Config; db: Db }

export const keptSecretsCrontab = '17 * * * * renew-kept-secrets ?jobKey=renew-kept-secrets'

export const keptSecretsJobs = (deps: Deps): TaskList => ({
  'renew-kept-secrets': () => renewKeptSecrets(deps),
})

/** Brings what is kept in an older way, or with an older secret, into the one of today. What cannot be read stays as it is. */
export async function renewKeptSecrets(deps: Deps) {
  await hashEncryptedCodes(deps)
  await encryptFactorsAnew(deps)
  await encryptKeysAnew(deps)
}

const beforeAll = '00000000-0000-0000-0000-000000000000'

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

async function encryptFactorsAnew({ config, db }: Deps, after = beforeAll) {
  const rows = await factors.listOlderKeys(db, prefixOfToday(config), after)
  for (const { id, secret } of rows) {
    const anew = await encryptAnew(config, secret).catch(() => undefined)
    if (anew) await factors.replaceKey(db, id, { before: secret, now: anew })
  }
  const last = rows.at(-1)
  if (last) await encryptFactorsAnew({ config, db }, last.id)
}

/** Better Auth keeps the private half as a JSON text of what is encrypted. There are few of them. */
async function encryptKeysAnew({ config, db }: Deps) {
  const { rows } = await sql<{ id: string; private_key: string }>`select id, private_key from jwks`.execute(
    db,
  )
  const older = rows.filter(({ private_key }) => !private_key.startsWith(`"${prefixOfToday(config)}`))
  for (const { id, private_key } of older) {
    const anew = await encryptAnew(config, JSON.parse(private_key)).catch(() => undefined)
    if (anew) await sql`update jwks set private_key = ${JSON.stringify(anew)} where id = ${id}`.execute(db)
  }
}
