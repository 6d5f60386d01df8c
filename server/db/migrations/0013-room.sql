-- Space that is held for uploads that were announced, until they are media, given up or swept. A row that a crash leaves
-- behind ends by itself.
create table open_uploads (
  id text primary key,
  owner_id uuid not null constraint open_uploads_owner references users on delete cascade,
  byte_size bigint not null,
  expires_at timestamptz not null
);
create index open_uploads_of on open_uploads (owner_id);
create index open_uploads_live on open_uploads (expires_at);

-- What a member keeps is added up at every upload, from this index alone.
drop index media_owner_hash;
create index media_owner_hash on media (owner_id, hash) include (byte_size);

-- What a project keeps, so that it can be taken off its member's counts when it goes: bytes of text with earlier versions,
-- focus sessions with removed ones.
alter table projects
  add column kept_bytes bigint not null default 0,
  add column session_count integer not null default 0;
update projects p set
  kept_bytes = (
    select coalesce(sum(octet_length(v.title) + octet_length(v.notes)), 0) from project_versions v where v.project_id = p.id),
  session_count = (select count(*) from focus_sessions f where f.project_id = p.id);

-- What a member keeps, and the most of it (contract/workspace-limits.ts). Of a project's bytes whole parts of 64 kB are
-- counted, so that few saves change the sum. A row is made with the first project, and changed last in each statement.
create table member_counts (
  user_id uuid primary key constraint member_counts_member references users on delete cascade,
  projects integer not null default 0 constraint member_counts_projects check (projects <= 2000),
  sessions integer not null default 0 constraint member_counts_sessions check (sessions <= 50000),
  text_parts integer not null default 0 constraint member_counts_texts check (text_parts <= 16384)
);
-- Who has more already keeps it.
insert into member_counts (user_id, projects, sessions, text_parts)
select user_id, least(count(*), 2000), least(sum(session_count), 50000), least(sum(kept_bytes >> 16), 16384)
from projects group by user_id;
