import { hash as hashOf, verify } from '@node-rs/argon2'
import type { Db, Tx } from '../../db/connection.ts'

async function findHash(db: Db, userId: string) {
  const row = await db
    .selectFrom('accounts')
    .select('password')
    .where('user_id', '=', userId)
    .where('provider_id', '=', 'credential')
    .executeTakeFirst()
  return row?.password ?? undefined
}

export const hasPassword = async (db: Db, userId: string) => (await findHash(db, userId)) !== undefined

export async function isPasswordOf(db: Db, userId: string, password: string) {
  const hash = await findHash(db, userId)
  return hash !== undefined && (await verifyPassword({ hash, password }))
}

/** Sets the password; who came from a provider and had none gets one. */
export async function setPassword(tx: Tx, userId: string, hash: string) {
  const account = { user_id: userId, provider_id: 'credential', account_id: userId, password: hash }
  await tx
    .insertInto('accounts')
    .values(account)
    .onConflict((conflict) =>
      conflict.columns(['provider_id', 'account_id']).doUpdateSet({ password: hash, updated_at: new Date() }),
    )
    .execute()
}

/** Without a password nobody gets in by one; recovery sets another. */
export async function dropPassword(tx: Tx, userId: string) {
  await tx
    .deleteFrom('accounts')
    .where('user_id', '=', userId)
    .where('provider_id', '=', 'credential')
    .execute()
}

/** argon2id with the least that OWASP recommends: 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export const hashPassword = (password: string) => hashOf(password, cost)
export const verifyPassword = (given: { hash: string; password: string }) =>
  verify(given.hash, given.password)
