import type pg from 'pg'
import { dropIndexes } from '#server/db/bulk-tables.ts'
import { fillSearch } from './fill-search.ts'

/** Words in the library's zines. Their names say how common they are. */
export const libraryTerms = {
  inEveryZine: 'paper',
  inManyZines: 'moth',
  inFewZines: 'xylograph',
  cyrillic: 'деревьям',
  japanese: '東京',
} as const

/**
 * Inserts enough rows into every growing table for PostgreSQL to prefer an index. Uses only SQL, which takes some seconds:
 * references are valid, but the counters are wrong and no files exist.
 */
export async function fillLargeLibrary(pool: pg.Pool) {
  const client = await pool.connect()
  try {
    await client.query('set session_replication_role = replica; set statement_timeout = 0')
    const memberRows = [members, zines, favoritesAndFollows, blocksAndHiddenZines, workspace, drafts]
    const allRows = [...memberRows, counts, accounts, reports, shelves]
    for (const statement of allRows) await client.query(statement)
    await client.query('reset session_replication_role')
    const restore = await dropIndexes(client, ['zine_search', 'creator_search', 'terms'])
    await fillSearch(client)
    await restore()
    await client.query(prolificCreator)
  } finally {
    await client.query('reset statement_timeout')
    client.release()
  }
  await pool.query('vacuum analyze')
}

/** A word of 4 to 8 alphabetic characters for each number. */
const word = (number: string) =>
  `left(translate(md5((${number})::text), '0123456789', 'ghijklmnop'), 4 + (${number})::int % 5)`

const members = `
  insert into users (email, username, username_key, created_at, email_verified, confirmed_email, former_email)
  select n || '@example.org', ${word('n')} || n, ${word('n')} || n,
         now() - interval '3 years' + n * interval '1 hour', n % 3 > 0, n || '@example.org',
         case when n % 5 = 0 then n || '@before.example' end
  from generate_series(1, 8000) n;
  create temporary table person as select id, row_number() over (order by id) - 1 as at from users;
  create unique index on person (at);
  insert into profiles (user_id, name, bio, picture_url, created_at)
  select id, 'Maker of ' || ${word('at')}, 'Prints on paper ' || ${word('at % 500')},
         case when at % 2 = 0 then '/media/' || md5(at::text) || '-1600.webp' end, now() - interval '3 years'
  from person;
  insert into creator_stats (creator_id, zine_count, follower_count) select id, at % 40, at % 90 from person`

const zines = `
  insert into zines (creator_id, title, description, aspect_ratio, may_print, created_at)
  select p.id,
    case when n % 20 = 0 then 'Moth ' when n % 5000 = 1 then 'Xylograph ' when n % 900 = 2 then 'Письма деревьям '
         when n % 900 = 3 then '東京の本 ' else '' end || 'paper ' || ${word('n % 4000')},
    'On paper, about ' || ${word('n % 3001 + 9000')}, '4:5', true, now() - interval '2 years' + n * interval '30 minutes'
  from generate_series(1, 30000) n join person p on p.at = n % 7000;
  create temporary table zine as
  select id, creator_id, created_at, row_number() over (order by id) - 1 as at from zines;
  create unique index on zine (at);
  insert into zine_stats (zine_id, favorite_count) select id, at % 300 from zine;
  insert into media (owner_id, kind, hash, extension, width, height, placeholder, byte_size, created_at)
  select creator_id, 'image', md5(at || 'page'), 'webp', 800, 1000, 'data:,', 1000, created_at from zine;
  insert into zine_pages (zine_id, position, media_id, alt_text)
  select z.id, 0, m.id, 'Ink on paper' from zine z join media m on m.hash = md5(z.at || 'page');
  insert into zine_printings (zine_id, number, cover_media_id)
  select p.zine_id, number, case number when 1 then p.media_id end
  from zine z join zine_pages p on p.zine_id = z.id, generate_series(1, 2) number where z.at % 4 = 0;
  update zines set printing = 2 where id in (select zine_id from zine_printings);
  insert into captions (zine_id, language, position, hash, body)
    select id, 'en', 0, md5(at::text), 'WEBVTT' from zine where at % 4 = 0;
  insert into recipe_media (media_id, zine_id)
  select p.media_id, z.id from zine z join zine_pages p on p.zine_id = z.id where z.at % 5 = 2;
  insert into zine_details (zine_id, creator_id, details, series_slug, issue_number)
  select id, creator_id, jsonb_build_object('kind', 'comic', 'languages', '["pt"]'::jsonb, 'subjects', '["moths"]'::jsonb)
      || case when at % 2 = 0 then jsonb_build_object('series', 'Paper', 'issue', at::text) else '{}' end,
    case when at % 2 = 0 then 'paper' end, case when at % 2 = 0 then at::double precision else 'infinity' end
  from zine where at % 3 = 0;
  update zines set content_note = 'Needles', covers_pages = true where id in (select id from zine where at % 50 = 7);
  update zine_pages set content_note = 'Blood' where zine_id in (select id from zine where at % 60 = 9);
  update zines set has_page_content_notes = true where id in (select id from zine where at % 60 = 9)`

/** A creator with more zines than one page may read. No search word of the tests matches them. */
const prolificCreator = `
  insert into zines (creator_id, title, aspect_ratio, content_note, created_at)
  select id, 'Daily ' || n, '4:5', case when n % 50 = 0 then 'Needles' end, now() - interval '3 years'
  from person, generate_series(1, 13000) n where at = 7500;
  insert into zine_stats (zine_id) select id from zines where title like 'Daily %'`

const favoritesAndFollows = `
  insert into favorites (user_id, zine_id, created_at)
  select p.id, z.id, now() - n * interval '1 second'
  from generate_series(1, 90000) n
  join person p on p.at = n % 7900 join zine z on z.at = (n * 7) % 29989 on conflict do nothing;
  insert into follows (follower_id, creator_id, created_at)
  select a.id, b.id, now() - n * interval '1 second'
  from generate_series(1, 40000) n
  join person a on a.at = n % 7900 join person b on b.at = (n * 13 + 1) % 7993
  where a.at <> b.at on conflict do nothing`

const blocksAndHiddenZines = `
  insert into blocks (member_id, creator_id, blocked_at)
  select a.id, b.id, now() - n * interval '1 second'
  from generate_series(1, 9000) n
  join person a on a.at = n % 3000 join person b on b.at = (n * 17 + 1) % 7993 where a.at <> b.at on conflict do nothing;
  insert into unwanted_zines (member_id, zine_id, hidden_at)
  select p.id, z.id, now() - n * interval '1 second'
  from generate_series(1, 9000) n join person p on p.at = n % 3000 join zine z on z.at = (n * 11) % 29989`

const workspace = `
  insert into projects (user_id, version, completed_at, created_at, updated_at)
  select p.id, 2, case when n % 3 = 0 then now() end, now() - n * interval '1 minute', now() - n * interval '1 second'
  from generate_series(1, 16000) n join person p on p.at = n % 8000;
  insert into project_versions (project_id, version, title, notes)
  select id, n, 'Plans', 'Fold, staple, trim' from projects, generate_series(1, 2) n;
  insert into focus_sessions (user_id, project_id, minutes, started_at)
  select user_id, id, 25, now() - n * interval '1 day' from projects, generate_series(1, 4) n`

const drafts = `
  insert into drafts (owner_id, project_id, content, publish_at, created_at, updated_at)
  select p.id, case when n % 4 = 0 then (select id from projects where user_id = p.id limit 1) end,
    json_build_object('title', 'Paper ' || n, 'description', '', 'aspectRatio', '4:5', 'readingDirection', 'ltr',
      'mayPrint', false, 'placed', json_build_object(), 'pages', json_build_array(
        json_build_object('url', '/media/' || md5(n || 'draft') || '-1600.webp', 'altText', '', 'transcript', ''))),
    case when n % 9 = 0 then now() + n * interval '1 minute' end, now() - n * interval '2 hours', now() - n * interval '10 minutes'
  from generate_series(1, 12000) n join person p on p.at = n % 6000;
  create temporary table draft as
  select id, owner_id, row_number() over (order by updated_at desc) as at from drafts;
  insert into media (owner_id, kind, hash, extension, width, height, placeholder, byte_size)
  select owner_id, 'image', md5(at || kind), 'webp', 800, 1000, 'data:,', 1000
  from draft, unnest(array['draft', 'pdf']) kind;
  insert into draft_media (draft_id, media_id)
  select d.id, m.id from draft d join media m on m.hash = md5(d.at || 'draft');
  insert into documents (draft_id, owner_id, state, page_count) select id, owner_id, 'done', 1 from draft;
  insert into document_pages (document_id, number, media_id)
  select p.id, 1, m.id from draft d join documents p on p.draft_id = d.id join media m on m.hash = md5(d.at || 'pdf')`

const counts = `
  insert into member_counts (user_id, projects) select id, 2 from users;
  insert into open_uploads (id, owner_id, byte_size, expires_at)
  select md5(at::text), id, 1000, now() - interval '1 hour' from person;
  insert into imports (owner_id, upload_id, state, row_count) select id, md5(at || 'zip'), 'done', 2 from person;
  insert into import_rows (import_id, number, title, outcome)
  select id, number, 'Moths', 'made' from imports, generate_series(2, 3) number`

const accounts = `
  insert into accounts (user_id, account_id, provider_id, password) select id, id::text, 'credential', 'none' from person;
  insert into sessions (user_id, token, expires_at, user_agent)
  select id, md5(id || n::text), now() + interval '20 days', 'Firefox' from person, generate_series(1, 2) n;
  insert into verifications (identifier, value, expires_at)
  select 'state-' || at, json_build_object('link', json_build_object('userId', id))::text, now() + interval '5 minutes'
  from person;
  insert into two_factors (user_id, secret, backup_codes, verified) select id, 'secret', 'codes', true from person;
  insert into used_codes (user_id, code) select id, md5(at::text) from person;
  insert into known_devices (user_id, device_hash) select id, sha256(at::text::bytea) from person;
  insert into mail_links (token_hash, purpose, user_id, email, expires_at)
  select sha256((at || 'link')::bytea), 'recovery', id, at || '@example.org', now() + interval '1 hour' from person;
  insert into subscriptions (user_id, digest, digest_due_at, unsubscribe_token, feed_secret)
  select id, 'weekly', now() + at * interval '1 minute', md5(at || 'unsubscribe'), md5(at || 'feed') from person;
  insert into invites (code_hash, uses_left, expires_at)
  select sha256((at || 'invite')::bytea), 1, now() + interval '9 days' from person;
  insert into blocked_email_domains (domain) select 'd' || at || '.example' from person;
  insert into rate_limit_points (key, points, expire)
  select 'sign-in-address:' || at, 1, extract(epoch from now()) * 1000 + 900000 from person`

const reports = `
  insert into reports (zine_id, creator_id, title, reason, once, reporter_id, reported_at, resolved_at, resolution)
  select case when n % 4 > 0 then z.id end, z.creator_id, case when n % 4 > 0 then 'Paper' end, 'spam', md5(n::text),
    case when n % 2 = 0 then p.id end, now() - n * interval '1 minute',
    case when n % 3 > 0 then now() - n * interval '30 seconds' end, case when n % 3 > 0 then 'kept' end
  from generate_series(1, 9000) n join zine z on z.at = n join person p on p.at = n % 7000;
  insert into moderation_emails (zine_id, creator_id, day, token_hash)
  select z.id, z.creator_id, current_date - z.at::int % 40, sha256((z.at || 'letter')::bytea) from zine z where z.at < 9000;
  insert into decisions (member_id, zine_id, title, act, reason, token_hash, made_at)
  select creator_id, id, 'Paper', 'zine kept', 'It is a map.', sha256((at || 'decision')::bytea), now() - at * interval '1 hour'
  from zine where at < 8000;
  insert into audit_log (actor, act, member_id, network, at, same)
  select 'member', 'sign-in', p.id, '192.0.2.0/24', now() - n * interval '3 minutes', 'sign-in ' || n
  from generate_series(1, 12000) n join person p on p.at = n % 7000`

const shelves = `
  insert into shelves (owner_id, title, visibility, item_count, created_at)
  select id, 'Shelf of ' || at, (array['public', 'link', 'private'])[1 + at % 3], 5, now() - interval '1 year' from person;
  insert into shelf_items (shelf_id, zine_id, position)
  select sh.id, z.id, 'a' || n
  from shelves sh join person p on p.id = sh.owner_id cross join generate_series(0, 4) n
  join zine z on z.at = (p.at * 5 + n) % 29989`

/** Gives a member more entries in every list than a page returns. */
export async function fillMemberData(pool: pg.Pool, memberId: string, { projects = 200 } = {}) {
  for (const statement of ownRows) await pool.query(statement, [memberId])
  await pool.query(ownProjects, [memberId, projects])
  await pool.query(ownSessions, [memberId])
  const { rows } = await pool.query<{ id: string }>(
    'select id from projects where user_id = $1 order by created_at limit 1',
    [memberId],
  )
  return { projectId: rows[0]?.id ?? '' }
}

const ownRows = [
  `with made as (
     insert into zines (creator_id, title, aspect_ratio, created_at)
     select $1::uuid, 'Paper of mine ' || n, '1:1', now() - n * interval '1 hour' from generate_series(1, 110) n returning id),
   counted as (insert into zine_stats (zine_id) select id from made)
   insert into zine_details (zine_id, creator_id, details, series_slug)
   select id, $1::uuid, '{"series": "Paper"}', 'paper' from made`,
  `insert into favorites (user_id, zine_id)
   select $1::uuid, id from (select id from zines order by created_at desc limit 250) z on conflict do nothing`,
  `insert into follows (follower_id, creator_id)
   select $1::uuid, user_id from (select user_id from profiles where user_id <> $1 order by user_id limit 110) p
   on conflict do nothing`,
  `insert into sessions (user_id, token, expires_at)
   select $1::uuid, md5($1::uuid::text || n), now() + interval '9 days' from generate_series(1, 110) n`,
]

const ownProjects = `with made as (
     insert into projects (user_id, completed_at, created_at)
     select $1::uuid, case when n % 50 = 0 then now() end, now() - n * interval '1 hour' from generate_series(1, $2::int) n
     returning id)
   insert into project_versions (project_id, version, title, notes) select id, 1, 'Plans', 'Notes' from made`

const ownSessions = `insert into focus_sessions (user_id, project_id, minutes, started_at)
   select $1::uuid, (select id from projects where user_id = $1::uuid order by created_at limit 1), 25, now() - n * interval '1 hour'
   from generate_series(1, 130) n`
