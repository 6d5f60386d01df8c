import { sql } from 'kysely'
import { findUserByUsername } from '#server/accounts/accounts.queries.ts'
import type { Db } from '#server/db/connection.ts'
import { refuse } from '#server/http/errors.ts'
import { uuid } from './command.ts'

/** Who is meant by a username or an id. Refuses a name that nobody has, and an account that is being removed. */
export async function findMember(db: Db, who: string) {
  const id = uuid.test(who) ? who : (await findUserByUsername(db, who))?.id
  const member = id && (await db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst())
  if (!member) throw refuse('not_found', `There is nobody called ${who}.`)
  if (member.deleting_at) throw refuse('not_found', `The account of ${member.username} is being removed.`)
  return member
}

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

/** What there is of a member, counted. */
export async function countOf(db: Db, id: string): Promise<Counts> {
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
