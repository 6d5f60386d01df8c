-- What can be found, in the normal form of contract/normal-form.ts: words in a row, a line's end around each text.
-- Filled by server/search; a library that has zines and no documents is indexed by a job after the start.
drop function index_zine(uuid);
drop function index_creator(uuid);
drop table zine_search;
drop table creator_search;
drop function search_pattern(text);
drop function search_fold(text);

-- When all that there was had been indexed; a library from before is, once it has started.
create table search_filled (at timestamptz not null default now());
insert into search_filled select now() where not exists (select from profiles);

create table zine_search (
  zine_id uuid primary key references zines (id) on delete cascade,
  -- The zine's, so that the newest are found without another look at each.
  created_at timestamptz not null,
  document text collate "C" not null
);
create index zine_search_newest on zine_search (created_at desc, zine_id desc);
create table creator_search (
  creator_id uuid primary key references profiles (user_id) on delete cascade,
  document text collate "C" not null
);
-- No list of pending entries: a search would read all of it, and whoever fills it up would wait until it is put in order.
create index zine_search_words on zine_search using gin (string_to_array(document, ' ')) with (fastupdate = off);
create index creator_search_words on creator_search using gin (string_to_array(document, ' ')) with (fastupdate = off);

-- The words of all documents, and how many zines and creators have each. A creator's names are in their zines as well, so
-- one vocabulary is hardly more than the zines' alone. Counts change often, and have room to do so in place.
create table search_words (
  word text collate "C" primary key,
  zines integer not null default 0,
  creators integer not null default 0
) with (fillfactor = 70);

-- Every part of a word of one to three letters: whatever part of a word somebody types is made of these. Names with @ are
-- found by how they begin. It costs what it says, which tells PostgreSQL to use the index instead of asking every word.
create function word_parts(word text) returns text[] language sql immutable strict parallel safe cost 5000 as $$
  select case when word ^@ '@' then '{}' else array(
    select distinct substr(word, start, size)
    from generate_series(1, length(word)) start, generate_series(1, 3) size
    where start + size - 1 <= length(word)) end
$$;
create index search_words_parts on search_words using gin (word_parts(word)) with (fastupdate = off);

-- A word and what is left of it when one letter is gone. Of a misspelling of two letters, one is covered by this and
-- the other by trying (server/search/misspellings.ts). Long words are found by their parts instead; words with figures
-- or signs are not what somebody misspelt.
create function word_without_a_letter(word text) returns text[] language sql immutable strict parallel safe cost 5000 as $$
  select case when word ~ '^[^[:digit:][:punct:]]{2,13}$' then array(
    select distinct overlay(word placing '' from gone for 1) from generate_series(1, length(word)) gone
  ) || word else '{}' end
$$;
create index search_words_near on search_words using gin (word_without_a_letter(word)) with (fastupdate = off);
