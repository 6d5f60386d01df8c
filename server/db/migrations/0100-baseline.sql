-- The whole schema. Later migrations add to it.
--
-- Ids are UUIDv7. Zines and creators without a counter row (zine_stats, creator_stats) are hidden everywhere.
-- Lock order: profile, zine, user, then search terms in byte order.

-- Built into PostgreSQL 18 and later.
do $$
begin
  if not exists (select from pg_proc where proname = 'uuidv7') then
    create function uuidv7() returns uuid language sql volatile parallel safe as $body$
      select encode(
        set_bit(set_bit(
          overlay(uuid_send(gen_random_uuid())
            placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3)
            from 1 for 6),
          52, 1), 53, 1),
        'hex')::uuid
    $body$;
  end if;
end $$;


-- == Members and sign-in ==

-- A member, and whether the account is confirmed, approved, suspended or being deleted.
create table users (
  id uuid default uuidv7() primary key,
  email text not null constraint users_email_unique unique,
  email_verified boolean default false not null,
  name text default '' not null,
  image text,
  username text not null,
  username_key text not null constraint users_username_unique unique,
  bio text,
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  two_factor_enabled boolean default false not null,
  confirmed_email text,
  former_email text,
  email_changed_at timestamptz,
  deleting_at timestamptz,
  suspended_at timestamptz,
  suspended_reason text,
  awaiting_since timestamptz
);
create index users_awaiting on users (awaiting_since) where (awaiting_since is not null);
create index users_confirmed_email on users (confirmed_email) where (not email_verified);
create index users_deleting on users (deleting_at) where (deleting_at is not null);
create index users_former_email on users (former_email) where (former_email is not null);

-- A sign-in method: a password, or an identity at a provider.
create table accounts (
  id uuid default uuidv7() primary key,
  user_id uuid not null references users on delete cascade,
  account_id text not null,
  provider_id text not null,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  password text,
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null
);
create unique index accounts_identity_unique on accounts (provider_id, account_id);
create index accounts_user on accounts (user_id);

-- A member's second factor and its recovery codes.
create table two_factors (
  id uuid default uuidv7() primary key,
  user_id uuid not null constraint two_factors_user_unique unique references users on delete cascade,
  secret text not null,
  backup_codes text not null,
  verified boolean default false not null,
  failed_verification_count integer default 0 not null,
  locked_until timestamptz,
  created_at timestamptz default now() not null
);

-- Used one-time codes, so that none works twice.
create table used_codes (
  user_id uuid not null references users on delete cascade,
  code text not null,
  used_at timestamptz default now() not null,
  constraint used_codes_pkey primary key (user_id, code)
);

-- A signed-in browser.
create table sessions (
  id uuid default uuidv7() primary key,
  user_id uuid not null references users on delete cascade,
  token text not null constraint sessions_token_unique unique,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  confirmed_at timestamptz default now() not null,
  avoids boolean default false not null
);
create index sessions_user on sessions (user_id);

-- A browser in which a member has signed in before.
create table known_devices (
  user_id uuid not null references users on delete cascade,
  device_hash bytea not null,
  seen_at timestamptz default now() not null,
  constraint known_devices_pkey primary key (user_id, device_hash)
);
create index known_devices_seen on known_devices (seen_at);

-- Short-lived state of Better Auth: sign-ins on their way to a provider or waiting for a code.
create table verifications (
  id uuid default uuidv7() primary key,
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null
);
create index verifications_expired on verifications (expires_at);
create index verifications_identifier on verifications (identifier);
create index verifications_texts on verifications using gin (string_to_array(value, '"'::text)) with (fastupdate=off);

-- A mailed link. Only the hash of its token is stored.
create table mail_links (
  token_hash bytea primary key,
  purpose text not null,
  user_id uuid not null references users on delete cascade,
  email text not null,
  expires_at timestamptz not null,
  created_at timestamptz default now() not null,
  constraint mail_links_purpose check (purpose in ('signup', 'email_change', 'recovery', 'undo_email_change', 'account_created', 'printed'))
);
create index mail_links_expired on mail_links (expires_at);
create index mail_links_user on mail_links (user_id, purpose);

-- A key that signs access tokens.
create table jwks (
  id uuid default uuidv7() primary key,
  public_key text not null,
  private_key text not null,
  alg text,
  crv text,
  created_at timestamptz default now() not null,
  expires_at timestamptz
);

-- Rate limits, shared by all processes.
create table rate_limit_points (
  key character varying(255) primary key,
  points integer default 0 not null,
  expire bigint
);
create index rate_limit_points_expire on rate_limit_points (expire);

-- An invitation to sign up, with a number of uses and an expiry.
create table invites (
  id uuid default uuidv7() primary key,
  code_hash bytea not null constraint invites_code unique,
  note text,
  uses_left integer not null constraint invites_uses check (uses_left >= 0),
  used integer default 0 not null,
  expires_at timestamptz not null,
  created_at timestamptz default now() not null
);
create index invites_expired on invites (expires_at);

-- A mail domain whose addresses may not sign up.
create table blocked_email_domains (
  domain text primary key,
  blocked_at timestamptz default now() not null
);

-- A member's public profile. Members with a row here are creators.
create table profiles (
  user_id uuid primary key references users on delete cascade,
  name text,
  bio text,
  website_url text,
  picture_url text,
  contact_email text,
  contact_website text,
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  content_notes text default 'ask' not null,
  constraint profiles_content_notes check (content_notes in ('ask', 'always', 'never'))
);
create index profiles_picture on profiles (picture_url) where (picture_url is not null);

-- The counters of a creator. Creators without a row are hidden everywhere.
create table creator_stats (
  creator_id uuid primary key references profiles(user_id) on delete cascade,
  zine_count integer default 0 not null,
  follower_count integer default 0 not null
);
create index creator_stats_zines on creator_stats (zine_count desc, creator_id desc);

-- Counts of a member's data, so that limits hold under concurrent writes.
create table member_counts (
  user_id uuid primary key constraint member_counts_member references users on delete cascade,
  projects integer default 0 not null constraint member_counts_projects check (projects <= 2000),
  sessions integer default 0 not null constraint member_counts_sessions check (sessions <= 50000),
  text_parts integer default 0 not null constraint member_counts_texts check (text_parts <= 16384),
  follows integer default 0 not null constraint member_counts_follows check (follows <= 10000)
);

-- A member follows a creator.
create table follows (
  follower_id uuid not null references users on delete cascade,
  creator_id uuid not null references profiles(user_id) on delete cascade,
  created_at timestamptz default now() not null,
  constraint follows_pkey primary key (follower_id, creator_id),
  constraint follows_not_oneself check (follower_id <> creator_id)
);
create index follows_creator on follows (creator_id);
create index follows_latest on follows (follower_id, created_at desc, creator_id desc);

-- A member has blocked a creator.
create table blocks (
  member_id uuid not null constraint blocks_member references users on delete cascade,
  creator_id uuid not null constraint blocks_creator references profiles(user_id) on delete cascade,
  blocked_at timestamptz default now() not null,
  constraint blocks_key primary key (member_id, creator_id),
  constraint blocks_not_oneself check (member_id <> creator_id)
);
create index blocks_creator_id on blocks (creator_id, member_id);
create index blocks_latest on blocks (member_id, blocked_at desc, creator_id desc);


-- == Media ==

-- An uploaded picture or video, decoded and checked.
create table media (
  id uuid default uuidv7() primary key,
  owner_id uuid not null references users on delete cascade,
  upload_id text constraint media_upload_unique unique,
  kind text not null constraint media_kind check (kind in ('image', 'video')),
  hash text not null,
  extension text not null,
  width integer,
  height integer,
  placeholder text,
  byte_size bigint not null,
  created_at timestamptz default now() not null,
  print_width integer
);
create index media_age on media (created_at);
create index media_hash on media (hash);
create index media_owner_hash on media (owner_id, hash) include (byte_size);

-- An unfinished upload, which reserves disk space.
create table open_uploads (
  id text primary key,
  owner_id uuid not null constraint open_uploads_owner references users on delete cascade,
  byte_size bigint not null,
  expires_at timestamptz not null,
  held_until timestamptz default now() not null,
  network text
);
create index open_uploads_live on open_uploads (expires_at);
create index open_uploads_of on open_uploads (owner_id);

-- A file of a hidden zine or member. Each request for it is authorized.
create table withheld_media (
  hash text primary key,
  withheld_at timestamptz default now() not null
);

-- A file that may not be uploaded. `looks` is its perceptual hash.
create table blocked_media (
  hash text primary key,
  looks text,
  note text,
  blocked_at timestamptz default now() not null
);


-- == Zines ==

create table zines (
  id uuid default uuidv7() primary key,
  creator_id uuid not null references profiles(user_id) on delete cascade,
  title text not null,
  description text,
  aspect_ratio text not null constraint zines_aspect_ratio check (aspect_ratio in ('1:1', '4:5', '9:16')),
  created_at timestamptz default now() not null,
  may_print boolean default false not null,
  version integer default 1 not null,
  printing smallint default 1 not null,
  reading_direction text default 'ltr' not null,
  page_count smallint default 1 not null,
  edited_at timestamptz,
  draft_id uuid,
  hidden_at timestamptz,
  hidden_reason text,
  content_note text,
  covers_pages boolean default false not null,
  has_noted_pages boolean default false not null,
  constraint zines_covers check ((content_note is not null) or (not covers_pages)),
  constraint zines_reading_direction check (reading_direction in ('ltr', 'rtl'))
);
create index zines_by_chance on zines ("right"((id)::text, 12) collate "C");
create index zines_creator_newest on zines (creator_id, created_at desc, id desc);
create unique index zines_draft on zines (draft_id) where (draft_id is not null);
create index zines_hidden on zines (creator_id) where (hidden_at is not null);
create index zines_newest on zines (created_at desc, id desc);
create index zines_noted on zines (creator_id) where ((content_note is not null) or has_noted_pages);

create table zine_pages (
  zine_id uuid not null references zines on delete cascade,
  position smallint not null constraint zine_pages_position check ((position >= 0) and (position <= 63)),
  media_id uuid not null references media,
  alt_text text default '' not null,
  transcript text default '' not null,
  content_note text default '' not null,
  constraint zine_pages_pkey primary key (zine_id, "position")
);
create unique index zine_pages_media_unique on zine_pages (media_id);

-- The counter of a zine. Zines without a row are hidden everywhere.
create table zine_stats (
  zine_id uuid primary key references zines on delete cascade,
  favorite_count integer default 0 not null
);
create index zine_stats_popular on zine_stats (favorite_count desc, zine_id desc);

-- A zine's details, such as language, kind, subjects and series, as one document.
create table zine_details (
  zine_id uuid primary key constraint zine_details_zine references zines on delete cascade,
  creator_id uuid not null constraint zine_details_creator references profiles(user_id) on delete cascade,
  details jsonb not null,
  series_slug text,
  issue_number double precision default 'Infinity'::double precision not null
);
create index zine_details_series on zine_details (creator_id, series_slug, issue_number, zine_id);

-- An earlier printing of a zine that was edited.
create table zine_printings (
  zine_id uuid not null constraint zine_printings_zine references zines on delete cascade,
  number smallint not null,
  note text,
  printed_at timestamptz default now() not null,
  cover_media_id uuid constraint zine_printings_cover references media,
  constraint zine_printings_key primary key (zine_id, number)
);
create index zine_printings_covers on zine_printings (cover_media_id);

create table favorites (
  user_id uuid not null references users on delete cascade,
  zine_id uuid not null references zines on delete cascade,
  created_at timestamptz default now() not null,
  constraint favorites_pkey primary key (user_id, zine_id)
);
create index favorites_latest on favorites (user_id, created_at desc, zine_id desc);
create index favorites_zine on favorites (zine_id);

-- A zine that a member has hidden from their lists.
create table unwanted_zines (
  member_id uuid not null constraint unwanted_zines_member references users on delete cascade,
  zine_id uuid not null constraint unwanted_zines_zine references zines on delete cascade,
  hidden_at timestamptz default now() not null,
  constraint unwanted_zines_key primary key (member_id, zine_id)
);
create index unwanted_zines_latest on unwanted_zines (member_id, hidden_at desc, zine_id desc);
create index unwanted_zines_zine_id on unwanted_zines (zine_id);

-- A member's list of zines.
create table shelves (
  id uuid default uuidv7() primary key,
  owner_id uuid not null constraint shelves_owner references users on delete cascade,
  title text not null,
  about text default '' not null,
  visibility text default 'private' not null,
  is_to_read boolean default false not null,
  item_count integer default 0 not null constraint shelves_items check ((item_count >= 0) and (item_count <= 500)),
  version integer default 1 not null,
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  constraint shelves_to_read_private check ((not is_to_read) or (visibility = 'private'::text)),
  constraint shelves_visibility check (visibility in ('private', 'link', 'public'))
);
create index shelves_latest on shelves (owner_id, created_at desc, id desc);
create unique index shelves_to_read on shelves (owner_id) where is_to_read;

-- A zine on a shelf, at its position.
create table shelf_items (
  id uuid default uuidv7() primary key,
  shelf_id uuid not null constraint shelf_items_shelf references shelves on delete cascade,
  zine_id uuid constraint shelf_items_zine references zines on delete set null,
  position text collate "C" not null constraint shelf_items_short check (octet_length(position) <= 100),
  note text default '' not null,
  private_note text default '' not null,
  added_at timestamptz default now() not null,
  constraint shelf_items_once unique (shelf_id, zine_id),
  constraint shelf_items_position unique (shelf_id, "position") deferrable
);
create index shelf_items_zine_id on shelf_items (zine_id);


-- == Drafts and imports ==

-- An unpublished zine on the layout table, as one document with a version.
create table drafts (
  id uuid default uuidv7() primary key,
  owner_id uuid not null constraint drafts_owner references users on delete cascade,
  project_id uuid,
  version integer default 1 not null,
  content jsonb not null,
  publish_at timestamptz,
  refusal text,
  announced_at timestamptz,
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  is_imported boolean default false not null
);
create index drafts_due on drafts (publish_at) where (publish_at is not null);
create index drafts_imported on drafts (owner_id, created_at desc, id desc) where is_imported;
create index drafts_latest on drafts (owner_id, updated_at desc, id desc);
create index drafts_own on drafts (owner_id, updated_at desc, id desc) where (not is_imported);
create index drafts_project on drafts (project_id);
create index drafts_untouched on drafts (updated_at);

-- A picture or video that a draft shows.
create table draft_media (
  media_id uuid primary key constraint draft_media_media references media,
  draft_id uuid not null constraint draft_media_draft references drafts on delete cascade
);
create index draft_media_draft on draft_media (draft_id);

-- A PDF that becomes pages of a draft.
create table documents (
  id uuid default uuidv7() primary key,
  draft_id uuid not null constraint documents_draft references drafts on delete cascade,
  owner_id uuid not null constraint documents_owner references users on delete cascade,
  upload_id text constraint documents_upload unique,
  state text default 'waiting' not null,
  spread text default 'single' not null,
  direction text default 'ltr' not null constraint documents_direction check (direction in ('ltr', 'rtl')),
  cover_alone boolean default true not null,
  back_alone boolean default true not null,
  looks_like_spreads boolean default false not null,
  page_count smallint,
  refusal text,
  byte_size bigint default 0 not null,
  created_at timestamptz default now() not null,
  sheet_count smallint,
  read_at timestamptz,
  reading_ms integer default 0 not null,
  constraint documents_spread check (spread in ('single', 'in_order', 'booklet')),
  constraint documents_state check (state in ('waiting', 'reading', 'done', 'refused'))
);
create index documents_draft on documents (draft_id);
create index documents_owner on documents (owner_id);
create unique index documents_under_way on documents (owner_id) where (state = any (array['waiting'::text, 'reading'::text]));

-- A page that was already created from such a PDF.
create table document_pages (
  document_id uuid not null constraint document_pages_document references documents on delete cascade,
  number smallint not null,
  media_id uuid constraint document_pages_media references media,
  transcript text default '' not null,
  refusal text,
  constraint document_pages_key primary key (document_id, number)
);
create index document_pages_media on document_pages (media_id);

-- An uploaded file with many zines.
create table imports (
  id uuid default uuidv7() primary key,
  owner_id uuid not null constraint imports_owner references users on delete cascade,
  upload_id text not null constraint imports_upload unique,
  state text default 'waiting' not null,
  refusal text,
  note text,
  row_count integer,
  read_at timestamptz,
  created_at timestamptz default now() not null,
  failures smallint default 0 not null,
  constraint imports_state check (state in ('waiting', 'reading', 'done', 'refused'))
);
create index imports_latest on imports (owner_id, created_at desc, id desc);
create unique index imports_under_way on imports (owner_id) where (state = any (array['waiting'::text, 'reading'::text]));

create table import_rows (
  import_id uuid not null constraint import_rows_import references imports on delete cascade,
  number integer not null,
  title text not null,
  outcome text not null constraint import_rows_outcome check (outcome in ('made', 'already', 'refused')),
  says text,
  draft_id uuid,
  constraint import_rows_key primary key (import_id, number)
);


-- == Workspace ==

-- A project with its notes and the total of its minutes.
create table projects (
  id uuid default uuidv7() primary key,
  user_id uuid not null constraint projects_owner references users on delete cascade,
  version integer default 1 not null,
  total_minutes bigint default 0 not null,
  completed_at timestamptz,
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  kept_bytes bigint default 0 not null,
  session_count integer default 0 not null,
  zine_id uuid constraint projects_zine references zines on delete set null
);
create index projects_active on projects (user_id, updated_at desc, id desc) where (completed_at is null);
create index projects_finished on projects (user_id, updated_at desc, id desc) where (completed_at is not null);
create index projects_latest on projects (user_id, updated_at desc, id desc);
create index projects_zine on projects (zine_id);

-- An earlier version of a project’s notes.
create table project_versions (
  project_id uuid not null constraint project_versions_project references projects on delete cascade,
  version integer not null,
  title text not null,
  notes text not null,
  saved_at timestamptz default now() not null,
  constraint project_versions_key primary key (project_id, version)
);
alter table project_versions alter column notes set storage external;

-- Time that a member worked on a project.
create table focus_sessions (
  user_id uuid not null constraint focus_sessions_owner references users on delete cascade,
  id uuid default uuidv7() not null,
  project_id uuid not null constraint focus_sessions_project references projects on delete cascade,
  minutes integer not null constraint focus_sessions_minutes check ((minutes >= 1) and (minutes <= 1440)),
  started_at timestamptz not null,
  created_at timestamptz default now() not null,
  removed_at timestamptz,
  constraint focus_sessions_key primary key (user_id, id)
);
create index focus_sessions_days on focus_sessions (user_id, started_at) where (removed_at is null);
create index focus_sessions_latest on focus_sessions (project_id, started_at desc, id desc) where (removed_at is null);
create index focus_sessions_project on focus_sessions (project_id);
create index focus_sessions_removed on focus_sessions (removed_at) where (removed_at is not null);


-- == Search: docs/search.md ==

-- The n-grams of a term.
create function word_parts(word text) returns text[]
language sql immutable parallel safe strict cost 5000
as $$
  select case when word collate "C" >= '@' and word collate "C" < '[' then '{}' else array(
    select distinct substr(word, start, size)
    from generate_series(1, length(word)) start, generate_series(1, 3) size
    where start + size - 1 <= length(word)) end
$$;

-- Unused. Databases from 0.1.0 have it too.
create function word_without_a_letter(word text) returns text[]
language sql immutable parallel safe strict
as $$
  select '{}'::text[]
$$;

-- Hashes of a term without one or two of its first seven letters, for the spelling correction.
create function word_nearness(word text) returns integer[]
language plpgsql immutable parallel safe strict
as $$
declare
  begun text := left(word, 7);
  less text;
  hashes integer[] := array[hashtext(begun) & 262143];
begin
  -- Indexed terms and query terms follow the same rules, whatever the database's locale.
  if word collate "C" !~ '^[^[:digit:][:punct:]]{2,}$' then return '{}'; end if;
  for one in 1..length(begun) loop
    less := overlay(begun placing '' from one for 1);
    hashes := hashes || (hashtext(less) & 262143);
    for other in one..length(less) loop
      hashes := hashes || (hashtext(overlay(less placing '' from other for 1)) & 262143);
    end loop;
  end loop;
  return hashes;
end $$;

-- A term and the number of documents that contain it.
create table search_words (
  word text collate "C" primary key,
  zines integer default 0 not null,
  creators integer default 0 not null
) with (fillfactor=70);
create index search_words_nearness on search_words using gin (word_nearness(word)) with (fastupdate=off);
create index search_words_parts on search_words using gin (word_parts(word)) with (fastupdate=off);

-- Terms of new zines that are not yet counted in search_words.
create table search_word_additions (
  id uuid default gen_random_uuid() primary key,
  words text[] collate "C" not null
);

-- The search document of a zine.
create table zine_search (
  zine_id uuid primary key references zines on delete cascade,
  created_at timestamptz not null,
  document text collate "C" not null
);
create index zine_search_newest on zine_search (created_at desc, zine_id desc);
create index zine_search_words on zine_search using gin (string_to_array(document, ' '::text)) with (fastupdate=off);

-- The search document of a creator.
create table creator_search (
  creator_id uuid primary key references profiles(user_id) on delete cascade,
  document text collate "C" not null
);
create index creator_search_words on creator_search using gin (string_to_array(document, ' '::text)) with (fastupdate=off);

-- When the whole library was last indexed.
create table search_filled (
  at timestamptz default now() not null
);

-- The first id of each part of the sitemap.
create table sitemap_parts (
  kind text not null constraint sitemap_parts_kind check (kind in ('zines', 'profiles')),
  first_id uuid not null,
  constraint sitemap_parts_key primary key (kind, first_id)
);


-- == Moderation and operation ==

create table reports (
  id uuid default uuidv7() primary key,
  zine_id uuid constraint reports_zine references zines on delete set null,
  creator_id uuid not null constraint reports_creator references profiles(user_id) on delete cascade,
  title text,
  reason text not null,
  words text default '' not null,
  reporter_id uuid constraint reports_reporter references users on delete set null,
  network text,
  once text not null constraint reports_once unique,
  reported_at timestamptz default now() not null,
  resolved_at timestamptz,
  resolution text constraint reports_resolution check (resolution in ('kept', 'hidden', 'removed', 'suspended')),
  constraint reports_reason check (reason in ('not_agreed', 'private', 'hurts', 'unlawful', 'spam'))
);
create index reports_creator_id on reports (creator_id);
create index reports_open on reports (reported_at desc, id desc) where (resolved_at is null);
create index reports_reporter_id on reports (reporter_id);
create index reports_resolved on reports (resolved_at) where (resolved_at is not null);
create index reports_zine_id on reports (zine_id);

-- A moderation email to the operator. Its links decide about the reports.
create table report_letters (
  id uuid default uuidv7() primary key,
  zine_id uuid constraint report_letters_zine references zines on delete cascade,
  creator_id uuid not null constraint report_letters_creator references profiles(user_id) on delete cascade,
  day date default CURRENT_DATE not null,
  token_hash bytea constraint report_letters_token unique,
  expires_at timestamptz default (now() + '14 days'::interval) not null,
  resolved_at timestamptz,
  constraint report_letters_daily unique nulls not distinct (creator_id, zine_id, day)
);
create index report_letters_day on report_letters (day);
create index report_letters_expired on report_letters (expires_at);
create index report_letters_zine_id on report_letters (zine_id);

-- A moderation decision about a zine or a creator, and the creator's single reply.
create table decisions (
  id uuid default uuidv7() primary key,
  member_id uuid not null constraint decisions_member references users on delete cascade,
  zine_id uuid constraint decisions_zine references zines on delete set null,
  title text,
  act text not null,
  reason text default '' not null,
  token_hash bytea constraint decisions_token unique,
  reply text,
  replied_at timestamptz,
  made_at timestamptz default now() not null,
  constraint decisions_act check (act in ('zine hidden', 'zine restored', 'zine kept', 'zine removed', 'member suspended', 'member restored'))
);
create index decisions_latest on decisions (member_id, made_at desc, id desc);
create index decisions_zine_id on decisions (zine_id);

-- Security events of accounts, and acts of operators.
create table audit_log (
  id uuid default uuidv7() primary key,
  at timestamp(3) with time zone default now() not null,
  actor text not null,
  act text not null,
  outcome text default 'done' not null,
  member_id uuid,
  subject text,
  network text,
  detail jsonb,
  times integer default 1 not null,
  since timestamp(3) with time zone default now() not null,
  same text constraint audit_log_same unique,
  operator text,
  constraint audit_log_actor check (actor in ('operator', 'letter', 'member', 'guest', 'site'))
);
create index audit_log_latest on audit_log (at desc, id desc);
create index audit_log_member on audit_log (member_id, at desc, id desc) where (member_id is not null);

-- The site-wide announcement, if there is one.
create table announcements (
  is_only boolean default true primary key constraint announcements_only check (is_only),
  id uuid default uuidv7() not null,
  text text not null constraint announcements_text check ((char_length(text) >= 1) and (char_length(text) <= 200)),
  until timestamptz,
  announced_at timestamptz default now() not null
);


-- == Across tables ==

alter table drafts add constraint drafts_project foreign key (project_id) references projects(id) on delete set null;

-- The key of an advisory lock on two members, in any order.
create function pair_of(one uuid, other uuid) returns bigint
language sql immutable
as $$
  select hashtextextended(least(one, other)::text || greatest(one, other)::text, 20)
$$;

-- Volatile, so it sees blocks that were committed while the statement waited for the lock.
create function may_follow(follower uuid, creator uuid) returns boolean
language plpgsql
as $$
begin
  perform pg_advisory_xact_lock_shared(pair_of(follower, creator));
  return not exists (select from blocks where member_id = follower and creator_id = creator);
end $$;

-- Whether a member's lists must leave out zines or creators.
create function avoids_something(member uuid) returns boolean
language sql stable
as $$
  select exists (select from blocks where member_id = member) or exists (select from blocks where creator_id = member)
    or exists (select from unwanted_zines where member_id = member)
    or exists (select from profiles where user_id = member and content_notes = 'never')
$$;

-- Recounts a member's follows. Returns whether they may follow another creator.
create function recount_follows(member uuid, most integer) returns boolean
language plpgsql
as $$
declare
  really integer;
begin
  perform from member_counts where user_id = member for update;
  select count(*) into really from follows where follower_id = member;
  update member_counts set follows = least(really, most) where user_id = member;
  return really < most;
end $$;

-- A new session of a suspended member expires immediately.
create function begin_session() returns trigger
language plpgsql
as $$
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

-- Updates zines.has_noted_pages.
create function note_noted_page() returns trigger
language plpgsql
as $$
begin
  update zines set has_noted_pages = true where id = new.zine_id and not has_noted_pages;
  return null;
end $$;

create trigger sessions_begin before insert on sessions for each row execute function begin_session();
create trigger zine_pages_are_noted after insert on zine_pages for each row when ((new.content_note <> ''::text)) execute function note_noted_page();

insert into search_filled select now();
