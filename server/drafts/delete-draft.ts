import type { Tx } from '#server/db/connection.ts'
import { enqueueJob } from '#server/db/jobs.ts'
import { removeFreeMedia } from '#server/media/media.queries.ts'
import { holdCreator } from '#server/zines/publish-zine.ts'
import { listMediaOfDraft, lockDocuments } from './draft-media.queries.ts'
import { lockDraft, type OwnDraft } from './drafts.queries.ts'
import { forgetPublishing } from './schedule-draft.ts'

export async function deleteDraft(tx: Tx, own: OwnDraft) {
  await holdCreator(tx, own.ownerId)
  const draft = await lockDraft(tx, own)
  if (!draft) return false
  await removeFreeMedia(tx, await removeHeldDraft(tx, own))
  return true
}

export async function removeHeldDraft(tx: Tx, { ownerId, draftId }: OwnDraft) {
  const documents = await lockDocuments(tx, draftId)
  const media = await listMediaOfDraft(tx, draftId)
  await tx.deleteFrom('drafts').where('id', '=', draftId).execute()
  await forgetPublishing(tx, draftId)
  const ids = documents.map(({ id }) => id)
  if (ids.length > 0) await enqueueJob(tx, 'remove-pdf-files', { ownerId, ids })
  return media
}
