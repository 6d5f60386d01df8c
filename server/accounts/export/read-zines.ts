import { sql } from 'kysely'
import { imageAddress, videoAddress } from '#contract/media-address.ts'
import { pictureHashes, type StoredRecipe } from '#contract/page-recipe.ts'
import type { Db } from '#server/db/connection.ts'
import { printSuffix } from '#server/media/storage/storage.ts'
import { oldestFirst } from './read-in-batches.ts'

type Page = { hash: string; extension: 'webp' | 'mp4' | 'webm'; isPrinted: boolean } & PageTexts
type PageTexts = {
  altText: string
  transcript: string
  contentNote: string
  /** The languages of the captions. */
  captions: string[]
  recipe: StoredRecipe
}
type Printing = { number: number; note: string | null; printedAt: string; cover: string | null }
type Zine = { id: string; title: string; createdAt: string; pages: Page[]; printings: Printing[] }

export async function* listZines(db: Db, userId: string) {
  for await (const zine of ownZines(db, userId)) {
    const { pages, media } = withFiles(zine, findCaptions)
    const printings = zine.printings.map((printing) => withCover(zine, printing))
    yield {
      ...zine,
      address: `/zine/${zine.id}`,
      pages,
      printings: printings.map(({ cover, ...printing }) => ({ ...printing, coverFile: cover?.file })),
      media: [...media, ...printings.flatMap(({ cover }) => cover ?? []), ...picturesOf(zine)],
    }
  }
}

const ownZines = oldestFirst({
  from: sql`zines z left join zine_stats s on s.zine_id = z.id`,
  owner: 'z.creator_id',
  at: 'z.created_at',
  id: 'z.id',
  item: sql<Zine>`json_build_object(
    'id', z.id, 'title', z.title, 'description', z.description, 'aspectRatio', z.aspect_ratio,
    'paper', z.paper, 'readingDirection', z.reading_direction, 'mayPrint', z.may_print, 'printing', z.printing,
    'contentNote', case when z.content_note is not null
      then json_build_object('text', z.content_note, 'coversPages', z.covers_pages) end,
    'details', coalesce((select details from zine_details where zine_id = z.id), '{}'),
    'createdAt', z.created_at, 'editedAt', z.edited_at,
    'favoriteCount', coalesce(s.favorite_count, (select count(*) from favorites where zine_id = z.id)),
    'hidden', case when z.hidden_at is not null
      then json_build_object('at', z.hidden_at, 'reason', z.hidden_reason) end,
    'pages', (
      select coalesce(json_agg(json_build_object('hash', m.hash, 'extension', m.extension, 'altText', zp.alt_text,
        'transcript', zp.transcript, 'contentNote', zp.content_note, 'recipe', zp.recipe,
        'captions', coalesce((
          select json_agg(c.language order by c.position) from captions c
          where c.zine_id = z.id and m.kind = 'video'), '[]'),
        'isPrinted', m.print_width is not null) order by zp.position), '[]')
      from zine_pages zp join media m on m.id = zp.media_id where zp.zine_id = z.id),
    'printings', (
      select coalesce(json_agg(json_build_object('number', zr.number, 'note', zr.note, 'printedAt', zr.printed_at,
        'cover', m.hash) order by zr.number), '[]')
      from zine_printings zr left join media m on m.id = zr.cover_media_id where zr.zine_id = z.id))`,
})

type Owner = Pick<Zine, 'id' | 'title' | 'pages'>
type FindCaptions = (db: Db, id: string, language: string) => Promise<string | undefined>

/** The pages with the names of their files, and these files. */
function withFiles(owner: Owner, find: FindCaptions) {
  const pages = owner.pages.map((page, position) => withFilesOfPage(owner, page, { position, find }))
  return {
    pages: pages.map(({ page: { file }, print, captions, ...texts }) => ({
      file,
      printFile: print?.file,
      ...texts,
      ...(captions.length > 0 && { captions: captions.map(({ language, file: name }) => ({ language, file: name })) }),
    })),
    media: pages.flatMap(({ page, print, captions }) => [page, ...(print ? [print] : []), ...captions]),
  }
}

function withFilesOfPage(
  owner: Owner,
  { hash, extension, isPrinted, captions, ...texts }: Page,
  { position, find }: { position: number; find: FindCaptions },
) {
  const file = `${folderOf(owner)}/${String(position + 1).padStart(2, '0')}`
  const address = extension === 'webp' ? imageAddress(hash) : videoAddress(hash, extension)
  return {
    page: { file: `${file}.${extension}`, address },
    print: isPrinted ? { file: file + printSuffix, address: hash + printSuffix } : undefined,
    captions: captions.map((language) => ({
      language,
      file: `${file}.${language}.vtt`,
      read: (db: Db) => find(db, owner.id, language),
    })),
    ...texts,
  }
}

async function findCaptions(db: Db, zineId: string, language: string) {
  const row = await db
    .selectFrom('captions')
    .select('body')
    .where('zine_id', '=', zineId)
    .where('language', '=', language)
    .executeTakeFirst()
  return row?.body
}

function withCover(zine: Zine, { cover, ...printing }: Printing) {
  const file = `${folderOf(zine)}/cover-of-printing-${printing.number}.webp`
  return { ...printing, cover: cover ? { file, address: imageAddress(cover) } : undefined }
}

/** The pictures on pages made on the site, under the names that the recipes contain. */
const picturesOf = (zine: Pick<Zine, 'id' | 'title' | 'pages'>) =>
  pictureHashes(zine.pages)
    .map((hash) => imageAddress(hash))
    .map((address) => ({ file: folderOf(zine) + address.slice('/media'.length), address }))

const folderOf = ({ title, id }: Pick<Zine, 'id' | 'title'>) => `media/${folderName(title)}${id}`

/** A title as a portable file name with a trailing hyphen; empty if nothing usable remains. */
function folderName(title: string) {
  const words =
    title
      .normalize('NFC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  const name = [...words.join('-')].slice(0, 40).join('').replace(/-$/, '')
  return name && `${name}-`
}

type Draft = { id: string; title: string; pages: Page[] }

export async function* listDrafts(db: Db, userId: string) {
  for await (const id of ownDrafts(db, userId)) {
    const draft = await findDraft(db, userId, id)
    if (draft) yield withPages(draft)
  }
}

function withPages(draft: Draft) {
  const { pages, media } = withFiles(draft, findDraftCaptions)
  return { ...draft, pages, media: [...media, ...picturesOf(draft)] }
}

/** A draft has one video at most. */
async function findDraftCaptions(db: Db, draftId: string, language: string) {
  const { rows } = await sql<{ body: string }>`
    select captions ->> 'body' as body
    from drafts, jsonb_array_elements(content -> 'pages') page, jsonb_array_elements(page -> 'captions') captions
    where id = ${draftId} and captions ->> 'language' = ${language}`.execute(db)
  return rows[0]?.body
}

const ownDrafts = oldestFirst({
  from: sql`drafts`,
  owner: 'owner_id',
  at: 'created_at',
  id: 'id',
  item: sql<string>`id`,
})

async function findDraft(db: Db, userId: string, id: string) {
  const { rows } = await sql<{ item: Draft }>`
    select (d.content - 'placed') || jsonb_build_object(
      'id', d.id, 'projectId', d.project_id, 'version', d.version, 'publishAt', d.publish_at,
      'createdAt', d.created_at, 'updatedAt', d.updated_at,
      'pages', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'hash', substr(page.said ->> 'url', 8, 32), 'altText', page.said -> 'altText',
          'extension', coalesce(substring(page.said ->> 'url' from '[.](mp4|webm)$'), 'webp'),
          'transcript', page.said -> 'transcript', 'contentNote', coalesce(page.said ->> 'contentNote', ''),
          'recipe', page.said -> 'recipe',
          'captions', jsonb_path_query_array(page.said, '$.captions[*].language'),
          'isPrinted', printed.hash is not null) order by page.at), '[]')
        from jsonb_array_elements(d.content -> 'pages') with ordinality page(said, at)
        left join (
          select distinct m.hash from draft_media dm join media m on m.id = dm.media_id
          where dm.draft_id = d.id and m.print_width is not null) printed
        on printed.hash = substr(page.said ->> 'url', 8, 32))) as item
    from drafts d where d.owner_id = ${userId} and d.id = ${id}`.execute(db)
  return rows[0]?.item
}
