import { sql, type Updateable } from 'kysely'
import { hidesPage } from '#contract/content-warning.ts'
import type { ContentNote } from '#contract/details.ts'
import type { Tx } from '#server/db/connection.ts'
import type { Schema } from '#server/db/schema.ts'
import { listCaptions } from './captions.queries.ts'
import { pageIdSql } from './page-ids.ts'
import {
  insertPages,
  insertPictures,
  type MemberMedia,
  type NewPage,
  type PageContent,
} from './publish-zine.queries.ts'

/** `id` is that of its picture or video. */
export type CurrentPage = {
  id: string
  hash: string
  kind: 'image' | 'video'
} & PageContent

export type CurrentZine = NonNullable<Awaited<ReturnType<typeof lockZine>>>

/** Locks the zine against changes and deletion, but not favorites, until the transaction ends. Includes hidden zines. */
export async function lockZine(tx: Tx, zineId: string, ownerId: string) {
  const zine = await tx
    .selectFrom('zines')
    .select(['id', 'creator_id as creatorId', 'title', 'description', 'aspect_ratio as aspectRatio'])
    .select(['paper', 'reading_direction as readingDirection', 'may_print as mayPrint'])
    .select(['version', 'printing', 'hidden_at as hiddenAt'])
    .select(
      sql<ContentNote | null>`case when content_note is not null
      then json_build_object('text', content_note, 'coversPages', covers_pages) end`.as('contentNote'),
    )
    .where('id', '=', zineId)
    .where('creator_id', '=', ownerId)
    .where(({ or, and, exists, selectFrom }) =>
      or([
        exists(selectFrom('zine_stats').select('zine_id').where('zine_id', '=', zineId)),
        and([
          sql<boolean>`hidden_at is not null`,
          exists(selectFrom('creator_stats').select('creator_id').where('creator_id', '=', ownerId)),
        ]),
      ]),
    )
    .forNoKeyUpdate()
    .executeTakeFirst()
  return zine && { ...zine, pages: await listPages(tx, zineId), pictures: await listPictures(tx, zineId) }
}

async function listPages(tx: Tx, zineId: string): Promise<CurrentPage[]> {
  const pages = await tx
    .selectFrom('zine_pages')
    .innerJoin('media', 'media.id', 'zine_pages.media_id')
    .select(['media.id', 'media.hash', 'media.kind', 'alt_text as altText', 'transcript'])
    .select(['zine_pages.content_note as contentNote', 'recipe'])
    .select(sql<string>`${sql.raw(pageIdSql('page_id', 'position'))}`.as('pageId'))
    .where('zine_id', '=', zineId)
    .orderBy('position')
    .execute()
  const captions = pages.some(({ kind }) => kind === 'video') ? await listCaptions(tx, zineId) : []
  return pages.map((page) => ({ ...page, captions: page.kind === 'video' ? captions : [] }))
}

/** The pictures in the recipes of the pages. */
const listPictures = (tx: Tx, zineId: string): Promise<MemberMedia[]> =>
  tx
    .selectFrom('recipe_media')
    .innerJoin('media', 'media.id', 'media_id')
    .select(['media.id', 'media.hash', 'media.kind'])
    .where('zine_id', '=', zineId)
    .orderBy('media.id')
    .execute()

export const writeZine = (tx: Tx, zineId: string, columns: Updateable<Schema['zines']>) =>
  tx
    .updateTable('zines')
    .set(({ eb }) => ({
      ...columns,
      version: eb('version', '+', 1),
      edited_at: sql<Date>`clock_timestamp()`,
    }))
    .where('id', '=', zineId)
    .execute()

type Pages = { pages: NewPage[]; pictureIds: string[] }

export async function replacePages(tx: Tx, zineId: string, { pages, pictureIds }: Pages) {
  for (const table of ['zine_pages', 'recipe_media', 'captions'] as const)
    await tx.deleteFrom(table).where('zine_id', '=', zineId).execute()
  await insertPages(tx, zineId, pages)
  await insertPictures(tx, zineId, pictureIds)
}

/** The printing's note, and the zine's new content note; undefined if the content note stays the same. */
export type NewPrinting = { note: string | null; contentNote: ContentNote | null | undefined }

/** Also adds the first printing if missing. The former printing keeps its cover, unless it is a video or has a content note. */
export async function addPrinting(
  tx: Tx,
  { id, printing, pages, contentNote }: CurrentZine,
  { note, contentNote: next }: NewPrinting,
) {
  const [cover] = pages
  const isCoverHidden = hidesPage({ contentNote }, cover) || hidesPage({ contentNote: next ?? null }, undefined)
  const former = {
    zine_id: id,
    number: printing,
    note: null,
    printed_at: sql<Date>`(select created_at from zines where id = ${id})`,
    cover_media_id: cover?.kind === 'image' && !isCoverHidden ? cover.id : null,
  }
  await tx
    .insertInto('zine_printings')
    .values([former, { zine_id: id, number: printing + 1, note, cover_media_id: null }])
    .onConflict((conflict) =>
      conflict.columns(['zine_id', 'number']).doUpdateSet({ cover_media_id: former.cover_media_id }),
    )
    .execute()
}

/** Removes former covers whose picture now has a content note as a page. Returns the ids of their media. */
export async function dropHiddenCovers(tx: Tx, zineId: string) {
  const { rows } = await sql<{ id: string }>`
    update zine_printings set cover_media_id = null from media cover
    where zine_id = ${zineId} and cover.id = cover_media_id and cover.hash in (
      select hash from zine_pages noted join media on media.id = media_id
      where noted.zine_id = ${zineId} and noted.content_note <> '')
    returning cover.id`.execute(tx)
  return rows.map(({ id }) => id)
}
