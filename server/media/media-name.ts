import { createHmac, randomBytes } from 'node:crypto'
import type { Db, Tx } from '#server/db/connection.ts'

/** A name without the key would let anyone who has a file find out whether it is stored here, and read it. */
export const nameOfContent = (key: Buffer, contentHash: string) =>
  createHmac('sha256', key).update(contentHash).digest('hex').slice(0, 32)

/** The same for all processes, and part of every backup. Created by the first process that needs it. */
export async function readMediaKey(db: Db | Tx): Promise<Buffer> {
  const existing = await findKey(db)
  if (existing) return existing
  await db
    .insertInto('media_keys')
    .values({ key: randomBytes(32) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const created = await findKey(db)
  if (!created) throw new Error('The key of media names could not be created.')
  return created
}

const findKey = async (db: Db | Tx) => (await db.selectFrom('media_keys').select('key').executeTakeFirst())?.key
