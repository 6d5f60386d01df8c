-- Words so frequent that a phrase of two of them is looked for by the pair.
-- Whoever writes a document writes the pairs of all of them; a search goes by those that are ready, as every document has
-- their pairs by then. How frequent a word was when it came, in thousandths, says with which others it makes pairs.
create table paired_words (
  word text collate "C" primary key,
  number integer not null unique,
  permille smallint not null,
  came_at timestamptz not null default now(),
  -- Up to which zine documents have been given its pairs; null as long as somebody may write who does not know of it.
  done_to uuid,
  ready_at timestamptz,
  left_at timestamptz
);

-- Whose document was written by a process of the version before, or by hand, without pairs; and since when it has them.
-- Zines may be gone: a reference would lock the table of zines, after others that who publishes writes to later.
create table unpaired_zines (
  zine_id uuid primary key,
  paired_at timestamptz
);
create function note_unpaired_zine() returns trigger language plpgsql as $$
begin
  insert into unpaired_zines (zine_id) values (new.zine_id) on conflict (zine_id) do update set paired_at = null;
  return null;
end $$;
create trigger zine_search_is_unpaired after insert or update of document on zine_search
  for each row when (current_setting('foldout.pairs', true) is distinct from 'written')
  execute function note_unpaired_zine();
