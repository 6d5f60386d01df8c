import { sql } from 'kysely'
import type { UserChange } from '#contract/accounts.ts'
import { usernameKey } from '../auth/usernames/username-key.ts'
import type { Tx } from '../db/connection.ts'
import { brokenConstraint } from '../db/constraint.ts'
import { refuse } from '../http/errors.ts'

type ProfileChange = Omit<UserChange, 'username' | 'email'>

/** What is not given stays; what is given as null is taken away. */
export async function updateProfile(tx: Tx, userId: string, change: ProfileChange) {
  const { name, bio, websiteUrl, contactInfo = {} } = change
  const columns = {
    ...(name !== undefined && { name }),
    ...(bio !== undefined && { bio }),
    ...(websiteUrl !== undefined && { website_url: websiteUrl }),
    ...(contactInfo.email !== undefined && { contact_email: contactInfo.email }),
    ...(contactInfo.website !== undefined && { contact_website: contactInfo.website }),
  }
  if (Object.keys(columns).length === 0) return
  await tx
    .updateTable('profiles')
    .set({ ...columns, updated_at: new Date() })
    .where('user_id', '=', userId)
    .execute()
  if (bio !== undefined) await sql`select index_creator(${userId})`.execute(tx)
}

type Names = { username: string | undefined; name: string | null | undefined }

/** A zine is found by its maker's names too, so all of theirs are noted again. */
export async function updateNames(tx: Tx, userId: string, { username, name }: Names) {
  if (username === undefined && name === undefined) return
  if (username !== undefined) await rename(tx, userId, username)
  await sql`select index_creator(${userId})`.execute(tx)
  await sql`select index_zine(id) from zines where creator_id = ${userId}`.execute(tx)
}

async function rename(tx: Tx, userId: string, username: string) {
  try {
    await tx
      .updateTable('users')
      .set({ username, username_key: usernameKey(username), updated_at: new Date() })
      .where('id', '=', userId)
      .execute()
  } catch (error) {
    if (brokenConstraint(error) !== 'users_username_unique') throw error
    throw refuse('username_taken', 'This username is already taken.')
  }
  await tx.updateTable('profiles').set({ updated_at: new Date() }).where('user_id', '=', userId).execute()
}
