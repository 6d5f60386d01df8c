import { sql } from 'kysely'
import type { DraftInput } from '#contract/drafts.ts'
import type { Tx } from '#server/db/connection.ts'
import { assertCaptionsFit } from '#server/zines/captions.ts'
import { pageIdSql } from '#server/zines/page-ids.ts'
import { lockExistingCreator } from '#server/zines/publish-zine.ts'
import { assertPageCount, attachPages, type CurrentPage, toStoredContent } from './attach-pages.ts'
import { draftChangedElsewhere } from './draft-errors.ts'
import { changeColumns, type DraftRef, lockDraft, readLockedDraft } from './drafts.queries.ts'

type Save = { version: number; content: DraftInput; maxPages: number; quotaMb: number }

/** Undefined if there is no such draft. Saving unchanged content writes nothing, so clients can safely retry. */
export async function saveDraft(tx: Tx, ref: DraftRef, { version, content, maxPages, quotaMb }: Save) {
  await lockExistingCreator(tx, ref.ownerId)
  const draft = await lockDraft(tx, ref)
  if (!draft) return undefined
  // Keeps the texts that a client did not send, and measures by how much captions have grown.
  const isComparing = content.pages.some(
    ({ id, recipe, captions }) => id === undefined || recipe === undefined || captions?.length !== 0,
  )
  const currentPages = isComparing ? await listPages(tx, ref) : []
  const storedContent = toStoredContent(content, currentPages)
  if (await hasContent(tx, ref, storedContent)) return readLockedDraft(tx, ref)
  if (draft.version !== version) throw draftChangedElsewhere(await readLockedDraft(tx, ref))
  // A draft above a lowered page limit stays editable, but cannot get more pages.
  if (storedContent.pages.length > (draft.pageCount ?? 0)) assertPageCount(storedContent, maxPages)
  await attachPages(tx, ref, storedContent, maxPages)
  await assertCaptionsFit(tx, { ownerId: ref.ownerId, pages: storedContent.pages, current: currentPages }, quotaMb)
  await tx
    .updateTable('drafts')
    .set({ ...changeColumns, content: JSON.stringify(storedContent) })
    .where('id', '=', ref.draftId)
    .execute()
  return readLockedDraft(tx, ref)
}

async function listPages(tx: Tx, { draftId }: DraftRef) {
  const { rows } = await sql<CurrentPage>`
    select ${sql.raw(pageIdSql("(page ->> 'id')::uuid", 'at - 1'))} as id, page ->> 'url' as url,
      page -> 'recipe' as recipe, coalesce(page -> 'captions', '[]') as captions
    from drafts, jsonb_array_elements(content -> 'pages') with ordinality pages(page, at) where drafts.id = ${draftId}
    order by at`.execute(tx)
  return rows
}

async function hasContent(tx: Tx, { draftId }: DraftRef, content: DraftInput) {
  const { rows } = await sql<{ isSame: boolean }>`
    select content = ${JSON.stringify(content)}::jsonb as "isSame" from drafts where id = ${draftId}`.execute(tx)
  return rows[0]?.isSame === true
}
