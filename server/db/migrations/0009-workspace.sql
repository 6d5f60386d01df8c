-- What a project says stands in its versions; here is which of them is the latest.
create table projects (
  id uuid primary key default uuidv7(),
  user_id uuid not null constraint projects_owner references users on delete cascade,
  version integer not null default 1,
  -- Not checked against 0: PostgreSQL checks a change before it waits for the others whose sum it then adds to.
  total_minutes bigint not null default 0,
  completed_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
-- A member's projects, the latest changed first.
create index projects_latest on projects (user_id, updated_at desc, id desc);

-- Texts as they were saved, the current one among them: a save writes its text once.
create table project_versions (
  project_id uuid not null constraint project_versions_project references projects on delete cascade,
  version integer not null,
  title text not null,
  notes text not null,
  saved_at timestamptz not null default now(),
  constraint project_versions_key primary key (project_id, version)
);
-- Compressing would take three quarters of the time of a save, and halve the size at best.
alter table project_versions alter notes set storage external;

-- The id is chosen in the browser, so that a session that is sent twice counts once; it is unique for its member only.
-- A removed one stays, and counts nowhere: sent once more by a browser that missed the answer, it does not come back.
create table focus_sessions (
  user_id uuid not null constraint focus_sessions_owner references users on delete cascade,
  id uuid not null default uuidv7(),
  project_id uuid not null constraint focus_sessions_project references projects on delete cascade,
  minutes integer not null constraint focus_sessions_minutes check (minutes between 1 and 1440),
  started_at timestamptz not null,
  created_at timestamptz not null default now(),
  removed_at timestamptz,
  constraint focus_sessions_key primary key (user_id, id)
);
create index focus_sessions_latest on focus_sessions (project_id, started_at desc, id desc) where removed_at is null;
create index focus_sessions_days on focus_sessions (user_id, started_at) where removed_at is null;
