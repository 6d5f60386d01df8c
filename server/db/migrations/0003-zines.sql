create table media (
  id uuid primary key default uuidv7(),
  owner_id uuid not null references users (id) on delete cascade,
  upload_id text,
  kind text not null,
  hash text not null,
  extension text not null,
  width integer,
  height integer,
  placeholder text,
  byte_size bigint not null,
  created_at timestamptz not null default now(),
  constraint media_kind check (kind in ('image', 'video')),
  constraint media_upload_unique unique (upload_id)
);
create index media_owner_hash on media (owner_id, hash);
create index media_hash on media (hash);

create table zines (
  id uuid primary key default uuidv7(),
  creator_id uuid not null references profiles (user_id) on delete cascade,
  title text not null,
  description text,
  aspect_ratio text not null,
  created_at timestamptz not null default now(),
  constraint zines_aspect_ratio check (aspect_ratio in ('1:1', '4:5', '9:16'))
);
create index zines_newest on zines (created_at desc, id desc);
create index zines_creator_newest on zines (creator_id, created_at desc, id desc);

-- The media of a zine in order. Each upload is used once, so deleting a zine may delete its media.
create table zine_pages (
  zine_id uuid not null references zines (id) on delete cascade,
  position smallint not null,
  media_id uuid not null references media (id),
  alt_text text not null default '',
  primary key (zine_id, position),
  constraint zine_pages_position check (position between 0 and 4)
);
create unique index zine_pages_media_unique on zine_pages (media_id);

create table zine_stats (
  zine_id uuid primary key references zines (id) on delete cascade,
  favorite_count integer not null default 0
);
create index zine_stats_popular on zine_stats (favorite_count desc, zine_id desc);

create table favorites (
  user_id uuid not null references users (id) on delete cascade,
  zine_id uuid not null references zines (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (user_id, zine_id)
);
create index favorites_latest on favorites (user_id, created_at desc, zine_id desc);
create index favorites_zine on favorites (zine_id);

create table follows (
  follower_id uuid not null references users (id) on delete cascade,
  creator_id uuid not null references profiles (user_id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (follower_id, creator_id),
  constraint follows_not_oneself check (follower_id <> creator_id)
);
create index follows_creator on follows (creator_id);
