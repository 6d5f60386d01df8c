import { sql } from 'kysely'
import type { UserChange } from '#contract/accounts.ts'
import { usernameKey } from '../auth/usernames/username-key.ts'
import type { Tx } from '../db/connection.ts'
import { brokenConstraint } from '../db/constraint.ts'

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
export async function updateNames(
  tx: Tx,
  userId: string,
  { username, name }: Names,
): Promise<'done' | 'taken'> {
  if (username === undefined && name === undefined) return 'done'
  if (username !== undefined && !(await rename(tx, userId, username))) return 'taken'
  await sql`select index_creator(${userId})`.execute(tx)
  await sql`select index_zine(id) from zines where creator_id = ${userId}`.execute(tx)
  return 'done'
}

/** False when somebody else has the name, in whatever case or letters that look alike. */
async function rename(tx: Tx, userId: string, username: string) {
  await sql`savepoint rename`.execute(tx)
  try {
    await tx
      .updateTable('users')
      .set({ username, username_key: usernameKey(username), updated_at: new Date() })
      .where('id', '=', userId)
      .execute()
    return true
  } catch (error) {
    if (brokenConstraint(error) !== 'users_username_unique') throw error
    await sql`rollback to savepoint rename`.execute(tx)
    return false
  }
}
