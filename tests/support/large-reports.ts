/** SQL: reports of many zines and creators, the letters about them, what was decided, and what was written down of sign-ins. */
export const reportsOfLibrary = `
  insert into reports (zine_id, creator_id, title, reason, once, reporter_id, reported_at, resolved_at, resolution)
  select case when n % 4 > 0 then z.id end, z.creator_id, case when n % 4 > 0 then 'Paper' end, 'spam', md5(n::text),
    case when n % 2 = 0 then p.id end, now() - n * interval '1 minute',
    case when n % 3 > 0 then now() - n * interval '30 seconds' end, case when n % 3 > 0 then 'kept' end
  from generate_series(1, 9000) n join zine z on z.at = n join person p on p.at = n % 7000;
  insert into report_letters (zine_id, creator_id, day, token_hash)
  select z.id, z.creator_id, current_date - z.at::int % 40, sha256((z.at || 'letter')::bytea) from zine z where z.at < 9000;
  insert into decisions (member_id, zine_id, title, act, reason, token_hash, made_at)
  select creator_id, id, 'Paper', 'zine kept', 'It is a map.', sha256((at || 'decision')::bytea), now() - at * interval '1 hour'
  from zine where at < 8000;
  insert into audit_log (actor, act, member_id, network, at, same)
  select 'member', 'sign-in', p.id, '192.0.2.0/24', now() - n * interval '3 minutes', 'sign-in ' || n
  from generate_series(1, 12000) n join person p on p.at = n % 7000`
