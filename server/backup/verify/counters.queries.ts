import type pg from 'pg'
import { bytesOf } from '#server/projects/project-json.ts'
import { mostOfAKind, unsettled } from './fault.ts'

type Wrong = { thing: string; said: string; really: string }

export async function listWrongCounters(client: pg.ClientBase) {
  const sentences: string[] = []
  for (const [what, text] of Object.entries(counters)) {
    const { rows } = await client.query<Wrong>(`
      select thing, said, really from (${text}) counted where said is distinct from really limit ${mostOfAKind}`)
    sentences.push(
      ...rows.map(({ thing, said, really }) => `${thing}: ${what} is ${said}, and should be ${really}`),
    )
  }
  const { rows: unshown } = await client.query<{ thing: string }>(withoutCounter)
  sentences.push(...unshown.map(({ thing }) => `${thing} is visible nowhere, because it has no counter`))
  const { rows: shown } = await client.query<{ thing: string }>(shownThoughHidden)
  return [...sentences, ...shown.map(({ thing }) => `${thing} is visible although it is hidden`)]
}

const counters: Record<string, string> = {
  'its number of favorites': `
    select 'zine ' || s.zine_id as thing, favorite_count as said, coalesce(count, 0) as really
    from zine_stats s left join (select zine_id, count(*) from favorites group by zine_id) f using (zine_id)`,
  'its number of pages': `
    select 'zine ' || id as thing, page_count as said, coalesce(count, 0) as really
    from zines left join (select zine_id, count(*) from zine_pages group by zine_id) p on zine_id = id`,
  'whether pages of it have a note': `
    select 'zine ' || id as thing, has_noted_pages as said, coalesce(noted, false) as really
    from zines left join (select zine_id, bool_or(content_note <> '') as noted from zine_pages group by zine_id) p on zine_id = id`,
  'the number of zines': `
    select 'creator ' || s.creator_id as thing, zine_count as said, coalesce(count, 0) as really
    from creator_stats s left join (
      select creator_id, count(*) from zines join zine_stats on zine_id = id group by creator_id
    ) z using (creator_id)`,
  'the number of followers': `
    select 'creator ' || s.creator_id as thing, follower_count as said, coalesce(count, 0) as really
    from creator_stats s left join (select creator_id, count(*) from follows group by creator_id) f using (creator_id)`,
  'its total of minutes': `
    select 'project ' || id as thing, total_minutes as said, coalesce(sum, 0) as really
    from projects left join (
      select project_id, sum(minutes) from focus_sessions where removed_at is null group by project_id
    ) f on project_id = id`,
  'its number of sessions': `
    select 'project ' || id as thing, session_count as said, coalesce(count, 0) as really
    from projects left join (select project_id, count(*) from focus_sessions group by project_id) f on project_id = id`,
  'what its texts take': `
    select 'project ' || id as thing, kept_bytes as said, coalesce(sum, 0) as really
    from projects left join (
      select project_id, sum(${bytesOf('v')}) from project_versions v group by project_id
    ) t on project_id = id`,
  'how much stands on it': `
    select 'shelf ' || id as thing, item_count as said, coalesce(count, 0) as really
    from shelves left join (select shelf_id, count(*) from shelf_items group by shelf_id) i on shelf_id = id`,
  'the number of projects': ofMembers('projects', 'count(*)', 2000),
  'the number of sessions': ofMembers('sessions', 'sum(session_count)', 50_000),
  'what texts take': ofMembers('text_parts', 'sum(kept_bytes >> 16)', 16_384),
  // Follows deleted with their creator are only subtracted when the limit is reached.
  'the number of followed creators': `
    select 'member ' || follower_id as thing, follows as said, greatest(follows, count) as really
    from (select follower_id, count(*) from follows group by follower_id) f left join member_counts on user_id = follower_id`,
}

/** Members who were over the limit when counting was introduced are counted at the limit. */
function ofMembers(column: string, sum: string, most: number) {
  return `
    select 'member ' || user_id as thing, coalesce(${column}, 0) as said,
           case when ${column} = ${most} then ${column} else coalesce(really, 0) end as really
    from member_counts full join (select user_id, ${sum} as really from projects group by user_id) p using (user_id)`
}

const withoutCounter = `
  (select 'zine ' || z.id as thing from zines z join creator_stats c on c.creator_id = z.creator_id
   where z.hidden_at is null and not exists (select from zine_stats s where s.zine_id = z.id)
     and z.creator_id not in (${unsettled}) limit ${mostOfAKind})
  union all
  (select 'creator ' || u.id from users u join profiles p on p.user_id = u.id
   where u.suspended_at is null and u.awaiting_since is null
     and not exists (select from creator_stats c where c.creator_id = u.id)
     and u.id not in (${unsettled}) limit ${mostOfAKind})`

const shownThoughHidden = `
  (select 'zine ' || z.id as thing from zines z join zine_stats s on s.zine_id = z.id
   where z.hidden_at is not null limit ${mostOfAKind})
  union all
  (select 'creator ' || u.id from users u join creator_stats c on c.creator_id = u.id
   where u.suspended_at is not null limit ${mostOfAKind})`
