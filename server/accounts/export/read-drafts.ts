import { sql } from 'kysely'
import type { Db } from '#server/db/connection.ts'
import { bitByBit, type Placed } from './bit-by-bit.ts'
import { type Page, withPlaces } from './read-zines.ts'

type DraftPage = Page & { transcript: string }
type Draft = { id: string; title: string; pages: DraftPage[] }

/** The member's drafts, the oldest first, each with what it says, its pages in order and where in the zip they are. */
export async function* listDrafts(db: Db, userId: string) {
  for await (const id of bitByBit((after, atMost) => own(db, userId, { ...after, atMost }))) {
    const draft = await findDraft(db, userId, id)
    if (draft) yield withPages(draft)
  }
}

function withPages(draft: Draft) {
  const pages = draft.pages.map((page, at) => ({
    ...withPlaces(draft, page, at),
    transcript: page.transcript,
  }))
  return {
    ...draft,
    pages: pages.map(({ page: { file }, print, altText, transcript }) => ({
      ...{ file, printFile: print?.file, altText, transcript },
    })),
    media: pages.flatMap(({ page, print }) => (print ? [page, print] : [page])),
  }
}

async function own(db: Db, userId: string, { at, id, atMost }: { at: string; id: string; atMost: number }) {
  const { rows } = await sql<Placed<string>>`
    select created_at::text as at, id, id as item from drafts
    where owner_id = ${userId} and (created_at, id) > (${at}::timestamptz, ${id}::uuid)
    order by created_at, id limit ${atMost}`.execute(db)
  return rows
}

/** Undefined when it was published or deleted meanwhile. */
async function findDraft(db: Db, userId: string, id: string) {
  const { rows } = await sql<{ item: Draft }>`
    select (d.content - 'placed') || jsonb_build_object(
      'id', d.id, 'projectId', d.project_id, 'version', d.version, 'publishAt', d.publish_at,
      'createdAt', d.created_at, 'updatedAt', d.updated_at,
      'pages', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'hash', substr(page.said ->> 'url', 8, 32), 'extension', 'webp', 'altText', page.said -> 'altText',
          'transcript', page.said -> 'transcript', 'isPrinted', printed.hash is not null) order by page.at), '[]')
        from jsonb_array_elements(d.content -> 'pages') with ordinality page(said, at)
        left join (
          select distinct m.hash from draft_media dm join media m on m.id = dm.media_id
          where dm.draft_id = d.id and m.print_width is not null) printed
        on printed.hash = substr(page.said ->> 'url', 8, 32))) as item
    from drafts d where d.owner_id = ${userId} and d.id = ${id}`.execute(db)
  return rows[0]?.item
}
