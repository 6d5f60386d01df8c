import { sql } from 'kysely'
import type { Tx } from '#server/db/connection.ts'
import { brokenConstraint } from '#server/db/constraint.ts'
import { dropMailLinks, passwordPurposes } from '../account-mail/mail-links.queries.ts'
import { emailTaken } from '../user.queries.ts'

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

/** Of several changes within seven days it is the first that counts: that address was the person's own. */
export const noteLeaving = (tx: Tx, userId: string, email: string) =>
  sql`update users set email_changed_at = now(), former_email = ${email}
      where id = ${userId} and (email_changed_at is null or email_changed_at < now() - interval '7 days')`.execute(
    tx,
  )

/** Makes an address that is proven the account's again, and ends what could take it away once more. */
export async function restoreEmail(tx: Tx, userId: string, email: string) {
  await setEmail(tx, userId, email, true)
  await tx
    .updateTable('users')
    .set({ email_changed_at: null, former_email: null })
    .where('id', '=', userId)
    .execute()
  await dropMailLinks(tx, userId, ['signup', 'email_change', ...passwordPurposes])
}

/** Whoever takes an account over may add a way in before they change its address, so a week before counts as well. */
export async function dropWhatWasAdded(tx: Tx, userId: string) {
  const since = sql`(select email_changed_at - interval '7 days' from users where id = ${userId})`
  await sql`delete from accounts where user_id = ${userId} and created_at > ${since}`.execute(tx)
  await sql`delete from two_factors where user_id = ${userId} and (created_at > ${since} or not verified)`.execute(
    tx,
  )
  await sql`update users set two_factor_enabled = exists (select from two_factors where user_id = ${userId})
    where id = ${userId}`.execute(tx)
}

export async function setEmail(tx: Tx, userId: string, email: string, isConfirmed: boolean) {
  try {
    await tx
      .updateTable('users')
      .set({
        email,
        email_verified: isConfirmed,
        ...(isConfirmed && { confirmed_email: email }),
        updated_at: new Date(),
      })
      .where('id', '=', userId)
      .execute()
  } catch (error) {
    throw brokenConstraint(error) === 'users_email_unique' ? emailTaken() : error
  }
}
