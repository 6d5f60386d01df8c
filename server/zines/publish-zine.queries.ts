import { msg, plural } from '@lingui/core/runtime-macro'
import { sql } from 'kysely'
import type { ContentNote, Details } from '#contract/details.ts'
import { memberZines } from '#contract/limits.ts'
import type { StoredRecipe } from '#contract/page-recipe.ts'
import type { PaperFormat } from '#contract/paper-formats.ts'
import { issueNumber, seriesSlug } from '#contract/series.ts'
import type { Tx } from '#server/db/connection.ts'
import { accountSuspended, apiError } from '#server/http/errors.ts'
import { assertNoneBlocked, isMediaUnused } from '#server/media/media.queries.ts'
import { indexZines } from '#server/search/indexing.ts'
import { type Captions, insertCaptions } from './captions.queries.ts'
import { isCreator } from './zines.queries.ts'

/** Serialises a member's publications, so that no upload is used twice. */
export const lockCreator = (tx: Tx, userId: string) =>
  tx.selectFrom('profiles').select('user_id').where('user_id', '=', userId).forNoKeyUpdate().executeTakeFirst()

export type MemberMedia = { id: string; hash: string; kind: 'image' | 'video' }

/** The member's unused uploads with these content hashes, oldest first. Locked against the sweep. */
export const listUnpublishedMedia = (tx: Tx, ownerId: string, hashes: string[]): Promise<MemberMedia[]> =>
  tx
    .selectFrom('media')
    .select(['id', 'hash', 'kind'])
    .where('owner_id', '=', ownerId)
    .where('hash', 'in', hashes)
    .where(sql<boolean>`${sql.raw(isMediaUnused('media'))}`)
    .forKeyShare()
    .orderBy('id')
    .execute()

export const listOwnHashes = (tx: Tx, ownerId: string, hashes: string[]) =>
  tx.selectFrom('media').select('hash').distinct().where('owner_id', '=', ownerId).where('hash', 'in', hashes).execute()

export async function findSameZine(tx: Tx, ownerId: string, { title, hashes }: { title: string; hashes: string[] }) {
  const { rows } = await sql<{ id: string }>`
    select z.id from zines z
    where z.creator_id = ${ownerId} and z.title = ${title} and z.created_at > now() - interval '1 day'
      and (select array_agg(m.hash order by zp.position) from zine_pages zp join media m on m.id = zp.media_id
           where zp.zine_id = z.id) = ${hashes}::text[]
    order by z.id desc limit 1`.execute(tx)
  return rows[0]?.id
}

export type NewZine = {
  /** Made by the server, because clients would choose the address of another zine. */
  id?: string
  creatorId: string
  title: string
  description: string | null
  aspectRatio: '1:1' | '4:5' | '9:16'
  paper: PaperFormat
  mayPrint: boolean
  readingDirection: 'ltr' | 'rtl'
  details: Details
  contentNote: ContentNote | null
  draftId?: string
  pages: NewPage[]
  /** The media in the recipes of the pages. */
  pictureIds: string[]
}

export type PageContent = {
  pageId: string
  altText: string
  transcript: string
  contentNote: string
  captions: Captions[]
  recipe: StoredRecipe
}
export type NewPage = { mediaId: string } & PageContent

export async function insertZine(tx: Tx, zine: NewZine) {
  const { id } = await tx
    .insertInto('zines')
    .values({
      ...(zine.id && { id: zine.id }),
      creator_id: zine.creatorId,
      title: zine.title,
      description: zine.description,
      aspect_ratio: zine.aspectRatio,
      paper: zine.paper,
      may_print: zine.mayPrint,
      reading_direction: zine.readingDirection,
      ...pageColumns(zine.pages),
      ...noteColumns(zine.contentNote),
      draft_id: zine.draftId ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await insertPages(tx, id, zine.pages)
  await insertPictures(tx, id, zine.pictureIds)
  await writeDetails(tx, { id, creatorId: zine.creatorId }, zine.details)
  await tx.insertInto('zine_stats').values({ zine_id: id }).execute()
  await countNewZine(tx, zine.creatorId)
  await indexZines(tx, [id])
  return id
}

export const noteColumns = (note: ContentNote | null) => ({
  content_note: note?.text ?? null,
  covers_pages: note?.coversPages ?? false,
})

export const pageColumns = (pages: Pick<PageContent, 'contentNote'>[]) => ({
  page_count: pages.length,
  has_page_content_notes: pages.some(({ contentNote }) => contentNote !== ''),
})

export async function insertPages(tx: Tx, zineId: string, pages: NewPage[]) {
  await assertNoneBlocked(
    tx,
    pages.map(({ mediaId }) => mediaId),
  )
  await tx
    .insertInto('zine_pages')
    .values(
      pages.map(({ pageId, mediaId, altText, transcript, contentNote, recipe }, position) => ({
        zine_id: zineId,
        position,
        page_id: pageId,
        media_id: mediaId,
        alt_text: altText,
        transcript,
        content_note: contentNote,
        recipe: recipe && JSON.stringify(recipe),
      })),
    )
    .execute()
  await insertCaptions(
    tx,
    zineId,
    pages.flatMap(({ captions }) => captions),
  )
}

export async function insertPictures(tx: Tx, zineId: string, mediaIds: string[]) {
  if (mediaIds.length === 0) return
  await assertNoneBlocked(tx, mediaIds)
  await tx
    .insertInto('recipe_media')
    .values(mediaIds.map((mediaId) => ({ media_id: mediaId, zine_id: zineId })))
    .execute()
}

/** Checks and increments the counter atomically. A suspended creator has no counter. */
async function countNewZine(tx: Tx, creatorId: string) {
  const { numUpdatedRows } = await tx
    .updateTable('creator_stats')
    .set((eb) => ({ zine_count: eb('zine_count', '+', 1) }))
    .where('creator_id', '=', creatorId)
    .where('zine_count', '<', memberZines)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw (await isCreator(tx, creatorId)) ? tooManyZines() : accountSuspended()
}

const tooManyZines = () =>
  apiError(
    'quota_reached',
    msg`You have published ${plural({ zines: memberZines }, { one: '# zine', other: '# zines' })}, the maximum. Delete one to publish another.`,
  )

export async function writeDetails(tx: Tx, zine: { id: string; creatorId: string }, details: Details) {
  if (Object.values(details).every((value) => value === undefined)) {
    await tx.deleteFrom('zine_details').where('zine_id', '=', zine.id).execute()
    return
  }
  const row = {
    details: JSON.stringify(details),
    series_slug: details.series ? seriesSlug(details.series) : null,
    issue_number: issueNumber(details.issue),
  }
  await tx
    .insertInto('zine_details')
    .values({ zine_id: zine.id, creator_id: zine.creatorId, ...row })
    .onConflict((conflict) => conflict.column('zine_id').doUpdateSet(row))
    .execute()
}

export async function hasDetails(tx: Tx, zineId: string, details: Details) {
  const { rows } = await sql<{ isSame: boolean }>`
    select coalesce((select details from zine_details where zine_id = ${zineId}), '{}')
      = ${JSON.stringify(details)}::jsonb as "isSame"`.execute(tx)
  return rows[0]?.isSame === true
}
