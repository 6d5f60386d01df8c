import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/runtime-macro'
import { sql } from 'kysely'
import { findUserByUsername } from '#server/accounts/accounts.queries.ts'
import { type OperatorAction, recordAction } from '#server/audit/audit.queries.ts'
import type { Db, Tx } from '#server/db/connection.ts'
import { apiError } from '#server/http/errors.ts'
import { type CommandResult, type Site, uuid } from './command.ts'

/** Finds a member by username or id. Refuses unknown names and accounts that are being deleted. */
export async function findMember(db: Db, nameOrId: string) {
  const id = uuid.test(nameOrId) ? nameOrId : (await findUserByUsername(db, nameOrId))?.id
  const member = id && (await db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst())
  if (!member) throw apiError('not_found', msg`No member is called ${{ name: nameOrId }}.`)
  if (member.deleting_at)
    throw apiError('not_found', msg`The account of ${{ username: member.username }} is being removed.`)
  return member
}

type MemberFilter = {
  isWaiting: boolean
  isSuspended: boolean
  search?: string | undefined
  limit: number
  after?: { at: Date; id: string } | undefined
}

/** The precision of a list cursor. */
const createdAt = sql<Date>`date_trunc('milliseconds', created_at)`

/** Newest first, without accounts that are being deleted. */
export const listMembers = (db: Db, { isWaiting, isSuspended, search, limit, after }: MemberFilter) =>
  db
    .selectFrom('users')
    .select(['id', 'username', 'email', 'email_verified', 'awaiting_since', 'suspended_at'])
    .select(createdAt.as('createdAt'))
    .select(sql<number>`(select count(*)::int from zines where creator_id = users.id)`.as('zines'))
    .where('deleting_at', 'is', null)
    .$if(isWaiting, (query) => query.where('awaiting_since', 'is not', null))
    .$if(isSuspended, (query) => query.where('suspended_at', 'is not', null))
    .$if(search !== undefined, (query) =>
      query.where(({ or, eb }) =>
        or((['username', 'name', 'email'] as const).map((column) => eb(column, 'ilike', containing(search)))),
      ),
    )
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(${createdAt}, id) < (${after?.at}::timestamptz, ${after?.id}::uuid)`),
    )
    .orderBy(createdAt, 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

/** A pattern of `ilike` for texts that contain this one. */
export const containing = (text = '') => `%${text.replace(/[\\%_]/g, '\\$&')}%`

type Counts = {
  waysIn: string[]
  secondFactor: boolean
  sessions: number
  lastSession: Date | null
  zines: number
  followers: number
  drafts: number
  projects: number
}

export async function countMemberRows(db: Db, id: string): Promise<Counts> {
  const { rows } = await sql<Counts>`
    select array(select provider_id from accounts where user_id = u.id order by provider_id) as "waysIn",
      exists (select from two_factors where user_id = u.id and verified) as "secondFactor",
      (select count(*)::int from sessions where user_id = u.id and expires_at > now()) as sessions,
      (select max(updated_at) from sessions where user_id = u.id) as "lastSession",
      (select count(*)::int from zines where creator_id = u.id) as zines,
      (select count(*)::int from follows where creator_id = u.id) as followers,
      (select count(*)::int from drafts where owner_id = u.id) as drafts,
      (select count(*)::int from projects where user_id = u.id) as projects
    from users u where id = ${id}`.execute(db)
  return rows[0] as Counts
}

type Outcome = 'done' | 'already' | 'absent'
type Actor = Site['actor']
type MemberChange = {
  done(username: string): MessageDescriptor
  already(username: string): MessageDescriptor
  apply(tx: Tx, userId: string, actor: Actor): Promise<Outcome>
}

/** Acts on a member in one transaction and returns the outcome as a sentence. */
export async function changeMember(
  { db, actor }: Site,
  nameOrId: string,
  { done, already, apply }: MemberChange,
): Promise<CommandResult> {
  const { id, username } = await findMember(db, nameOrId)
  const outcome = await db.transaction().execute((tx) => apply(tx, id, actor))
  if (outcome === 'absent') throw apiError('not_found', msg`The member ${{ name: nameOrId }} no longer exists.`)
  return { outcome, says: outcome === 'done' ? done(username) : already(username) }
}

export const withAudit =
  (act: OperatorAction, change: (tx: Tx, userId: string) => Promise<boolean>) =>
  async (tx: Tx, userId: string, actor: Actor) => {
    if (!(await change(tx, userId))) return 'already' as const
    await recordAction(tx, { actor, act, member_id: userId, subject: `member ${userId}` })
    return 'done' as const
  }
