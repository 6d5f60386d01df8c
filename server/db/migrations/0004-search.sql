-- What can be found of a zine and of a creator: folded text, found by any part of a word.
create table zine_search (
  zine_id uuid primary key references zines (id) on delete cascade,
  document text not null
);
create index zine_search_parts on zine_search using gin (document gin_trgm_ops);

create table creator_search (
  creator_id uuid primary key references profiles (user_id) on delete cascade,
  document text not null
);
create index creator_search_parts on creator_search using gin (document gin_trgm_ops);

-- The one place that says what a zine or a creator can be found by.
create function index_zine(indexed uuid) returns void language sql as $$
  insert into zine_search (zine_id, document)
  select z.id, search_fold(concat_ws(' ', z.title, z.description, u.username, p.name))
  from zines z join users u on u.id = z.creator_id join profiles p on p.user_id = z.creator_id
  where z.id = indexed
  on conflict (zine_id) do update set document = excluded.document
$$;

create function index_creator(indexed uuid) returns void language sql as $$
  insert into creator_search (creator_id, document)
  select p.user_id, search_fold(concat_ws(' ', u.username, p.name, p.bio))
  from profiles p join users u on u.id = p.user_id
  where p.user_id = indexed
  on conflict (creator_id) do update set document = excluded.document
$$;

-- A word as it was typed, as a LIKE pattern that finds it anywhere in a document.
create function search_pattern(word text) returns text language sql immutable strict parallel safe as $$
  select '%' || regexp_replace(search_fold(word), '([\\%_])', '\\\1', 'g') || '%'
$$;
