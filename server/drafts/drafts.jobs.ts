import type { TaskList } from 'graphile-worker'
import { sql } from 'kysely'
import { z } from 'zod'
import { draftDays } from '#contract/limits.ts'
import { mailAccount } from '#server/auth/account-mail/account-mail.ts'
import type { Db, Tx } from '#server/db/connection.ts'
import { holdCreator } from '#server/zines/publish-zine.ts'
import { deleteDraft } from './delete-draft.ts'
import type { OwnDraft } from './drafts.queries.ts'
import { type PublishingDeps, publishDue, resumePublishing } from './publish-due.ts'

/** What a process that was killed held is published late, and not never; what is swept has time. */
export const draftCrontab = '*/10 * * * * sweep-drafts ?jobKey=sweep-drafts'

const due = z.object({ draftId: z.uuid() })

export const draftJobs = (deps: PublishingDeps): TaskList => ({
  'publish-draft': (payload) => publishDue(deps, due.parse(payload).draftId),
  'sweep-drafts': async () => {
    await resumePublishing(deps.db)
    await announceUntouched(deps.db)
    await removeUntouched(deps.db)
  },
})

/** Between the mail about it and the removal of a draft. */
const noticeDays = 14

const daysAgo = (days: number) => sql<Date>`now() - make_interval(days => ${days})`

/** Whoever is suspended cannot touch theirs. */
const canBeTouched = sql`not exists (select from users where id = owner_id and suspended_at is not null)`

/** Tells members once of drafts that are removed soon unless they touch them: one mail for all of a member's. */
export async function announceUntouched(db: Db) {
  while ((await db.transaction().execute(announceSome)) > 0);
}

async function announceSome(tx: Tx) {
  const { rows } = await sql<{ userId: string }>`
    update drafts set announced_at = now()
    where id in (
      select id from drafts where updated_at < ${daysAgo(draftDays - noticeDays)} and announced_at is null
        and ${canBeTouched}
      order by updated_at limit 500 for update skip locked)
    returning owner_id as "userId"`.execute(tx)
  const drafts = Map.groupBy(rows, ({ userId }) => userId)
  const at = new Date(Date.now() + noticeDays * 24 * 60 * 60 * 1000)
  for (const [userId, { length }] of drafts)
    await mailAccount(tx, { kind: 'drafts-untouched', userId, drafts: length, at })
  return rows.length
}

/** Removes what nobody has touched, one after the other: each with its member held. */
export async function removeUntouched(db: Db) {
  for (let some = await listUntouched(db); some.length > 0; some = await listUntouched(db))
    for (const own of some) await db.transaction().execute((tx) => removeIfUntouched(tx, own))
}

const untouched = sql<boolean>`updated_at < ${daysAgo(draftDays)} and announced_at < ${daysAgo(noticeDays)} and ${canBeTouched}`

const listUntouched = (db: Db): Promise<OwnDraft[]> =>
  db
    .selectFrom('drafts')
    .select(['id as draftId', 'owner_id as ownerId'])
    .where(untouched)
    .orderBy('updated_at')
    .limit(100)
    .execute()

/** Its member may have come back just now, and is held while that is asked. */
async function removeIfUntouched(tx: Tx, own: OwnDraft) {
  await holdCreator(tx, own.ownerId)
  const still = await tx
    .selectFrom('drafts')
    .select('id')
    .where('id', '=', own.draftId)
    .where(untouched)
    .executeTakeFirst()
  if (still) await deleteDraft(tx, own)
}
