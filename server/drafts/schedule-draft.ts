import { msg, plural } from '@lingui/core/runtime-macro'
import { scheduleDays } from '#contract/limits.ts'
import type { Tx } from '#server/db/connection.ts'
import { cancelJob, enqueueJob } from '#server/db/jobs.ts'
import { apiError } from '#server/http/errors.ts'
import { lockExistingCreator } from '#server/zines/publish-zine.ts'
import { draftChangedElsewhere } from './draft-errors.ts'
import { changeColumns, type DraftRef, lockDraft, readLockedDraft } from './drafts.queries.ts'

type Schedule = { version: number; publishAt: Date | null }

/** Undefined if there is no such draft. Clears the refusal of an earlier schedule. */
export async function scheduleDraft(tx: Tx, ref: DraftRef, { version, publishAt }: Schedule) {
  await lockExistingCreator(tx, ref.ownerId)
  const draft = await lockDraft(tx, ref)
  if (!draft) return undefined
  const isUnchanged = draft.publishAt?.getTime() === publishAt?.getTime() && draft.refusal === null
  if (isUnchanged) return readLockedDraft(tx, ref)
  if (draft.version !== version) throw draftChangedElsewhere(await readLockedDraft(tx, ref))
  const problem = publishAt && timeProblem(publishAt, new Date())
  if (problem) throw apiError('invalid_request', problem)
  await tx
    .updateTable('drafts')
    .set({ ...changeColumns, publish_at: publishAt, refusal: null, refusal_translation: null })
    .where('id', '=', ref.draftId)
    .execute()
  await (publishAt ? enqueuePublishing(tx, ref.draftId, publishAt) : cancelPublishing(tx, ref.draftId))
  return readLockedDraft(tx, ref)
}

const publishJobKey = (draftId: string) => `publish-draft ${draftId}`

/** One job per draft. Enqueuing it again replaces its time. */
export const enqueuePublishing = (tx: Tx, draftId: string, at: Date) =>
  enqueueJob(tx, 'publish-draft', { draftId }, { key: publishJobKey(draftId), at })

export const cancelPublishing = (tx: Tx, draftId: string) => cancelJob(tx, publishJobKey(draftId))

const minute = 60_000
const day = 24 * 60 * minute

/** Allows for an inaccurate browser clock and a slow request. */
const tolerance = 5 * minute

export function timeProblem(publishAt: Date, now: Date) {
  const delayMs = publishAt.getTime() - now.getTime()
  if (delayMs < -tolerance) return msg`This time is in the past. Please choose a later one.`
  if (delayMs > scheduleDays * day + tolerance)
    return msg`A draft can be scheduled up to ${plural({ days: scheduleDays }, { one: '# day', other: '# days' })} ahead. Please choose an earlier time.`
  return undefined
}
