import type pg from 'pg'

/** Rows that follow from others. */
export async function fillCounters(client: pg.ClientBase) {
  await client.query('analyze users, profiles, zines')
  await client.query(counters)
}

const counters = `
  insert into zine_stats (zine_id, favorite_count)
  select z.id, coalesce(f.favorite_count, 0)
  from zines z left join (select zine_id, count(*) as favorite_count from favorites group by zine_id) f
    on f.zine_id = z.id
  where not exists (select from zine_stats s where s.zine_id = z.id);
  insert into creator_stats (creator_id, zine_count)
  select p.user_id, count(z.id) from profiles p left join zines z on z.creator_id = p.user_id
  where not exists (select from creator_stats s where s.creator_id = p.user_id) group by p.user_id`
