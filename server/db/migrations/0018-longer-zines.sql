-- Zines that can be corrected: a version for each change, and a printing for each change of pictures.
alter table zines
  add column version integer not null default 1,
  add column printing smallint not null default 1,
  add column reading_direction text not null default 'ltr'
    constraint zines_reading_direction check (reading_direction in ('ltr', 'rtl')),
  -- As many as there are in zine_pages; lists say it without counting.
  add column page_count smallint not null default 1,
  add column edited_at timestamptz,
  -- The draft it was published from, so that none is published twice.
  add column draft_id uuid;
create unique index zines_draft on zines (draft_id) where draft_id is not null;
update zines z set page_count = counted.pages
from (select zine_id, count(*) as pages from zine_pages group by zine_id having count(*) <> 1) counted
where counted.zine_id = z.id;

alter table zine_pages drop constraint zine_pages_position;
alter table zine_pages
  add constraint zine_pages_position check (position between 0 and 63),
  add column transcript text not null default '';

-- The printings of a zine that has more than one. Of a former printing its cover is kept.
create table zine_printings (
  zine_id uuid not null constraint zine_printings_zine references zines on delete cascade,
  number smallint not null,
  note text,
  printed_at timestamptz not null default now(),
  cover_media_id uuid constraint zine_printings_cover references media,
  constraint zine_printings_key primary key (zine_id, number)
);
create index zine_printings_covers on zine_printings (cover_media_id);

-- Zines before they are seen. What one says is its content (contract/drafts.ts).
create table drafts (
  id uuid primary key default uuidv7(),
  owner_id uuid not null constraint drafts_owner references users on delete cascade,
  project_id uuid constraint drafts_project references projects on delete set null,
  version integer not null default 1,
  content jsonb not null,
  publish_at timestamptz,
  -- Why it could not be published when its time had come.
  refusal text,
  -- When its member was told that it is about to be removed.
  announced_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index drafts_latest on drafts (owner_id, updated_at desc, id desc);
create index drafts_project on drafts (project_id);
create index drafts_untouched on drafts (updated_at);
create index drafts_due on drafts (publish_at) where publish_at is not null;

-- What a draft shows, or showed a moment ago: the sweep leaves it.
create table draft_media (
  media_id uuid primary key constraint draft_media_media references media,
  draft_id uuid not null constraint draft_media_draft references drafts on delete cascade
);
create index draft_media_draft on draft_media (draft_id);

-- PDFs that a draft was given, and what has been made of each page.
create table documents (
  id uuid primary key default uuidv7(),
  draft_id uuid not null constraint documents_draft references drafts on delete cascade,
  owner_id uuid not null constraint documents_owner references users on delete cascade,
  upload_id text constraint documents_upload unique,
  state text not null default 'waiting'
    constraint documents_state check (state in ('waiting', 'reading', 'done', 'refused')),
  spread text not null default 'single'
    constraint documents_spread check (spread in ('single', 'in_order', 'booklet')),
  direction text not null default 'ltr' constraint documents_direction check (direction in ('ltr', 'rtl')),
  cover_alone boolean not null default true,
  back_alone boolean not null default true,
  looks_like_spreads boolean not null default false,
  page_count smallint,
  refusal text,
  byte_size bigint not null default 0,
  created_at timestamptz not null default now()
);
create index documents_draft on documents (draft_id);
create index documents_owner on documents (owner_id);

create table document_pages (
  document_id uuid not null constraint document_pages_document references documents on delete cascade,
  number smallint not null,
  media_id uuid constraint document_pages_media references media,
  transcript text not null default '',
  refusal text,
  constraint document_pages_key primary key (document_id, number)
);
create index document_pages_media on document_pages (media_id);

-- The zine that came of a project.
alter table projects add column zine_id uuid constraint projects_zine references zines on delete set null;
create index projects_zine on projects (zine_id);
