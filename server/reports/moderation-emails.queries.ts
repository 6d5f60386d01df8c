import { createHash, createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { zineImages } from '#contract/limits.ts'
import { imageAddress } from '#contract/media-address.ts'
import type { ModerationEmail } from '#contract/reports.ts'
import type { Config } from '#server/config/config.ts'
import type { Db, Tx } from '#server/db/connection.ts'
import { enqueueJob } from '#server/db/jobs.ts'
import { zineLanguageSql } from '#server/lists/zine-json.ts'
import { matchesTarget, type ReportTarget } from './reports.queries.ts'

/** Moderation emails per day. Further targets follow on later mornings. */
export const maxEmailsPerDay = 100

/**
 * One moderation email per target and day, at most `maxToday` that day. The job of the next morning may send as many more, so that
 * a flood cannot silence other reports.
 */
export async function enqueueModerationEmail(
  tx: Tx,
  { creatorId, zineId }: Pick<ReportTarget, 'creatorId' | 'zineId'>,
  maxToday = maxEmailsPerDay,
) {
  const { rows } = await sql<{ id: string }>`
    insert into moderation_emails (creator_id, zine_id)
    select ${creatorId}::uuid, ${zineId}::uuid
    where (select count(*) from moderation_emails where day = current_date) < ${maxToday}
    on conflict do nothing
    returning id`.execute(tx)
  const [email] = rows
  if (email) await enqueueJob(tx, 'send-moderation-email', { emailId: email.id })
}

/** Derived from the email's id and the site's secret, so that a repeated email has the same links. */
const tokenOf = ({ secret }: Pick<Config, 'secret'>, emailId: string) =>
  createHmac('sha256', secret).update(`moderation-email:${emailId}`).digest('base64url')

const hashOf = (token: string) => createHash('sha256').update(token).digest()

/** Activates the links of a moderation email and returns their token. Undefined if there is nothing left to decide. */
export async function issueToken(db: Db, config: Pick<Config, 'secret'>, emailId: string) {
  const token = tokenOf(config, emailId)
  const issued = await db
    .updateTable('moderation_emails')
    .set({ token_hash: hashOf(token) })
    .where('id', '=', emailId)
    .where(isOpen)
    .returning(['creator_id as creatorId', 'zine_id as zineId', 'expires_at as expiresAt'])
    .executeTakeFirst()
  return issued && { ...issued, token }
}

const isOpen = sql<boolean>`resolved_at is null and expires_at > now()`

export type OpenModerationEmail = { id: string; creatorId: string; zineId: string | null; expiresAt: Date }

/** The moderation email of a link, without consuming it. Undefined if the link is unknown, used or expired. */
export async function findModerationEmail(db: Db | Tx, token: string): Promise<OpenModerationEmail | undefined> {
  if (!/^[\w-]{43}$/.test(token)) return undefined
  return db
    .selectFrom('moderation_emails')
    .select(['id', 'creator_id as creatorId', 'zine_id as zineId', 'expires_at as expiresAt'])
    .where('token_hash', '=', hashOf(token))
    .where(isOpen)
    .executeTakeFirst()
}

/** Consumes the links of a moderation email. Of concurrent callers one succeeds. */
export async function consumeModerationEmail(tx: Tx, id: string) {
  const consumed = await tx
    .updateTable('moderation_emails')
    .set({ resolved_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where(isOpen)
    .returning('id')
    .executeTakeFirst()
  return consumed !== undefined
}

/** Everything needed to decide. Undefined if the creator or the zine was just deleted. */
export async function readModerationEmail(db: Db, email: OpenModerationEmail): Promise<ModerationEmail | undefined> {
  const creator = await db
    .selectFrom('users')
    .innerJoin('profiles', 'user_id', 'id')
    .select(['id', 'username', 'picture_url as profileImageUrl'])
    .where('id', '=', email.creatorId)
    .executeTakeFirst()
  if (!creator) return undefined
  const zine = email.zineId === null ? null : await readReportedZine(db, email.zineId)
  if (zine === undefined) return undefined
  return {
    creator,
    zine,
    reports: await listOpenReports(db, email),
    expiresAt: email.expiresAt.toISOString(),
  }
}

const zineLanguage = sql<string | null>`${sql.raw(zineLanguageSql)}`

export async function readReportedZine(db: Db, zineId: string) {
  const zine = await db
    .selectFrom('zines as z')
    .select(['id', 'title', 'description', 'page_count as pageCount', zineLanguage.as('language')])
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
  return zine && { ...zine, pages: pages.map(({ hash, altText }) => ({ url: imageAddress(hash, 800), altText })) }
}

async function listOpenReports(db: Db, target: OpenModerationEmail) {
  const rows = await db
    .selectFrom('reports')
    .select(['id', 'reason', 'words', 'reported_at as reportedAt'])
    .select(sql<boolean>`reporter_id is not null`.as('byMember'))
    .where(matchesTarget(target))
    .where('resolved_at', 'is', null)
    .orderBy('reported_at', 'desc')
    .limit(200)
    .execute()
  return rows.map((row) => ({ ...row, reportedAt: row.reportedAt.toISOString() }))
}
