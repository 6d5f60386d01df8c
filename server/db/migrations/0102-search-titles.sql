-- Titles and names as terms, for the best matches of a search. Null until the row is indexed again.

alter table zine_search add column title text collate "C";
create index zine_search_titles on zine_search (title, created_at desc, zine_id desc);

alter table creator_search
  add column username text collate "C",
  add column name text collate "C";
create index creator_search_usernames on creator_search (username, creator_id desc);
create index creator_search_names on creator_search (name, creator_id desc);
