import { sql } from 'kysely'
import { deviceName } from '#server/auth/sessions/sessions.queries.ts'
import type { Db } from '#server/db/connection.ts'
import type { Exported } from './exported.ts'

/** Who the member is to everybody. */
export async function readProfile(db: Db, userId: string): Promise<Exported> {
  const { rows } = await sql<{ pictureAddress: string | null }>`
    select u.id, u.username, p.name, p.bio, p.website_url as "websiteUrl",
      json_build_object('email', p.contact_email, 'website', p.contact_website) as "contactInfo",
      p.picture_url as "pictureAddress", p.created_at as "createdAt"
    from users u left join profiles p on p.user_id = u.id where u.id = ${userId}`.execute(db)
  const [profile] = rows
  const address = profile?.pictureAddress
  return { ...profile, ...(address && { media: [{ file: 'media/profile-picture.webp', address }] }) }
}

/** Who the member is to us. Passwords, keys and tokens stay where they are. */
export async function readAccount(db: Db, userId: string) {
  const [user, identities, devices] = await Promise.all([
    findUser(db, userId),
    listIdentities(db, userId),
    listDevices(db, userId),
  ])
  return { ...user, identities, devices }
}

const findUser = (db: Db, userId: string) =>
  db
    .selectFrom('users')
    .leftJoin('profiles', 'user_id', 'id')
    .select([
      'id',
      'email',
      'email_verified as emailConfirmed',
      'two_factor_enabled as secondFactor',
      'users.created_at as createdAt',
      'content_notes as contentNotes',
    ])
    .where('id', '=', userId)
    .executeTakeFirst()

const listIdentities = (db: Db, userId: string) =>
  db
    .selectFrom('accounts')
    .select([
      sql<string>`case provider_id when 'credential' then 'password' else provider_id end`.as('provider'),
      'created_at as createdAt',
    ])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute()

async function listDevices(db: Db, userId: string) {
  const sessions = await db
    .selectFrom('sessions')
    .select(['user_agent', 'created_at as signedInAt', 'updated_at as lastUsedAt'])
    .where('user_id', '=', userId)
    .where('expires_at', '>', new Date())
    .orderBy('updated_at', 'desc')
    .execute()
  return sessions.map(({ user_agent, ...times }) => ({ device: deviceName(user_agent), ...times }))
}
