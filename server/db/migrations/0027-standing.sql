-- A large library takes longer than a visitor would wait.
set local statement_timeout = 0;

-- Zines whose documents do not say, or no longer, where in the lists they stand (server/search/standing.ts): searches by what
-- documents say look at these beside, and a job writes their documents anew. Never two that wait for each other: a zine that
-- is here already is put here again, by whoever does not know whether the job has seen what changed.
create table unplaced_zines (
  id uuid primary key default uuidv7(),
  zine_id uuid not null
);
create function unplace_zine() returns trigger language plpgsql as $$
begin
  insert into unplaced_zines (zine_id) values (new.zine_id);
  return null;
end $$;

-- In the order in which whoever publishes writes to them.
lock table zine_stats, zine_search in share row exclusive mode;

-- The very numbers of server/search/standing.ts. A change of level is seldom; to be asked for one costs a toggle nothing.
create trigger zine_stats_levels after update of favorite_count on zine_stats
  for each row when (
    width_bucket(old.favorite_count, '{16,32,64,128,256,512,1024,2048,4096,8192,16384,32768,65536}'::int[])
    <> width_bucket(new.favorite_count, '{16,32,64,128,256,512,1024,2048,4096,8192,16384,32768,65536}'::int[]))
  execute function unplace_zine();

-- As a process of the version before writes it, while there is one.
create trigger zine_search_standing after insert or update on zine_search
  for each row when (not new.document ^@ E'\n ERA:') execute function unplace_zine();

insert into unplaced_zines (zine_id) select zine_id from zine_search order by created_at desc;
