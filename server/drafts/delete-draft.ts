import type { Tx } from '#server/db/connection.ts'
import { enqueueJob } from '#server/db/jobs.ts'
import { removeUnusedMedia } from '#server/media/media.queries.ts'
import { lockExistingCreator } from '#server/zines/publish-zine.ts'
import { listMediaOfDraft, lockDocuments } from './draft-media.queries.ts'
import { type DraftRef, lockDraft } from './drafts.queries.ts'
import { cancelPublishing } from './schedule-draft.ts'

export async function deleteDraft(tx: Tx, ref: DraftRef) {
  await lockExistingCreator(tx, ref.ownerId)
  const draft = await lockDraft(tx, ref)
  if (!draft) return false
  await removeUnusedMedia(tx, await removeLockedDraft(tx, ref))
  return true
}

export async function removeLockedDraft(tx: Tx, { ownerId, draftId }: DraftRef) {
  const documents = await lockDocuments(tx, draftId)
  const media = await listMediaOfDraft(tx, draftId)
  await tx.deleteFrom('drafts').where('id', '=', draftId).execute()
  await cancelPublishing(tx, draftId)
  const ids = documents.map(({ id }) => id)
  if (ids.length > 0) await enqueueJob(tx, 'remove-pdf-files', { ownerId, ids })
  return media
}
