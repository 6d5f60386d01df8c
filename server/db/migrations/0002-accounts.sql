-- Better Auth's tables in our names (see server/accounts/auth.ts for the mapping), and the public profile.
create table users (
  id uuid primary key default uuidv7(),
  email text not null,
  email_verified boolean not null default false,
  name text not null default '',
  image text,
  username text not null,
  username_key text not null,
  bio text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint users_email_unique unique (email),
  constraint users_username_unique unique (username_key)
);

create table sessions (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users (id) on delete cascade,
  token text not null,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint sessions_token_unique unique (token)
);
create index sessions_user on sessions (user_id);

create table accounts (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users (id) on delete cascade,
  account_id text not null,
  provider_id text not null,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  password text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index accounts_user on accounts (user_id);

create table verifications (
  id uuid primary key default uuidv7(),
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index verifications_identifier on verifications (identifier);

create table rate_limits (
  id uuid primary key default uuidv7(),
  key text not null,
  count integer not null,
  last_request bigint not null,
  constraint rate_limits_key_unique unique (key)
);

create table profiles (
  user_id uuid primary key references users (id) on delete cascade,
  name text,
  bio text,
  website_url text,
  picture_url text,
  contact_email text,
  contact_website text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

-- Narrow on purpose: counters change often, and a small row keeps that cheap.
create table creator_stats (
  creator_id uuid primary key references profiles (user_id) on delete cascade,
  zine_count integer not null default 0,
  follower_count integer not null default 0
);
create index creator_stats_zines on creator_stats (zine_count desc, creator_id desc);
