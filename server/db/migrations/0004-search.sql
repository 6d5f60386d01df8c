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
