-- What whoever runs the site can do, what people tell them, and what members keep from each other.

-- Hidden and suspended are shown nowhere, because they have no counters (zine_stats, creator_stats): this says why.
alter table zines
  add column hidden_at timestamptz,
  add column hidden_reason text;
create index zines_hidden on zines (creator_id) where hidden_at is not null;

alter table users
  add column suspended_at timestamptz,
  add column suspended_reason text,
  -- Where sign-ups are approved: when this one began to wait. Null for whoever does not.
  add column awaiting_since timestamptz;
create index users_awaiting on users (awaiting_since) where awaiting_since is not null;

-- Hashes of which something hidden shows files: these are asked about before one is sent (server/media/files.routes.ts).
create table withheld_media (
  hash text primary key,
  withheld_at timestamptz not null default now()
);

-- What may not be uploaded again: by what it decodes to, and by what it looks like.
create table blocked_media (
  hash text primary key,
  looks text,
  note text,
  blocked_at timestamptz not null default now()
);

-- What was decided about somebody's work, told to them with its reason, and their one answer.
create table decisions (
  id uuid primary key default uuidv7(),
  member_id uuid not null constraint decisions_member references users on delete cascade,
  zine_id uuid constraint decisions_zine references zines on delete set null,
  -- The zine's title then, for whoever reads of one that is gone.
  title text,
  act text not null constraint decisions_act check (act in (
    'zine hidden', 'zine restored', 'zine kept', 'zine removed', 'member suspended', 'member restored')),
  reason text not null default '',
  -- Of the link in the mail, with which somebody answers who cannot sign in.
  token_hash bytea constraint decisions_token unique,
  reply text,
  replied_at timestamptz,
  made_at timestamptz not null default now()
);
create index decisions_latest on decisions (member_id, made_at desc, id desc);
create index decisions_zine_id on decisions (zine_id);

-- One letter to the operator for each thing and day, however many report it. Its links share a token.
create table report_letters (
  id uuid primary key default uuidv7(),
  zine_id uuid constraint report_letters_zine references zines on delete cascade,
  creator_id uuid not null constraint report_letters_creator references profiles on delete cascade,
  day date not null default current_date,
  token_hash bytea constraint report_letters_token unique,
  expires_at timestamptz not null default now() + interval '14 days',
  resolved_at timestamptz,
  constraint report_letters_daily unique nulls not distinct (creator_id, zine_id, day)
);
create index report_letters_zine_id on report_letters (zine_id);
create index report_letters_expired on report_letters (expires_at);
create index report_letters_day on report_letters (day);

create table reports (
  id uuid primary key default uuidv7(),
  -- The zine it is about; without one it is about the creator, or about a zine that is gone and whose title is kept.
  zine_id uuid constraint reports_zine references zines on delete set null,
  creator_id uuid not null constraint reports_creator references profiles on delete cascade,
  title text,
  reason text not null constraint reports_reason check (reason in ('not_agreed', 'private', 'hurts', 'unlawful', 'spam')),
  words text not null default '',
  reporter_id uuid constraint reports_reporter references users on delete set null,
  -- A keyed hash of where a guest reported from.
  network text,
  -- Who says it about what on which day, as a keyed hash: said again that day, it is no other report.
  once text not null constraint reports_once unique,
  reported_at timestamptz not null default now(),
  resolved_at timestamptz,
  resolution text constraint reports_resolution check (resolution in ('kept', 'hidden', 'removed', 'suspended'))
);
create index reports_zine_id on reports (zine_id);
create index reports_creator_id on reports (creator_id);
create index reports_reporter_id on reports (reporter_id);
create index reports_open on reports (reported_at desc, id desc) where resolved_at is null;
create index reports_resolved on reports (resolved_at) where resolved_at is not null;

create table blocks (
  member_id uuid not null constraint blocks_member references users on delete cascade,
  creator_id uuid not null constraint blocks_creator references profiles on delete cascade,
  blocked_at timestamptz not null default now(),
  constraint blocks_key primary key (member_id, creator_id),
  constraint blocks_not_oneself check (member_id <> creator_id)
);
create index blocks_creator_id on blocks (creator_id, member_id);
create index blocks_latest on blocks (member_id, blocked_at desc, creator_id desc);

-- What blocks and follows of the same two wait for, whoever of them asks.
create function pair_of(one uuid, other uuid) returns bigint language sql immutable as $$
  select hashtextextended(least(one, other)::text || greatest(one, other)::text, 20)
$$;

-- Waits for a block of the two that is being made, and sees it: every statement in here looks at what is committed by then.
create function may_follow(follower uuid, creator uuid) returns boolean language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(pair_of(follower, creator));
  return not exists (
    select from blocks
    where (member_id = follower and creator_id = creator) or (member_id = creator and creator_id = follower));
end $$;

-- Zines that a member does not want to see.
create table unwanted_zines (
  member_id uuid not null constraint unwanted_zines_member references users on delete cascade,
  zine_id uuid not null constraint unwanted_zines_zine references zines on delete cascade,
  hidden_at timestamptz not null default now(),
  constraint unwanted_zines_key primary key (member_id, zine_id)
);
create index unwanted_zines_zine_id on unwanted_zines (zine_id);
create index unwanted_zines_latest on unwanted_zines (member_id, hidden_at desc, zine_id desc);

-- Whether lists must leave something out for a member. It stands on sessions, because each request reads one of those; to
-- ask users as well would make every request of every member slower.
alter table sessions add column avoids boolean not null default false;
create function avoids_something(member uuid) returns boolean language sql stable as $$
  select exists (select from blocks where member_id = member) or exists (select from blocks where creator_id = member)
    or exists (select from unwanted_zines where member_id = member)
$$;

-- Whoever changes what members avoid holds them meanwhile, so a new session waits for that, or is there to be told. The same
-- for a suspension: whoever makes a session then, by whatever way that was begun before, makes one that is over.
create function begin_session() returns trigger language plpgsql as $$
declare
  is_suspended boolean;
begin
  select suspended_at is not null into is_suspended from users where id = new.user_id for share;
  new.avoids := new.avoids or avoids_something(new.user_id);
  if is_suspended then
    new.expires_at := now();
  end if;
  return new;
end $$;
create trigger sessions_begin before insert on sessions for each row execute function begin_session();

create table invites (
  id uuid primary key default uuidv7(),
  code_hash bytea not null constraint invites_code unique,
  note text,
  uses_left integer not null constraint invites_uses check (uses_left >= 0),
  used integer not null default 0,
  expires_at timestamptz not null,
  created_at timestamptz not null default now()
);
create index invites_expired on invites (expires_at);

create table blocked_email_domains (
  domain text primary key,
  blocked_at timestamptz not null default now()
);

-- What was done to ways in, and what operators did: 30 days. Networks are shortened before they come here.
create table audit_log (
  id uuid primary key default uuidv7(),
  -- To the millisecond, which is what the site's own clock tells, so that a list can go on after a row.
  at timestamptz(3) not null default now(),
  -- 'operator' by a command, 'letter' by a link in a report's mail, 'member' or 'guest' by a call.
  actor text not null constraint audit_log_actor check (actor in ('operator', 'letter', 'member', 'guest', 'site')),
  act text not null,
  outcome text not null default 'done',
  member_id uuid,
  subject text,
  network text,
  detail jsonb,
  -- The same from the same place within an hour is one row: how often it was, and the first time.
  times integer not null default 1,
  since timestamptz(3) not null default now(),
  same text constraint audit_log_same unique
);
create index audit_log_latest on audit_log (at desc, id desc);
create index audit_log_member on audit_log (member_id, at desc, id desc) where member_id is not null;
