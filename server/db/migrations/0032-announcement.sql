-- The announcement at the top of every page: one row or none. A new text has a new id, so that those who dismissed the one
-- before see it.
create table announcements (
  is_only boolean primary key default true constraint announcements_only check (is_only),
  id uuid not null default uuidv7(),
  text text not null constraint announcements_text check (char_length(text) between 1 and 200),
  until timestamptz,
  announced_at timestamptz not null default now()
);
