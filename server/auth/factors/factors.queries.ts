import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db, Tx } from '#server/db/connection.ts'
import { mailAccount } from '../account-mail/account-mail.ts'

export const findFactor = (db: Db, userId: string) =>
  db
    .selectFrom('two_factors')
    .select(['id', 'verified', 'backup_codes'])
    .where('user_id', '=', userId)
    .executeTakeFirst()

export const isFactorOn = async (db: Db, userId: string) => (await findFactor(db, userId))?.verified === true

export const findChallenge = (db: Db, identifier: string) =>
  db
    .selectFrom('verifications')
    .innerJoin('two_factors', (join) =>
      join.onRef('two_factors.user_id', '=', (eb) => eb.cast('verifications.value', 'uuid')),
    )
    .select(['two_factors.id', 'two_factors.user_id', 'verifications.expires_at'])
    .where('verifications.identifier', '=', identifier)
    .where('verifications.expires_at', '>', new Date())
    .executeTakeFirst()

const hashOf = (code: string) => createHash('sha256').update(code).digest('base64url')

/** Marks a code as used; false if it was used before. Of concurrent uses one succeeds. */
export async function consumeCode(db: Db, userId: string, code: string) {
  const used = await db
    .insertInto('used_codes')
    .values({ user_id: userId, code: hashOf(code) })
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_id')
    .executeTakeFirst()
  return used !== undefined
}

export async function isCodeUsed(db: Db, userId: string, code: string) {
  const used = await db
    .selectFrom('used_codes')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('code', '=', hashOf(code))
    .executeTakeFirst()
  return used !== undefined
}

/** Removes an unverified enrollment, so that the next one starts from scratch. */
export async function deleteUnverified(db: Db, userId: string) {
  await db.deleteFrom('two_factors').where('user_id', '=', userId).where('verified', '=', false).execute()
}

/** Enables the factor and stores its recovery codes. False if another request was faster. */
export async function enableFactor(tx: Tx, userId: string, codes: { before: string; now: string }) {
  const enabled = await tx
    .updateTable('two_factors')
    .set({ created_at: new Date(), backup_codes: codes.now })
    .where('user_id', '=', userId)
    .where('verified', '=', true)
    .where('backup_codes', '=', codes.before)
    .returning('id')
    .executeTakeFirst()
  await syncTwoFactorFlag(tx, userId)
  if (enabled) await mailAccount(tx, { kind: 'factor-turned-on', userId, at: new Date() })
  return enabled !== undefined
}

/** Better Auth sets the flag before the factor is verified, and not in one transaction. Returns whether it is set. */
export async function syncTwoFactorFlag(tx: Db | Tx, userId: string) {
  const { rows } = await sql<{ two_factor_enabled: boolean }>`
    update users set two_factor_enabled = exists (select from two_factors where user_id = ${userId} and verified)
    where id = ${userId} returning two_factor_enabled`.execute(tx)
  return rows[0]?.two_factor_enabled ?? false
}

export async function disableFactor(tx: Tx, userId: string) {
  const deleted = await tx
    .deleteFrom('two_factors')
    .where('user_id', '=', userId)
    .returning('verified')
    .executeTakeFirst()
  await tx.updateTable('users').set({ two_factor_enabled: false }).where('id', '=', userId).execute()
  if (deleted?.verified) await mailAccount(tx, { kind: 'factor-turned-off', userId, at: new Date() })
  return deleted !== undefined
}

export async function replaceCodes(db: Db, userId: string, codes: string) {
  await db.updateTable('two_factors').set({ backup_codes: codes }).where('user_id', '=', userId).execute()
}
