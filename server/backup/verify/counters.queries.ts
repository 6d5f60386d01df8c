import type pg from 'pg'
import { bytesOf } from '#server/projects/project-json.ts'
import { maxPerKind, unsettledMembersQuery } from './problems.ts'

type Mismatch = { entity: string; stored: string; actual: string }

export async function listCounterProblems(client: pg.ClientBase) {
  const messages: string[] = []
  for (const [counter, query] of Object.entries(counterQueries)) {
    const { rows } = await client.query<Mismatch>(`
      select entity, stored, actual from (${query}) counted where stored is distinct from actual limit ${maxPerKind}`)
    messages.push(
      ...rows.map(({ entity, stored, actual }) => `${entity}: ${counter} is ${stored}, and should be ${actual}`),
    )
  }
  const { rows: missing } = await client.query<{ entity: string }>(missingCounterQuery)
  messages.push(...missing.map(({ entity }) => `${entity} is not visible anywhere, because it has no counter`))
  const { rows: visible } = await client.query<{ entity: string }>(hiddenButVisibleQuery)
  return [...messages, ...visible.map(({ entity }) => `${entity} is visible although it is hidden`)]
}

const counterQueries: Record<string, string> = {
  'its number of favorites': `
    select 'zine ' || s.zine_id as entity, favorite_count as stored, coalesce(count, 0) as actual
    from zine_stats s left join (select zine_id, count(*) from favorites group by zine_id) f using (zine_id)`,
  'its number of pages': `
    select 'zine ' || id as entity, page_count as stored, coalesce(count, 0) as actual
    from zines left join (select zine_id, count(*) from zine_pages group by zine_id) p on zine_id = id`,
  'whether pages of it have a note': `
    select 'zine ' || id as entity, has_page_content_notes as stored, coalesce(has_note, false) as actual
    from zines left join (select zine_id, bool_or(content_note <> '') as has_note from zine_pages group by zine_id) p on zine_id = id`,
  'the number of zines': `
    select 'creator ' || s.creator_id as entity, zine_count as stored, coalesce(count, 0) as actual
    from creator_stats s left join (
      select creator_id, count(*) from zines join zine_stats on zine_id = id group by creator_id
    ) z using (creator_id)`,
  'the number of followers': `
    select 'creator ' || s.creator_id as entity, follower_count as stored, coalesce(count, 0) as actual
    from creator_stats s left join (select creator_id, count(*) from follows group by creator_id) f using (creator_id)`,
  'its total of minutes': `
    select 'project ' || id as entity, total_minutes as stored, coalesce(sum, 0) as actual
    from projects left join (
      select project_id, sum(minutes) from focus_sessions where removed_at is null group by project_id
    ) f on project_id = id`,
  'its number of sessions': `
    select 'project ' || id as entity, session_count as stored, coalesce(count, 0) as actual
    from projects left join (select project_id, count(*) from focus_sessions group by project_id) f on project_id = id`,
  'its text size': `
    select 'project ' || id as entity, text_bytes as stored, coalesce(sum, 0) as actual
    from projects left join (
      select project_id, sum(${bytesOf('v')}) from project_versions v group by project_id
    ) t on project_id = id`,
  'its number of zines': `
    select 'shelf ' || id as entity, item_count as stored, coalesce(count, 0) as actual
    from shelves left join (select shelf_id, count(*) from shelf_items group by shelf_id) i on shelf_id = id`,
  'the number of projects': memberCounterQuery('projects', 'count(*)', 2000),
  'the number of sessions': memberCounterQuery('sessions', 'sum(session_count)', 50_000),
  'the text size': memberCounterQuery('text_blocks', 'sum(text_bytes >> 16)', 16_384),
  // Follows deleted with their creator are only subtracted when the limit is reached.
  'the number of followed creators': `
    select 'member ' || follower_id as entity, follows as stored, greatest(follows, count) as actual
    from (select follower_id, count(*) from follows group by follower_id) f left join member_counts on user_id = follower_id`,
}

/** Members who were over the limit when counting was introduced are counted at the limit. */
function memberCounterQuery(column: string, sum: string, maxCount: number) {
  return `
    select 'member ' || user_id as entity, coalesce(${column}, 0) as stored,
           case when ${column} = ${maxCount} then ${column} else coalesce(actual, 0) end as actual
    from member_counts full join (select user_id, ${sum} as actual from projects group by user_id) p using (user_id)`
}

const missingCounterQuery = `
  (select 'zine ' || z.id as entity from zines z join creator_stats c on c.creator_id = z.creator_id
   where z.hidden_at is null and not exists (select from zine_stats s where s.zine_id = z.id)
     and z.creator_id not in (${unsettledMembersQuery}) limit ${maxPerKind})
  union all
  (select 'creator ' || u.id from users u join profiles p on p.user_id = u.id
   where u.suspended_at is null and u.awaiting_since is null
     and not exists (select from creator_stats c where c.creator_id = u.id)
     and u.id not in (${unsettledMembersQuery}) limit ${maxPerKind})`

const hiddenButVisibleQuery = `
  (select 'zine ' || z.id as entity from zines z join zine_stats s on s.zine_id = z.id
   where z.hidden_at is not null limit ${maxPerKind})
  union all
  (select 'creator ' || u.id from users u join creator_stats c on c.creator_id = u.id
   where u.suspended_at is not null limit ${maxPerKind})`
