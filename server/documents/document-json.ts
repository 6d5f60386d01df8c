import type { DocumentPage, DraftDocument } from '#contract/documents.ts'
import { imageAddress } from '#contract/media-address.ts'
import type { Db } from '#server/db/connection.ts'

/** PDFs as the API answers them, the first given first. */
export async function documentsAsAnswered(
  db: Db,
  own: { ownerId: string } & ({ id: string } | { draftId: string }),
): Promise<DraftDocument[]> {
  const found = await db
    .selectFrom('documents')
    .selectAll()
    .where('owner_id', '=', own.ownerId)
    .where('id' in own ? 'id' : 'draft_id', '=', 'id' in own ? own.id : own.draftId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return Promise.all(
    found.map(async (row) => {
      const pages = await readPages(db, row.id)
      return {
        ...{ id: row.id, draftId: row.draft_id, state: row.state, refusal: row.refusal },
        ...{ pageCount: row.page_count, pagesDone: pages.length, looksLikeSpreads: row.looks_like_spreads },
        ...{ spread: row.spread, direction: row.direction },
        ...{ coverAlone: row.cover_alone, backAlone: row.back_alone },
        pages,
      }
    }),
  )
}

async function readPages(db: Db, documentId: string): Promise<DocumentPage[]> {
  const rows = await db
    .selectFrom('document_pages as p')
    .leftJoin('media as m', 'm.id', 'p.media_id')
    .select(['p.number', 'p.transcript', 'p.refusal', 'm.hash', 'm.width', 'm.height', 'm.placeholder'])
    .where('p.document_id', '=', documentId)
    .orderBy('p.number')
    .execute()
  return rows.map(({ hash, ...page }) => ({ ...page, url: hash && imageAddress(hash) }))
}
