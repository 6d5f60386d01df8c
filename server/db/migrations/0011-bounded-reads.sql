-- A project's sessions go with it. The lists' own index leaves the removed ones out, so deleting read the whole table.
create index focus_sessions_project on focus_sessions (project_id);

-- A member's projects of one kind, the latest changed first: of many unfinished ones, none is read to find a finished one.
create index projects_active on projects (user_id, updated_at desc, id desc) where completed_at is null;
create index projects_finished on projects (user_id, updated_at desc, id desc) where completed_at is not null;

-- Whose sign-in or way to a provider is under way: the id is the value, or a text in the JSON that the value is. Asked for
-- by whatever ends sessions.
create index verifications_texts on verifications using gin (string_to_array(value, '"')) with (fastupdate = off);
-- Better Auth removes what has expired whenever it looks one up.
create index verifications_expired on verifications (expires_at);

-- Where the parts of the sitemap begin, but for the first: found once, when the part before is full. Ids are in the order
-- in which things were made, so nothing is ever added to a part that is not the last.
create table sitemap_parts (
  kind text not null,
  first_id uuid not null,
  constraint sitemap_parts_key primary key (kind, first_id),
  constraint sitemap_parts_kind check (kind in ('zines', 'profiles'))
);
