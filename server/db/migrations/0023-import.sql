-- Drafts that an import has made. They are counted and listed for themselves.
alter table drafts add column is_imported boolean not null default false;
create index drafts_own on drafts (owner_id, updated_at desc, id desc) where not is_imported;
create index drafts_imported on drafts (owner_id, created_at desc, id desc) where is_imported;

-- A zip that a member imports; it lies where uploads do until it is read.
create table imports (
  id uuid primary key default uuidv7(),
  owner_id uuid not null constraint imports_owner references users on delete cascade,
  upload_id text not null constraint imports_upload unique,
  state text not null default 'waiting'
    constraint imports_state check (state in ('waiting', 'reading', 'done', 'refused')),
  -- Why nothing, or nothing more, was made of it.
  refusal text,
  -- What is said of all of it, such as columns that say nothing.
  note text,
  row_count integer,
  -- When its last turn began.
  read_at timestamptz,
  created_at timestamptz not null default now()
);
create unique index imports_under_way on imports (owner_id) where state in ('waiting', 'reading');
create index imports_latest on imports (owner_id, created_at desc, id desc);

-- What has become of each row of its table.
create table import_rows (
  import_id uuid not null constraint import_rows_import references imports on delete cascade,
  number integer not null,
  title text not null,
  outcome text not null constraint import_rows_outcome check (outcome in ('made', 'already', 'refused')),
  -- Why it was refused.
  says text,
  draft_id uuid,
  constraint import_rows_key primary key (import_id, number)
);
