-- Zines whose documents do not say, or no longer, where in the lists they stand (server/search/standing.ts): searches by what
-- documents say look at these beside, and a job writes their documents anew.
create table unplaced_zines (
  id uuid primary key default uuidv7(),
  zine_id uuid not null
) with (autovacuum_vacuum_threshold = 500, autovacuum_vacuum_scale_factor = 0);
create index on unplaced_zines (zine_id);

-- One row as long as documents from before may not say it, which are too many to be put down here one by one: up to which
-- zine they do. Until it is gone nothing is searched for by what documents say of it.
create table placed_so_far (done_to uuid not null);

-- Never two that wait for each other: who finds a zine here and can hold its row until they commit leaves it at that, for
-- the job does not take what is held. What the job has taken already is put here again.
create function unplace_zine() returns trigger language plpgsql as $$
begin
  perform from unplaced_zines where zine_id = new.zine_id limit 1 for update skip locked;
  if not found then
    insert into unplaced_zines (zine_id) values (new.zine_id);
  end if;
  return null;
end $$;

-- In the order in which whoever publishes writes to them. Nothing takes long from here on.
lock table zine_stats, zine_search in share row exclusive mode;

-- The very numbers of server/search/standing.ts. A change of level is seldom; to be asked for one costs a toggle nothing.
create trigger zine_stats_levels after update of favorite_count on zine_stats
  for each row when (
    width_bucket(old.favorite_count, '{16,32,64,128,256,512,1024,2048,4096,8192,16384,32768,65536}'::int[])
    <> width_bucket(new.favorite_count, '{16,32,64,128,256,512,1024,2048,4096,8192,16384,32768,65536}'::int[]))
  execute function unplace_zine();

-- Counted anew, as what is shown again: its document may be from before it was hidden.
create trigger zine_stats_counted after insert on zine_stats
  for each row when (new.favorite_count >= 16) execute function unplace_zine();

-- As a process of the version before writes it, while there is one.
create trigger zine_search_standing after insert or update on zine_search
  for each row when (not new.document ^@ E'\n ERA:') execute function unplace_zine();

insert into placed_so_far select '00000000-0000-0000-0000-000000000000' where exists (select from zine_search);
