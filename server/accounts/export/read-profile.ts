import { sql } from 'kysely'
import type { Db } from '../../db/connection.ts'
import type { Exported } from './entries.ts'

type Profile = { pictureAddress: string | null }

export async function readProfile(db: Db, userId: string): Promise<Exported> {
  const { rows } = await sql<Profile>`
    select u.id, u.username, p.name, p.bio, p.website_url as "websiteUrl",
      json_build_object('email', p.contact_email, 'website', p.contact_website) as "contactInfo",
      p.picture_url as "pictureAddress", p.created_at as "createdAt"
    from users u left join profiles p on p.user_id = u.id where u.id = ${userId}`.execute(db)
  const [profile] = rows
  const address = profile?.pictureAddress
  return { ...profile, ...(address && { media: [{ file: 'media/profile-picture.webp', address }] }) }
}
