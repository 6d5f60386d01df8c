import type { Db, Tx } from '#server/db/connection.ts'

export async function listIdentities(db: Db, userId: string) {
  const rows = await db
    .selectFrom('accounts')
    .select(['id', 'provider_id', 'created_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    provider: row.provider_id,
    createdAt: row.created_at.toISOString(),
  }))
}

/** Two that are unlinked at once wait for each other at the person's row, so that one way in is left. */
export async function unlinkIdentity(
  tx: Tx,
  userId: string,
  id: string,
): Promise<'done' | 'absent' | 'last'> {
  await tx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute()
  const all = await tx
    .selectFrom('accounts')
    .select(['id', 'provider_id'])
    .where('user_id', '=', userId)
    .execute()
  if (!all.some((each) => each.id === id && each.provider_id !== 'credential')) return 'absent'
  if (all.length === 1) return 'last'
  await tx.deleteFrom('accounts').where('id', '=', id).where('user_id', '=', userId).execute()
  return 'done'
}

/** A provider that vouches for an address confirms it, as a mailed link does. */
export async function noteConfirmedEmail(tx: Tx, userId: string) {
  await tx
    .updateTable('users')
    .set((eb) => ({ confirmed_email: eb.ref('email') }))
    .where('id', '=', userId)
    .where('email_verified', '=', true)
    .execute()
}

export async function isEmailConfirmed(tx: Tx, userId: string) {
  const row = await tx
    .selectFrom('users')
    .select('email_verified')
    .where('id', '=', userId)
    .executeTakeFirst()
  return row?.email_verified === true
}
