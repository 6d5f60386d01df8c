import { sql } from 'kysely'
import type { Db } from '#server/db/connection.ts'
import { oldestFirst } from './bit-by-bit.ts'
import { type Page, withPlaces } from './read-zines.ts'

type Draft = { id: string; title: string; pages: Page[] }

/** The member's drafts, the oldest first, each with what it says, its pages in order and where in the zip they are. */
export async function* listDrafts(db: Db, userId: string) {
  for await (const id of own(db, userId)) {
    const draft = await findDraft(db, userId, id)
    if (draft) yield withPages(draft)
  }
}

function withPages(draft: Draft) {
  const pages = draft.pages.map((page, at) => withPlaces(draft, page, at))
  return {
    ...draft,
    pages: pages.map(({ page: { file }, print, ...words }) => ({ file, printFile: print?.file, ...words })),
    media: pages.flatMap(({ page, print }) => (print ? [page, print] : [page])),
  }
}

const own = oldestFirst({
  from: sql`drafts`,
  owner: 'owner_id',
  at: 'created_at',
  id: 'id',
  item: sql<string>`id`,
})

/** Undefined when it was published or deleted meanwhile. */
async function findDraft(db: Db, userId: string, id: string) {
  const { rows } = await sql<{ item: Draft }>`
    select (d.content - 'placed') || jsonb_build_object(
      'id', d.id, 'projectId', d.project_id, 'version', d.version, 'publishAt', d.publish_at,
      'createdAt', d.created_at, 'updatedAt', d.updated_at,
      'pages', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'hash', substr(page.said ->> 'url', 8, 32), 'altText', page.said -> 'altText',
          'extension', coalesce(substring(page.said ->> 'url' from '[.](mp4|webm)$'), 'webp'),
          'transcript', page.said -> 'transcript', 'contentNote', coalesce(page.said ->> 'contentNote', ''),
          'isPrinted', printed.hash is not null) order by page.at), '[]')
        from jsonb_array_elements(d.content -> 'pages') with ordinality page(said, at)
        left join (
          select distinct m.hash from draft_media dm join media m on m.id = dm.media_id
          where dm.draft_id = d.id and m.print_width is not null) printed
        on printed.hash = substr(page.said ->> 'url', 8, 32))) as item
    from drafts d where d.owner_id = ${userId} and d.id = ${id}`.execute(db)
  return rows[0]?.item
}
