import type { Db, Tx } from '../db/connection.ts'

const columns = ['id', 'username', 'email', 'email_verified', 'confirmed_email'] as const

export const findUser = (db: Db | Tx, userId: string) =>
  db.selectFrom('users').select(columns).where('id', '=', userId).executeTakeFirst()

export const findUserForUpdate = (tx: Tx, userId: string) =>
  tx.selectFrom('users').select(columns).where('id', '=', userId).forUpdate().executeTakeFirst()
