import { sql } from 'kysely'
import type { SentDraft } from '#contract/drafts.ts'
import type { Tx } from '#server/db/connection.ts'
import { holdCreator } from '#server/zines/publish-zine.ts'
import { changedElsewhere } from './draft-refusals.ts'
import { asChanged, lockDraft, type OwnDraft, readHeldDraft } from './drafts.queries.ts'
import { assertNotTooMany, keptContent, showPages } from './show-pages.ts'

type Save = { version: number; content: SentDraft; mostPages: number }

/** Undefined if there is no such draft. Saving unchanged content writes nothing, so clients can safely retry. */
export async function saveDraft(tx: Tx, own: OwnDraft, { version, content, mostPages }: Save) {
  const kept = keptContent(content)
  await holdCreator(tx, own.ownerId)
  const draft = await lockDraft(tx, own)
  if (!draft) return undefined
  if (await says(tx, own, kept)) return readHeldDraft(tx, own)
  if (draft.version !== version) throw changedElsewhere(await readHeldDraft(tx, own))
  // A draft above a lowered page limit stays editable, but cannot get more pages.
  if (kept.pages.length > (draft.pageCount ?? 0)) assertNotTooMany(kept, mostPages)
  await showPages(tx, own, kept, mostPages)
  await tx
    .updateTable('drafts')
    .set({ ...asChanged, content: JSON.stringify(kept) })
    .where('id', '=', own.draftId)
    .execute()
  return readHeldDraft(tx, own)
}

async function says(tx: Tx, { draftId }: OwnDraft, content: SentDraft) {
  const { rows } = await sql<{ isSame: boolean }>`
    select content = ${JSON.stringify(content)}::jsonb as "isSame" from drafts where id = ${draftId}`.execute(
    tx,
  )
  return rows[0]?.isSame === true
}
