import { createHash, createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { zineImages } from '#contract/limits.ts'
import { imageAddress } from '#contract/media-address.ts'
import type { Letter } from '#contract/reports.ts'
import type { Config } from '#server/config/config.ts'
import type { Db, Tx } from '#server/db/connection.ts'
import { enqueueJob } from '#server/db/jobs.ts'
import { about, type Thing } from './reports.queries.ts'

/** Moderation emails per day. Further targets follow on later mornings. */
export const lettersADay = 100

/**
 * One moderation email per target and day, at most `most` that day. The job of the next morning may send as many more, so that
 * a flood cannot silence other reports.
 */
export async function promiseLetter(
  tx: Tx,
  { creatorId, zineId }: Pick<Thing, 'creatorId' | 'zineId'>,
  most = lettersADay,
) {
  const { rows } = await sql<{ id: string }>`
    insert into report_letters (creator_id, zine_id)
    select ${creatorId}::uuid, ${zineId}::uuid
    where (select count(*) from report_letters where day = current_date) < ${most}
    on conflict do nothing
    returning id`.execute(tx)
  const [letter] = rows
  if (letter) await enqueueJob(tx, 'send-report-letter', { letterId: letter.id })
}

/** Derived from the email's id and the site's secret, so that a repeated email has the same links. */
const tokenOf = ({ secret }: Pick<Config, 'secret'>, letterId: string) =>
  createHmac('sha256', secret).update(`report-letter:${letterId}`).digest('base64url')

const hashOf = (token: string) => createHash('sha256').update(token).digest()

/** Activates the links of a moderation email and returns their token. Undefined if there is nothing left to decide. */
export async function signLetter(db: Db, config: Pick<Config, 'secret'>, letterId: string) {
  const token = tokenOf(config, letterId)
  const signed = await db
    .updateTable('report_letters')
    .set({ token_hash: hashOf(token) })
    .where('id', '=', letterId)
    .where(isOpen)
    .returning(['creator_id as creatorId', 'zine_id as zineId', 'expires_at as expiresAt'])
    .executeTakeFirst()
  return signed && { ...signed, token }
}

const isOpen = sql<boolean>`resolved_at is null and expires_at > now()`

export type OpenLetter = { id: string; creatorId: string; zineId: string | null; expiresAt: Date }

/** The moderation email of a link, without consuming it. Undefined if the link is unknown, used or expired. */
export async function findLetter(db: Db | Tx, token: string): Promise<OpenLetter | undefined> {
  if (!/^[\w-]{43}$/.test(token)) return undefined
  return db
    .selectFrom('report_letters')
    .select(['id', 'creator_id as creatorId', 'zine_id as zineId', 'expires_at as expiresAt'])
    .where('token_hash', '=', hashOf(token))
    .where(isOpen)
    .executeTakeFirst()
}

/** Consumes the links of a moderation email. Of concurrent callers one succeeds. */
export async function useUpLetter(tx: Tx, id: string) {
  const used = await tx
    .updateTable('report_letters')
    .set({ resolved_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where(isOpen)
    .returning('id')
    .executeTakeFirst()
  return used !== undefined
}

/** Everything needed to decide. Undefined if the creator or the zine was just deleted. */
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
