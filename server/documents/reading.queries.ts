import { sql } from 'kysely'
import type { Db, Tx } from '#server/db/connection.ts'
import { assertMember, type Document, isSameSplit, lockDocument, splitOf } from './documents.queries.ts'
import type { Split } from './spreads.ts'

const unfinishedStates = ['waiting', 'reading'] as const

/** New PDFs first, then the one whose last turn is the longest ago: requesting again gains nothing. */
export const claimNextDocument = (db: Db): Promise<Document | undefined> =>
  db
    .updateTable('documents')
    .set({ read_at: sql<Date>`clock_timestamp()` })
    .where('id', '=', (documents) =>
      documents
        .selectFrom('documents')
        .select('id')
        .where('state', 'in', unfinishedStates)
        .orderBy('read_at', (by) => by.asc().nullsFirst())
        .orderBy('created_at')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .executeTakeFirst()

export async function findMissingPage(db: Db, { id }: Pick<Document, 'id'>): Promise<number> {
  const { rows } = await sql<{ number: number }>`
    select coalesce(min(n), 1)::int as number from (
      select number + 1 as n from document_pages p where document_id = ${id}
        and not exists (select from document_pages next where next.document_id = ${id} and next.number = p.number + 1)
      union all
      select 1 where not exists (select from document_pages where document_id = ${id} and number = 1)
    ) gaps`.execute(db)
  return rows[0]?.number ?? 1
}

/** The result is obsolete: the PDF was deleted or split differently, or another process was faster. */
export class Superseded extends Error {}

export async function lockReading(tx: Tx, document: Document): Promise<Document> {
  await assertMember(tx, document.owner_id).catch(() => throwSuperseded())
  const current = await lockDocument(tx, { id: document.id, ownerId: document.owner_id })
  const isBeingRead = current?.state === 'waiting' || current?.state === 'reading'
  if (!isBeingRead || !isSameSplit(splitOf(current), splitOf(document))) return throwSuperseded()
  return current
}

function throwSuperseded(): never {
  throw new Superseded()
}

type SheetCount = {
  sheets: number
  pages: number
  looksLikeSpreads: boolean
  split: Split
  elapsedMs: number
}

export const saveCount = (tx: Tx, id: string, { sheets, pages, looksLikeSpreads, split, elapsedMs }: SheetCount) =>
  tx
    .updateTable('documents')
    .set({
      state: 'reading',
      sheet_count: sheets,
      page_count: pages,
      looks_like_spreads: looksLikeSpreads,
      cover_alone: split.coverAlone,
      back_alone: split.backAlone,
      reading_ms: sql`reading_ms + ${elapsedMs}`,
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

export type PageResult = {
  number: number
  mediaId: string | null
  transcript: string
  refusal: string | null
  elapsedMs: number
}

export async function insertPage(tx: Tx, document: Document, page: PageResult) {
  const inserted = await tx
    .insertInto('document_pages')
    .values({
      document_id: document.id,
      number: page.number,
      media_id: page.mediaId,
      transcript: page.transcript,
      refusal: page.refusal,
    })
    .onConflict((conflict) => conflict.constraint('document_pages_key').doNothing())
    .returning('number')
    .executeTakeFirst()
  if (!inserted) throwSuperseded()
  await tx
    .updateTable('documents')
    .set({
      reading_ms: sql`reading_ms + ${page.elapsedMs}`,
      state: sql`case when page_count <= (select count(*) from document_pages where document_id = ${document.id})
        then 'done' else 'reading' end`,
    })
    .where('id', '=', document.id)
    .execute()
}

/** A PDF whose pages could not be counted is never read again: it leaves the quota, and its file is to be removed. */
export async function refuseDocument(db: Db, { id }: Pick<Document, 'id'>, refusal: string) {
  const refused = await db
    .updateTable('documents')
    .set({ state: 'refused', refusal, byte_size: sql`case when sheet_count is null then 0 else byte_size end` })
    .where('id', '=', id)
    .where('state', 'in', unfinishedStates)
    .returning('byte_size')
    .executeTakeFirst()
  return { isFileNeeded: refused === undefined || Number(refused.byte_size) > 0 }
}
