import type { Db } from '../db/connection.ts'

export async function findEmailOfUser(db: Db, userId: string) {
  const row = await db.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirst()
  return row?.email
}
