import { sql } from 'kysely'
import { mailAccount } from '#server/auth/account-mail/account-mail.ts'
import { asPublisher } from '#server/auth/sign-ups/may-publish.ts'
import type { Config } from '#server/config/config.ts'
import type { Db } from '#server/db/connection.ts'
import { Refusal } from '#server/http/errors.ts'
import type { Limits } from '#server/http/limit.ts'
import { asChanged } from './drafts.queries.ts'
import { publishDraft } from './publish-draft.ts'
import { promisePublishing } from './schedule-draft.ts'

export type PublishingDeps = {
  config: Pick<Config, 'longZinePages' | 'confirmBeforePublishing'>
  db: Db
  limits: Limits
}

/**
 * Publishes a draft whose time has come. What cannot be published has its maker told why and waits for them; anything
 * else that fails is tried again.
 */
export async function publishDue(deps: PublishingDeps, draftId: string) {
  const { config, db } = deps
  const due = await findDue(db, draftId)
  if (!due) return
  const own = { ownerId: due.ownerId, draftId }
  try {
    const publication = { isDue: true, mostPages: config.longZinePages }
    await asPublisher({ config, db }, due.ownerId, (tx) => publishDraft(tx, own, publication))
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const isNoted = await noteRefusal(deps, { ...due, draftId, refusal: error.message })
    // It was changed just now, so it may be ready by now.
    if (!isNoted) await publishDue(deps, draftId)
  }
}

type Due = { ownerId: string; version: number; publishAt: Date }

/** Undefined when it is gone, was given another time, or is of an account that goes or is suspended. */
async function findDue(db: Db, draftId: string): Promise<Due | undefined> {
  const { rows } = await sql<Due>`
    select owner_id as "ownerId", version, publish_at as "publishAt" from drafts d join users u on u.id = owner_id
    where d.id = ${draftId} and publish_at <= now()
      and deleting_at is null and suspended_at is null`.execute(db)
  return rows[0]
}

async function noteRefusal(
  { db, limits }: PublishingDeps,
  { ownerId, draftId, version, publishAt, refusal }: Due & { draftId: string; refusal: string },
) {
  const mayMail = await limits.tryToSpend('draft-mail', ownerId)
  return db.transaction().execute(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('drafts')
      .set({ ...asChanged, publish_at: null, refusal })
      .where('id', '=', draftId)
      .where('version', '=', version)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return false
    const mail = { userId: ownerId, draftId, refusal, at: publishAt }
    if (mayMail) await mailAccount(tx, { kind: 'draft-not-published', ...mail })
    return true
  })
}

/**
 * Promises again what should have happened minutes ago: its job was given up, is held by a process that was killed, or
 * came while its member was suspended.
 */
export async function resumePublishing(db: Db) {
  const late = await db
    .selectFrom('drafts')
    .innerJoin('users', 'users.id', 'owner_id')
    .select(['drafts.id', 'publish_at'])
    .where('publish_at', '<', sql<Date>`now() - interval '2 minutes'`)
    .where('suspended_at', 'is', null)
    .orderBy('publish_at')
    .limit(500)
    .execute()
  for (const { id, publish_at } of late)
    await db.transaction().execute((tx) => promisePublishing(tx, id, publish_at ?? new Date()))
}
