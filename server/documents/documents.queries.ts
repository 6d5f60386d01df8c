import { msg, plural } from '@lingui/core/runtime-macro'
import { sql } from 'kysely'
import type { Tx } from '#server/db/connection.ts'
import { violatedConstraint } from '#server/db/constraint.ts'
import { apiError, notFound } from '#server/http/errors.ts'
import type { Split } from './spreads.ts'

export const maxDocuments = 10

type NewDocument = { id: string; draftId: string; ownerId: string; uploadId: string; byteSize: number }

/** A member has one unread PDF at a time, so concurrent inserts cannot exceed the limit. */
export async function insertDocument(tx: Tx, { id, draftId, ownerId, uploadId, byteSize }: NewDocument) {
  await assertMember(tx, ownerId)
  const draft = await tx
    .selectFrom('drafts')
    .select((eb) =>
      eb
        .selectFrom('documents')
        .select(sql<number>`count(*)::int`.as('n'))
        .where('draft_id', '=', draftId)
        .as('documents'),
    )
    .where('id', '=', draftId)
    .where('owner_id', '=', ownerId)
    .forKeyShare()
    .executeTakeFirst()
  if (!draft) throw notFound('draft')
  if ((draft.documents ?? 0) >= maxDocuments) throw tooManyDocuments()
  await tx
    .insertInto('documents')
    .values({ id, draft_id: draftId, owner_id: ownerId, upload_id: uploadId, byte_size: byteSize })
    .execute()
    .catch(throwIfAnotherIsBeingRead)
}

const tooManyDocuments = () =>
  apiError(
    'quota_reached',
    msg`This draft has ${plural({ documents: maxDocuments }, { one: '# PDF', other: '# PDFs' })}, the maximum. Remove one first.`,
  )

function throwIfAnotherIsBeingRead(error: unknown): never {
  if (violatedConstraint(error) !== 'documents_active') throw error
  throw apiError('too_many_requests', msg`Your other PDF is still being read. Add this one when it is done.`)
}

/** Locks the member first, as deleting an account does, to avoid a deadlock. */
export async function assertMember(tx: Tx, ownerId: string) {
  const { rows } = await sql`select 1 from users where id = ${ownerId} and deleting_at is null for key share`.execute(
    tx,
  )
  if (rows.length === 0) throw notFound('draft')
}

export type DocumentRef = { id: string; ownerId: string }

/** Held until the end of the transaction: no other process can split it, remove it or add a page. */
export const lockDocument = (tx: Tx, { id, ownerId }: DocumentRef) =>
  tx
    .selectFrom('documents')
    .selectAll()
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .forUpdate()
    .executeTakeFirst()

export type Document = NonNullable<Awaited<ReturnType<typeof lockDocument>>>

export const storedPdfOf = ({ id, owner_id, byte_size }: Document) => ({
  id,
  ownerId: owner_id,
  byteSize: Number(byte_size),
})

export const splitOf = ({ spread, direction, cover_alone, back_alone }: Document): Split => ({
  spread,
  direction,
  coverAlone: cover_alone,
  backAlone: back_alone,
})

export const isSameSplit = (a: Split, b: Split) =>
  a.spread === b.spread && a.direction === b.direction && a.coverAlone === b.coverAlone && a.backAlone === b.backAlone

const columnsOf = ({ spread, direction, coverAlone, backAlone }: Split) => ({
  spread,
  direction,
  cover_alone: coverAlone,
  back_alone: backAlone,
})

export const saveSplit = (tx: Tx, id: string, split: Split) =>
  tx.updateTable('documents').set(columnsOf(split)).where('id', '=', id).execute()

type RestartInput = { split: Split; pageCount: number | null }

/** Reading continues at the first missing page. */
export const restartReading = (tx: Tx, id: string, { split, pageCount }: RestartInput) =>
  tx
    .updateTable('documents')
    .set({ ...columnsOf(split), page_count: pageCount, state: 'waiting', refusal: null, reading_ms: 0 })
    .where('id', '=', id)
    .execute()
    .catch(throwIfAnotherIsBeingRead)

export async function deletePages(tx: Tx, id: string) {
  const rows = await tx.deleteFrom('document_pages').where('document_id', '=', id).returning('media_id').execute()
  return rows.flatMap(({ media_id }) => media_id ?? [])
}

export const deleteDocumentRow = (tx: Tx, id: string) => tx.deleteFrom('documents').where('id', '=', id).execute()
