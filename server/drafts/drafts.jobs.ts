import type { TaskList } from 'graphile-worker'
import { sql } from 'kysely'
import { z } from 'zod'
import { inEnglish } from '#contract/in-english.ts'
import { draftDays } from '#contract/limits.ts'
import { mailAccount } from '#server/auth/account-mail/account-mail.ts'
import { asPublisher } from '#server/auth/sign-ups/may-publish.ts'
import type { Config } from '#server/config/config.ts'
import type { Db, Tx } from '#server/db/connection.ts'
import { ApiError, type ErrorText } from '#server/http/errors.ts'
import type { Limits } from '#server/http/rate-limits.ts'
import { openSiteLanguages } from '#server/languages/site-languages.ts'
import { toStored } from '#server/languages/stored-sentences.ts'
import { translationOf } from '#server/languages/translate-texts.ts'
import { lockExistingCreator } from '#server/zines/publish-zine.ts'
import { deleteDraft } from './delete-draft.ts'
import { changeColumns, type DraftRef } from './drafts.queries.ts'
import { publishDraft } from './publish-draft.ts'
import { enqueuePublishing } from './schedule-draft.ts'

/** Publishes scheduled drafts whose process was killed, late but reliably. The cleanup is not urgent. */
declare module '#server/db/jobs.ts' {
  interface Jobs {
    'publish-draft': { draftId: string }
  }
}

export const draftCrontab = '*/10 * * * * sweep-drafts ?jobKey=sweep-drafts'

const due = z.object({ draftId: z.uuid() })

export const draftJobs = (deps: PublishingDeps): TaskList => ({
  'publish-draft': (payload) => publishDue(deps, due.parse(payload).draftId),
  'sweep-drafts': async () => {
    await resumeOverduePublishing(deps.db)
    await notifyUntouched(deps.db)
    await removeUntouched(deps.db)
  },
})

/** Days between the warning email and the deletion of a draft. */
const noticeDays = 14

const daysAgo = (days: number) => sql<Date>`now() - make_interval(days => ${days})`

const isOwnerActive = sql`not exists (select from users where id = owner_id and suspended_at is not null)`

/** Warns members once before their untouched drafts are deleted, with one email for all drafts of a member. */
export async function notifyUntouched(db: Db) {
  while ((await db.transaction().execute(notifyBatch)) > 0);
}

async function notifyBatch(tx: Tx) {
  const { rows } = await sql<{ userId: string }>`
    update drafts set deletion_notified_at = now()
    where id in (
      select id from drafts where updated_at < ${daysAgo(draftDays - noticeDays)} and deletion_notified_at is null
        and ${isOwnerActive}
      order by updated_at limit 500 for update skip locked)
    returning owner_id as "userId"`.execute(tx)
  const drafts = Map.groupBy(rows, ({ userId }) => userId)
  const at = new Date(Date.now() + noticeDays * 24 * 60 * 60 * 1000)
  for (const [userId, { length }] of drafts)
    await mailAccount(tx, { kind: 'drafts-untouched', userId, drafts: length, at })
  return rows.length
}

/** Deletes untouched drafts one at a time, each with its member locked. */
export async function removeUntouched(db: Db) {
  for (let batch = await listUntouched(db); batch.length > 0; batch = await listUntouched(db))
    for (const ref of batch) await db.transaction().execute((tx) => removeIfUntouched(tx, ref))
}

const untouched = sql<boolean>`updated_at < ${daysAgo(draftDays)} and deletion_notified_at < ${daysAgo(noticeDays)} and ${isOwnerActive}`

const listUntouched = (db: Db): Promise<DraftRef[]> =>
  db
    .selectFrom('drafts')
    .select(['id as draftId', 'owner_id as ownerId'])
    .where(untouched)
    .orderBy('updated_at')
    .limit(100)
    .execute()

/** Checks again under the member's lock, because the member may just have changed the draft. */
async function removeIfUntouched(tx: Tx, ref: DraftRef) {
  await lockExistingCreator(tx, ref.ownerId)
  const stillUntouched = await tx
    .selectFrom('drafts')
    .select('id')
    .where('id', '=', ref.draftId)
    .where(untouched)
    .executeTakeFirst()
  if (stillUntouched) await deleteDraft(tx, ref)
}

export type PublishingDeps = {
  config: Pick<Config, 'longZinePages' | 'memberQuotaMb' | 'confirmBeforePublishing' | 'languages' | 'defaultLanguage'>
  db: Db
  limits: Limits
}

/** If publishing is refused, the schedule ends and the creator is notified of the reason. Other errors are retried. */
export async function publishDue(deps: PublishingDeps, draftId: string) {
  const { config, db } = deps
  const due = await findDue(db, draftId)
  if (!due) return
  const ref = { ownerId: due.ownerId, draftId }
  try {
    const publication = { isDue: true, maxPages: config.longZinePages }
    await asPublisher({ config, db }, due.ownerId, (tx) => publishDraft(tx, ref, publication))
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const isRecorded = await recordRefusal(deps, { ...due, draftId, refusal: error.text })
    // The draft has just changed, so it may be publishable now.
    if (!isRecorded) await publishDue(deps, draftId)
  }
}

type Due = { ownerId: string; language: string | null; version: number; publishAt: Date }

async function findDue(db: Db, draftId: string): Promise<Due | undefined> {
  const { rows } = await sql<Due>`
    select owner_id as "ownerId", u.language, version, publish_at as "publishAt"
    from drafts d join users u on u.id = owner_id
    where d.id = ${draftId} and publish_at <= now()
      and deleting_at is null and suspended_at is null`.execute(db)
  return rows[0]
}

async function recordRefusal(
  { config, db, limits }: PublishingDeps,
  { ownerId, language, draftId, version, publishAt, refusal }: Due & { draftId: string; refusal: ErrorText },
) {
  const refusalTranslation = translationOf(refusal, openSiteLanguages(config).choose(language)) ?? null
  const canMail = await limits.tryConsume('draft-mail', ownerId)
  return db.transaction().execute(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('drafts')
      .set({
        ...changeColumns,
        publish_at: null,
        refusal: inEnglish(refusal),
        refusal_translation: refusalTranslation,
      })
      .where('id', '=', draftId)
      .where('version', '=', version)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return false
    const mail = { userId: ownerId, draftId, refusal: toStored(refusal), at: publishAt }
    if (canMail) await mailAccount(tx, { kind: 'draft-not-published', ...mail })
    return true
  })
}

/** Enqueues overdue drafts again: their job failed for good, their process was killed, or their member was suspended. */
export async function resumeOverduePublishing(db: Db) {
  const overdue = await db
    .selectFrom('drafts')
    .innerJoin('users', 'users.id', 'owner_id')
    .select(['drafts.id', 'publish_at'])
    .where('publish_at', '<', sql<Date>`now() - interval '2 minutes'`)
    .where('suspended_at', 'is', null)
    .orderBy('publish_at')
    .limit(500)
    .execute()
  for (const { id, publish_at } of overdue)
    await db.transaction().execute((tx) => enqueuePublishing(tx, id, publish_at ?? new Date()))
}
