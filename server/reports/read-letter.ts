import { sql } from 'kysely'
import { zineImages } from '#contract/limits.ts'
import { imageAddress } from '#contract/media-address.ts'
import type { Letter } from '#contract/reports.ts'
import type { Db } from '#server/db/connection.ts'
import type { OpenLetter } from './letters.queries.ts'
import { about } from './reports.queries.ts'

/** All that is needed to decide. Undefined when the creator has just gone. */
export async function readLetter(db: Db, letter: OpenLetter): Promise<Letter | undefined> {
  const creator = await db
    .selectFrom('users')
    .innerJoin('profiles', 'user_id', 'id')
    .select(['id', 'username', 'picture_url as profileImageUrl'])
    .where('id', '=', letter.creatorId)
    .executeTakeFirst()
  if (!creator) return undefined
  const zine = letter.zineId === null ? null : await readZine(db, letter.zineId)
  if (zine === undefined) return undefined
  return { creator, zine, reports: await listOpen(db, letter), expiresAt: letter.expiresAt.toISOString() }
}

async function readZine(db: Db, zineId: string) {
  const zine = await db
    .selectFrom('zines')
    .select(['id', 'title', 'description', 'page_count as pageCount'])
    .where('id', '=', zineId)
    .executeTakeFirst()
  const pages = await db
    .selectFrom('zine_pages')
    .innerJoin('media', 'media.id', 'media_id')
    .select(['hash', 'alt_text as altText'])
    .where('zine_id', '=', zineId)
    .orderBy('position')
    .limit(zineImages)
    .execute()
  return (
    zine && { ...zine, pages: pages.map(({ hash, altText }) => ({ url: imageAddress(hash, 800), altText })) }
  )
}

async function listOpen(db: Db, thing: OpenLetter) {
  const rows = await db
    .selectFrom('reports')
    .select(['id', 'reason', 'words', 'reported_at as reportedAt'])
    .select(sql<boolean>`reporter_id is not null`.as('byMember'))
    .where(about(thing))
    .where('resolved_at', 'is', null)
    .orderBy('reported_at', 'desc')
    .limit(200)
    .execute()
  return rows.map((row) => ({ ...row, reportedAt: row.reportedAt.toISOString() }))
}
