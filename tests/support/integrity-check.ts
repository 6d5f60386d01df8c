import { statSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { imageAddress, imageWidths } from '#contract/media-address.ts'
import { listCounterProblems } from '#server/backup/verify/counters.queries.ts'
import { unsettledMembersQuery } from '#server/backup/verify/problems.ts'
import { printSuffix } from '#server/media/storage/storage.ts'
import { listIndexProblems } from '#server/search/verify-index.ts'

/** Checks what must hold after any interruption. Returns the faults as sentences. */
export async function integrityProblems(database: pg.Pool, dataDir: string): Promise<string[]> {
  return [...(await rowProblems(database)), ...(await missingFiles(database, dataDir))]
}

/** The same, limited to what the database alone shows. */
export async function rowProblems(database: pg.Pool): Promise<string[]> {
  const counted = await Promise.all(rules.map((rule) => countOf(database, rule)))
  const client = await database.connect()
  try {
    return [
      ...counted.flat(),
      ...(await listCounterProblems(client)),
      ...(await listIndexProblems(client, verification)),
    ]
  } finally {
    client.release()
  }
}

/** Checks all documents and terms, while `verify` checks only some. */
const verification = {
  sample: { documents: 1_000_000, terms: 1_000_000 },
  unsettled: unsettledMembersQuery,
  limit: 100,
}

type IntegrityRule = { problem: string; count: string }

/** Each query counts the wrong rows. */
const rules: IntegrityRule[] = [
  {
    problem: 'zines have no pages',
    count: `select count(*) from zines z where not exists (select from zine_pages p where p.zine_id = z.id)`,
  },
  {
    problem: 'zines have other pages than they say, or places between them',
    count: `select count(*) from zines z where z.page_count is distinct from (
      select case when max(position) = count(*) - 1 then count(*) end from zine_pages p where p.zine_id = z.id)`,
  },
  {
    problem: 'zines have other printings than they say',
    count: `select count(*) from zines z where case z.printing when 1 then 0 else z.printing end is distinct from (
      select case when count(*) = coalesce(max(number), 0) then count(*) end
      from zine_printings p where p.zine_id = z.id)`,
  },
  {
    problem: 'printings have the cover of another member, or one that they cannot have',
    count: `select count(*) from zine_printings p join zines z on z.id = p.zine_id
      join media m on m.id = p.cover_media_id
      where m.owner_id <> z.creator_id or m.kind <> 'image' or p.number >= z.printing`,
  },
  {
    problem: 'pages are of another member, or of a PDF that is still there',
    count: `select count(*) from zine_pages p join zines z on z.id = p.zine_id join media m on m.id = p.media_id
      where m.owner_id <> z.creator_id or exists (select from document_pages d where d.media_id = m.id)`,
  },
  {
    problem: 'pictures in recipes are of another member, not of an image, or of another zine’s page',
    count: `select count(*) from recipe_media r join zines z on z.id = r.zine_id join media m on m.id = r.media_id
      left join zine_pages p on p.media_id = r.media_id
      where m.owner_id <> z.creator_id or m.kind <> 'image' or p.zine_id <> r.zine_id`,
  },
  {
    problem: 'captions are of a zine that is no video, or have the address of other captions',
    count: `select count(*) from captions c
      where not exists (select from zine_pages p join media m on m.id = p.media_id
        where p.zine_id = c.zine_id and m.kind = 'video')
      or c.hash <> left(encode(sha256(convert_to(c.body, 'UTF8')), 'hex'), 32)`,
  },
  {
    problem: 'pictures in recipes have no file',
    count: `select count(*) from (
        select p.recipe, 'zine ' || z.id as place from zine_pages p join zines z on z.id = p.zine_id
        union all
        select page -> 'recipe', 'draft ' || d.id from drafts d, jsonb_array_elements(d.content -> 'pages') page
      ) made, jsonb_path_query(made.recipe, '$.pictures[*] ? (@ != null).url') url
      where not exists (
        select from media m left join recipe_media r on r.media_id = m.id left join draft_media d on d.media_id = m.id
        where m.hash = substr(url #>> '{}', 8, 32) and made.place in ('zine ' || r.zine_id, 'draft ' || d.draft_id))`,
  },
  {
    problem: 'pictures are in a draft and in a zine',
    count: `select count(*) from draft_media
      where media_id in (select media_id from zine_pages union all select media_id from recipe_media)`,
  },
  {
    problem: 'drafts were published and are still there',
    count: `select count(*) from drafts d join zines z on z.draft_id = d.id`,
  },
  {
    problem: 'pages of drafts have no picture',
    count: `select count(*) from drafts d, jsonb_array_elements(d.content -> 'pages') page
      where not exists (select from draft_media dm join media m on m.id = dm.media_id
        where dm.draft_id = d.id and m.hash = substr(page ->> 'url', 8, 32))`,
  },
  {
    problem: 'PDFs were read and lack pages',
    count: `select count(*) from documents d where state = 'done'
      and page_count is distinct from (select count(*) from document_pages p where p.document_id = d.id)`,
  },
  {
    problem: 'pages of PDFs are neither there nor refused',
    count: `select count(*) from document_pages where (media_id is null) <> (refusal is not null)`,
  },
  {
    problem: 'projects have no text',
    count: `select count(*) from projects p
      where not exists (select from project_versions v where v.project_id = p.id and v.version = p.version)`,
  },
  {
    problem: 'files of something hidden are not withheld',
    count: `select count(*) from zines z join users u on u.id = z.creator_id
      left join zine_printings r on r.zine_id = z.id left join zine_pages p on p.zine_id = z.id
      left join recipe_media i on i.zine_id = z.id
      join media m on m.id in (p.media_id, r.cover_media_id, i.media_id)
      where (z.hidden_at is not null or u.suspended_at is not null)
        and not exists (select from restricted_media w where w.hash = m.hash)`,
  },
  {
    problem: 'members have no profile, or no password',
    count: `select count(*) from users u where not exists (select from profiles p where p.user_id = u.id)
      or not exists (select from accounts a where a.user_id = u.id and a.password is not null)`,
  },
]

async function countOf(database: pg.Pool, { problem, count }: IntegrityRule) {
  const { rows } = await database.query<{ count: string }>(count)
  return rows[0]?.count === '0' ? [] : [`${rows[0]?.count} ${problem}`]
}

/** Missing files of the pictures in the database: every size that pages request, and the print version. */
async function missingFiles(database: pg.Pool, dataDir: string) {
  const { rows } = await database.query<{ hash: string; printed: boolean }>(
    `select hash, bool_or(print_width is not null) as printed from media where kind = 'image' group by hash`,
  )
  const names = rows.flatMap(({ hash, printed }) => [
    ...imageWidths.map((width) => imageAddress(hash, width).slice('/media/'.length)),
    ...(printed ? [hash + printSuffix] : []),
  ])
  const missing = names.filter((name) => !hasContent(join(dataDir, 'media', name.slice(0, 2), name)))
  return missing.length ? [`${missing.length} files of pages are missing or empty, such as ${missing[0]}`] : []
}

const hasContent = (path: string) => (statSync(path, { throwIfNoEntry: false })?.size ?? 0) > 0
