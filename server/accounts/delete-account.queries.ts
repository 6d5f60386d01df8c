import { sql } from 'kysely'
import { type Actor, recordAction } from '#server/audit/audit.queries.ts'
import { mailAccount } from '#server/auth/account-mail/account-mail.ts'
import { deletePendingSignIns } from '#server/auth/sessions/sessions.queries.ts'
import type { Tx } from '#server/db/connection.ts'
import { enqueueJob } from '#server/db/jobs.ts'
import { removeCreatorFromIndex } from '#server/search/indexing.ts'
import {
  enqueueFileRemoval,
  lockShelves,
  removeDrafts,
  removeOwnFavorites,
  removeOwnFollows,
  removeZines,
  removeZinesFromShelves,
} from './delete-account-steps.queries.ts'

/** Serialises deletions, as each changes many rows. */
export const lockDeletions = (tx: Tx) =>
  sql`select pg_advisory_xact_lock(hashtextextended('delete-account', 7))`.execute(tx)

/** Locks an account in the common order: profile, zines, user. */
export async function lockAccount(tx: Tx, userId: string) {
  await lockDeletions(tx)
  await sql`select 1 from profiles where user_id = ${userId} for update`.execute(tx)
  await sql`select 1 from zines where creator_id = ${userId} order by id for update`.execute(tx)
  return tx
    .selectFrom('users')
    .select(['username', 'email', 'deleting_at', 'suspended_at'])
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirst()
}

/** Rows that one transaction can delete without delaying others. A zine has about twenty, plus its pages. */
const maxImmediateRows = 10_000

export async function isLarge(tx: Tx, userId: string, maxRows = maxImmediateRows) {
  const countUpTo = (rows: string) =>
    sql`(select count(*) from (select from ${sql.raw(rows)} limit ${maxRows + 1}) counted)`
  const { rows } = await sql<{ isLarge: boolean }>`
    with own as (select ${userId}::uuid as id)
    select ${maxRows} < (
      (select coalesce(sum(20 + 2 * page_count + printing), 0) from zines where creator_id = own.id)
      + ${countUpTo('zines join favorites on zine_id = zines.id where creator_id = own.id')}
      + ${countUpTo('zines join recipe_media on zine_id = zines.id where creator_id = own.id')}
      + ${countUpTo('follows where creator_id = own.id')}
      + ${countUpTo('blocks where creator_id = own.id')}
      + ${countUpTo('favorites where user_id = own.id')} + ${countUpTo('follows where follower_id = own.id')}
      + ${countUpTo('zines z join shelf_items i on i.zine_id = z.id where z.creator_id = own.id')}
      + ${countUpTo('shelves sh join shelf_items i on i.shelf_id = sh.id where sh.owner_id = own.id')}
      + ${countUpTo('focus_sessions where user_id = own.id')}
      + ${countUpTo('drafts join draft_media on draft_id = drafts.id where owner_id = own.id')}
      + ${countUpTo('documents join document_pages on document_id = documents.id where owner_id = own.id')}
      + ${countUpTo('projects p join project_versions v on v.project_id = p.id where p.user_id = own.id')}
    ) as "isLarge" from own`.execute(tx)
  return rows[0]?.isLarge === true
}

export async function removeAccount(tx: Tx, userId: string) {
  await removeOwnFavorites(tx, userId)
  await removeOwnFollows(tx, userId)
  await removeFromSearch(tx, userId)
  const picture = await findPicture(tx, userId)
  await lockShelves(tx, userId)
  await removeZinesFromShelves(tx, userId)
  await removeZines(tx, userId)
  await removeDrafts(tx, userId)
  const removed = await tx.deleteFrom('media').where('owner_id', '=', userId).returning('hash').execute()
  await deletePendingSignIns(tx, userId)
  await tx.deleteFrom('users').where('id', '=', userId).execute()
  await enqueueFileRemoval(tx, [...removed.map(({ hash }) => hash), ...picture])
}

/** Hides a locked account immediately and enqueues its deletion. The username stays reserved until then. */
export async function hideAccount(tx: Tx, userId: string) {
  await sql`delete from zine_stats where zine_id in (select id from zines where creator_id = ${userId})`.execute(tx)
  await tx.deleteFrom('creator_stats').where('creator_id', '=', userId).execute()
  for (const table of signInTables) await tx.deleteFrom(table).where('user_id', '=', userId).execute()
  await deletePendingSignIns(tx, userId)
  await enqueueFileRemoval(tx, await findPicture(tx, userId))
  await tx.updateTable('profiles').set(emptyProfile).where('user_id', '=', userId).execute()
  await tx.updateTable('users').set(deletedUserColumns(userId)).where('id', '=', userId).execute()
  await enqueueDeletion(tx, userId)
  await removeCreatorFromIndex(tx, userId, [])
}

const signInTables = ['sessions', 'accounts', 'two_factors', 'used_codes', 'known_devices', 'mail_links'] as const

const emptyProfile = {
  name: null,
  bio: null,
  website_url: null,
  picture_url: null,
  contact_email: null,
  contact_website: null,
}

/** The placeholder is not an address, so no one can register it first and block the deletion. */
const deletedUserColumns = (userId: string) => ({
  email: `deleted ${userId}`,
  email_verified: false,
  name: '',
  image: null,
  bio: null,
  confirmed_email: null,
  former_email: null,
  email_changed_at: null,
  two_factor_enabled: false,
  deleting_at: new Date(),
})

export const enqueueDeletion = (tx: Tx, userId: string) =>
  enqueueJob(tx, 'delete-account', { userId }, { key: `delete-account ${userId}` })

async function removeFromSearch(tx: Tx, userId: string) {
  const zines = await tx.selectFrom('zines').select('id').where('creator_id', '=', userId).execute()
  await removeCreatorFromIndex(
    tx,
    userId,
    zines.map(({ id }) => id),
  )
}

async function findPicture(tx: Tx, userId: string) {
  const profile = await tx.selectFrom('profiles').select('picture_url').where('user_id', '=', userId).executeTakeFirst()
  const hash = /^\/media\/([0-9a-f]{32})-/.exec(profile?.picture_url ?? '')?.[1]
  return hash ? [hash] : []
}

type Rejection = { userId: string; reason?: string; actor?: Actor }

/** Rejects a waiting member, notifies them and deletes the account. `already` if they are not waiting. */
export async function rejectMember(tx: Tx, { userId, reason = '', actor = 'operator' }: Rejection) {
  const locked = await lockAccount(tx, userId)
  if (!locked || locked.deleting_at) return 'absent' as const
  const { email, awaiting_since } = await tx
    .selectFrom('users')
    .select(['email', 'awaiting_since'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  if (!awaiting_since) return 'already' as const
  await recordAction(tx, { actor, act: 'member refused', member_id: userId, subject: `member ${userId}` })
  await mailAccount(tx, { kind: 'sign-up-refused', userId, email, reason })
  await ((await isLarge(tx, userId)) ? hideAccount : removeAccount)(tx, userId)
  return 'done' as const
}
