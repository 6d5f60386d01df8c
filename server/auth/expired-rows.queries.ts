import { sql } from 'kysely'
import type { Db } from '#server/db/connection.ts'

const knownDeviceDays = 400

export async function deleteExpiredAuthRows(db: Db) {
  const now = sql<Date>`now()`
  await db.deleteFrom('mail_links').where('expires_at', '<=', now).execute()
  await db.deleteFrom('operator_sessions').where('expires_at', '<=', now).execute()
  await db.deleteFrom('sessions').where('expires_at', '<=', now).execute()
  await db.deleteFrom('invites').where('expires_at', '<', daysAgo(30)).execute()
  await db.deleteFrom('verifications').where('expires_at', '<=', now).execute()
  await db.deleteFrom('used_codes').where('used_at', '<', sql<Date>`now() - interval '5 minutes'`).execute()
  await db.deleteFrom('known_devices').where('seen_at', '<', daysAgo(knownDeviceDays)).execute()
  await sql`delete from jwks where expires_at < ${daysAgo(30)}`.execute(db)
}

const daysAgo = (days: number) => sql<Date>`now() - make_interval(days => ${days})`
