-- A link to /operate, and after it is opened the session of its browser. It belongs to no member.
create table operator_sessions (
  token_hash bytea primary key,
  -- The name for the audit log. Null until someone opens a link that came by email and says who they are.
  operator text,
  is_opened boolean not null default false,
  expires_at timestamptz not null
);
