-- What a zine says of itself, and what readers are told before they see it.

alter table zines
  add column content_note text,
  add column covers_pages boolean not null default false,
  add constraint zines_covers check (content_note is not null or not covers_pages);

alter table zine_pages
  add column content_note text not null default '';

-- Details as contract/details.ts declares them, of zines that have any. Series and place in it are repeated beside them,
-- so that the issues of a series are read in their order.
create table zine_details (
  zine_id uuid primary key constraint zine_details_zine references zines on delete cascade,
  creator_id uuid not null constraint zine_details_creator references profiles on delete cascade,
  details jsonb not null,
  series_slug text,
  -- The number in the name of the issue; those that have none come after those that do.
  issue_number double precision not null default 'infinity'
);
create index zine_details_series on zine_details (creator_id, series_slug, issue_number, zine_id);

-- What a member wants of zines with a content note.
alter table profiles
  add column content_notes text not null default 'ask'
    constraint profiles_content_notes check (content_notes in ('ask', 'always', 'never'));

-- The words that zines are filtered by (server/search/facets.ts) begin with a letter that no other has. As those with @, they
-- are looked up as they are and have no parts; there is none yet, so the index stands.
create or replace function word_parts(word text) returns text[] language sql immutable strict parallel safe cost 5000 as $$
  select case when word collate "C" >= '@' and word collate "C" < '[' then '{}' else array(
    select distinct substr(word, start, size)
    from generate_series(1, length(word)) start, generate_series(1, 3) size
    where start + size - 1 <= length(word)) end
$$;

-- Whoever wants none with a content note in lists avoids something too.
create or replace function avoids_something(member uuid) returns boolean language sql stable as $$
  select exists (select from blocks where member_id = member) or exists (select from blocks where creator_id = member)
    or exists (select from unwanted_zines where member_id = member)
    or exists (select from profiles where user_id = member and content_notes = 'never')
$$;

-- Pages with a content note: few, so lists that leave their zines out look here.
create index zine_pages_noted on zine_pages (zine_id) where content_note <> '';
