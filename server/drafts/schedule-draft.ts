import { scheduleDays } from '#contract/limits.ts'
import type { Tx } from '#server/db/connection.ts'
import { enqueueJob, withdrawJob } from '#server/db/jobs.ts'
import { refuse } from '#server/http/errors.ts'
import { holdCreator } from '#server/zines/publish-zine.ts'
import { changedElsewhere } from './draft-refusals.ts'
import { asChanged, lockDraft, type OwnDraft, readHeldDraft } from './drafts.queries.ts'

type Wish = { version: number; publishAt: Date | null }

/** Undefined if there is no such draft. Clears the refusal of an earlier schedule. */
export async function scheduleDraft(tx: Tx, own: OwnDraft, { version, publishAt }: Wish) {
  await holdCreator(tx, own.ownerId)
  const draft = await lockDraft(tx, own)
  if (!draft) return undefined
  const isSame = draft.publishAt?.getTime() === publishAt?.getTime() && draft.refusal === null
  if (isSame) return readHeldDraft(tx, own)
  if (draft.version !== version) throw changedElsewhere(await readHeldDraft(tx, own))
  const unfit = publishAt && unfitTime(publishAt, new Date())
  if (unfit) throw refuse('invalid_request', unfit)
  await tx
    .updateTable('drafts')
    .set({ ...asChanged, publish_at: publishAt, refusal: null })
    .where('id', '=', own.draftId)
    .execute()
  await (publishAt ? promisePublishing(tx, own.draftId, publishAt) : forgetPublishing(tx, own.draftId))
  return readHeldDraft(tx, own)
}

const key = (draftId: string) => `publish-draft ${draftId}`

/** One job per draft. Enqueuing it again replaces its time. */
export const promisePublishing = (tx: Tx, draftId: string, at: Date) =>
  enqueueJob(tx, 'publish-draft', { draftId }, { key: key(draftId), at })

export const forgetPublishing = (tx: Tx, draftId: string) => withdrawJob(tx, key(draftId))

const minute = 60_000
const day = 24 * 60 * minute

/** Allows for an inaccurate browser clock and a slow request. */
const tolerance = 5 * minute

export function unfitTime(publishAt: Date, now: Date) {
  const ahead = publishAt.getTime() - now.getTime()
  if (ahead < -tolerance) return 'This time is in the past. Please choose a later one.'
  if (ahead > scheduleDays * day + tolerance)
    return `A draft can be scheduled up to ${scheduleDays} days ahead. Please choose an earlier time.`
  return undefined
}
