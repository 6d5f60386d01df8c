import { sql } from 'kysely'
import type pg from 'pg'
import type { Decision } from '#contract/moderation.ts'
import { hashOf, isToken } from '#server/auth/account-mail/mail-links.queries.ts'
import type { Db, Tx } from '#server/db/connection.ts'
import { maxPageRows, statement } from '#server/db/statement.ts'
import type { ListRange, PageRow } from '#server/http/list-page.ts'
import { zineJoins, zineJson } from '#server/lists/zine-json.ts'

const decisionJson = `json_build_object(
  'id', d.id, 'act', d.act, 'reason', d.reason, 'zineId', d.zine_id, 'title', d.title,
  'reply', d.reply, 'repliedAt', d.replied_at, 'madeAt', d.made_at)`

const latestDecisionsSql = (condition: string) => `
  select ${decisionJson}::text as item, json_build_array(d.made_at, d.id) as position
  from (
    select * from decisions where member_id = $1 and ${condition}
    order by made_at desc, id desc limit ${maxPageRows}
  ) d order by d.made_at desc, d.id desc limit $2`

const decisions = statement<PageRow, [memberId: string, limit: number]>('decisions', latestDecisionsSql('true'))
const decisionsAfter = statement<PageRow, [memberId: string, limit: number, madeAt: string, id: string]>(
  'decisions-after',
  latestDecisionsSql('(made_at, id) < ($3::timestamptz, $4::uuid)'),
)

export const listDecisions = (pool: pg.Pool, memberId: string, { limit, after }: ListRange<string>) =>
  after ? decisionsAfter(pool, memberId, limit + 1, ...after) : decisions(pool, memberId, limit + 1)

/** Hidden zines have no favorite counter, so this query counts the rows. */
const hiddenZinesSql = (condition: string) => `
  select z.id, (${zineJson})::jsonb || jsonb_build_object('hidden', json_build_object(
      'at', z.hidden_at, 'reason', z.hidden_reason)) as item, json_build_array(z.created_at, z.id) as position
  from (
    select zines.*, (select count(*) from favorites where zine_id = id)::int as favorite_count from zines
    where creator_id = $1 and hidden_at is not null and ${condition}
    order by created_at desc, id desc limit ${maxPageRows}
  ) z
  ${zineJoins('$1', { favoriteCountSql: 'z.favorite_count' })}
  order by z.created_at desc, z.id desc limit $2`

const asTextSql = (text: string) => `select item::text, position from (${text}) found`

const hiddenList = statement<PageRow, [memberId: string, limit: number]>(
  'hidden-zines',
  asTextSql(hiddenZinesSql('true')),
)
const hiddenListAfter = statement<PageRow, [memberId: string, limit: number, createdAt: string, id: string]>(
  'hidden-zines-after',
  asTextSql(hiddenZinesSql('(created_at, id) < ($3::timestamptz, $4::uuid)')),
)

export const listHiddenZines = (pool: pg.Pool, memberId: string, { limit, after }: ListRange<string>) =>
  after ? hiddenListAfter(pool, memberId, limit + 1, ...after) : hiddenList(pool, memberId, limit + 1)

export type DecisionSelector = { id: string; memberId: string } | { token: string }

const matchesSelector = (selector: DecisionSelector) =>
  'token' in selector
    ? sql`d.token_hash = ${isToken(selector.token) ? hashOf(selector.token) : null}`
    : sql`d.id = ${selector.id} and d.member_id = ${selector.memberId}`

export async function findDecision(db: Db | Tx, selector: DecisionSelector) {
  const { rows } = await sql<{ decision: Decision }>`
    select ${sql.raw(decisionJson)} as decision from decisions d where ${matchesSelector(selector)}`.execute(db)
  return rows[0]?.decision
}

export async function saveReply(tx: Tx, selector: DecisionSelector, reply: string) {
  const { rows } = await sql<{ decision: Decision }>`
    update decisions d set reply = ${reply}, replied_at = now()
    where ${matchesSelector(selector)} and reply is null returning ${sql.raw(decisionJson)} as decision`.execute(tx)
  return rows[0]?.decision
}
