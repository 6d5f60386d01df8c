import type { Tx } from '#server/db/connection.ts'

/** Whoever gave the wrong codes had the old password, and is out. */
export async function unlockFactor(tx: Tx, userId: string) {
  await tx
    .updateTable('two_factors')
    .set({ failed_verification_count: 0, locked_until: null })
    .where('user_id', '=', userId)
    .execute()
}

/** An account that was made with somebody else's address may have been given ways in by whoever made it. */
export async function dropIdentities(tx: Tx, userId: string) {
  await tx
    .deleteFrom('accounts')
    .where('user_id', '=', userId)
    .where('provider_id', '<>', 'credential')
    .execute()
}

/** A mail that arrived proves its address, if that is still the account's. */
export async function markConfirmed(tx: Tx, { userId, email }: { userId: string; email: string }) {
  const row = await tx
    .updateTable('users')
    .set({ email_verified: true, confirmed_email: email })
    .where('id', '=', userId)
    .where('email', '=', email)
    .returning('id')
    .executeTakeFirst()
  return row?.id
}
