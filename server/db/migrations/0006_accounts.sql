-- Second factors and signing keys are Better Auth's tables in our names; the rest is ours.
alter table users
  add column two_factor_enabled boolean not null default false,
  -- The last address that proved to be this person's; recovery goes there until a newer one does.
  add column confirmed_email text,
  -- The address that a change can still be undone to, for seven days, and when it was left. It is nobody else's until then.
  add column former_email text,
  add column email_changed_at timestamptz;
update users set confirmed_email = email where email_verified;
-- Addresses are kept in lower case. This one is asked for when an account is recovered.
create index users_former_email on users (former_email) where former_email is not null;
create index users_confirmed_email on users (confirmed_email) where not email_verified;

alter table sessions
  -- When the password, or a provider, last proved who this is.
  add column confirmed_at timestamptz not null default now();

create unique index accounts_identity_unique on accounts (provider_id, account_id);

create table two_factors (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users (id) on delete cascade,
  secret text not null,
  backup_codes text not null,
  verified boolean not null default false,
  failed_verification_count integer not null default 0,
  locked_until timestamptz,
  created_at timestamptz not null default now(),
  constraint two_factors_user_unique unique (user_id)
);

-- A code of a second factor counts once, though it would be right for half a minute.
create table used_codes (
  user_id uuid not null references users (id) on delete cascade,
  code text not null,
  used_at timestamptz not null default now(),
  primary key (user_id, code)
);

create table jwks (
  id uuid primary key default uuidv7(),
  public_key text not null,
  private_key text not null,
  alg text,
  crv text,
  created_at timestamptz not null default now(),
  expires_at timestamptz
);

-- Links that were sent by mail. Only a hash is kept, and a link that was followed is gone.
create table mail_links (
  token_hash bytea primary key,
  purpose text not null,
  user_id uuid not null references users (id) on delete cascade,
  email text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  constraint mail_links_purpose check (purpose in ('signup', 'email_change', 'recovery', 'undo_email_change'))
);
create index mail_links_user on mail_links (user_id, purpose);
create index mail_links_expired on mail_links (expires_at);

-- Browsers a person has signed in with before; any other is told about by mail.
create table known_devices (
  user_id uuid not null references users (id) on delete cascade,
  device_hash bytea not null,
  seen_at timestamptz not null default now(),
  primary key (user_id, device_hash)
);

-- Tries within a window of time, by what is limited and whom. The columns are rate-limiter-flexible's.
create table rate_limit_points (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);
create index rate_limit_points_expire on rate_limit_points (expire);
drop table rate_limits;
