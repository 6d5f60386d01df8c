import { sql } from 'kysely'
import { pageNote } from '#contract/details.ts'
import type { SentDraft } from '#contract/drafts.ts'
import { zineWords } from '#contract/publishing.ts'
import type { Tx } from '#server/db/connection.ts'
import { refuse } from '#server/http/errors.ts'
import { checked } from '#server/http/validation.ts'
import { removeFreeMedia } from '#server/media/media.queries.ts'
import { insertZine } from '#server/zines/publish-zine.queries.ts'
import { holdCreator, matchPages } from '#server/zines/publish-zine.ts'
import { removeHeldDraft } from './delete-draft.ts'
import { listShowable, lockDocuments } from './draft-media.queries.ts'
import { changedElsewhere, tooManyPages } from './draft-refusals.ts'
import { lockDraft, type OwnDraft, readHeldDraft } from './drafts.queries.ts'
import { hashOf } from './show-pages.ts'

/** Without `version`, the current version is published. `isDue`: by its schedule, not by its creator. */
type Publication = { version?: number; isDue?: boolean; mostPages: number }

/** Atomic. Returns the zine's id, also if already published; undefined if there is no draft or it is not due yet. */
export async function publishDraft(tx: Tx, own: OwnDraft, { version, isDue, mostPages }: Publication) {
  await holdCreator(tx, own.ownerId)
  const projectId = await lockProject(tx, own)
  const draft = await lockDraft(tx, own)
  if (!draft) return findZine(tx, own)
  if (isDue && !(await hasCome(tx, own.draftId))) return undefined
  if (version !== undefined && draft.version !== version) throw changedElsewhere(await readHeldDraft(tx, own))
  const content = await readContent(tx, own.draftId)
  // Trims the texts and validates them with the same error messages as any zine.
  const words = checked(zineWords, content)
  await assertRead(tx, own.draftId)
  if (isDue) await assertPlaced(tx, own.draftId)
  const pages = await pagesOf(tx, own, { content, mostPages })
  const media = await removeHeldDraft(tx, own)
  const shown = new Set(pages.map(({ mediaId }) => mediaId))
  await removeFreeMedia(
    tx,
    media.filter((id) => !shown.has(id)),
  )
  const { aspectRatio, mayPrint, readingDirection } = content
  const zine = { ...words, aspectRatio, mayPrint, readingDirection, pages }
  const id = await insertZine(tx, { ...zine, creatorId: own.ownerId, draftId: own.draftId })
  if (projectId) await sql`update projects set zine_id = ${id} where id = ${projectId}`.execute(tx)
  return id
}

/** Locked before the draft, in the same order as when a project is deleted. */
async function lockProject(tx: Tx, { ownerId, draftId }: OwnDraft) {
  const { rows } = await sql<{ id: string }>`
    select id from projects
    where user_id = ${ownerId}
      and id = (select project_id from drafts where owner_id = ${ownerId} and id = ${draftId})
    for no key update`.execute(tx)
  return rows[0]?.id
}

async function findZine(tx: Tx, { ownerId, draftId }: OwnDraft) {
  const zine = await tx
    .selectFrom('zines')
    .select('id')
    .where('draft_id', '=', draftId)
    .where('creator_id', '=', ownerId)
    .executeTakeFirst()
  return zine?.id
}

async function hasCome(tx: Tx, draftId: string) {
  const { rows } = await sql<{ isDue: boolean }>`
    select publish_at <= now() and suspended_at is null as "isDue"
    from drafts d join users u on u.id = owner_id where d.id = ${draftId}`.execute(tx)
  return rows[0]?.isDue === true
}

async function readContent(tx: Tx, draftId: string) {
  const { rows } = await sql<{
    content: SentDraft
  }>`select content from drafts where id = ${draftId}`.execute(tx)
  return rows[0]?.content as SentDraft
}

async function assertRead(tx: Tx, draftId: string) {
  const documents = await lockDocuments(tx, draftId)
  if (documents.some(({ state }) => state === 'waiting' || state === 'reading'))
    throw refuse(
      'invalid_request',
      'A PDF of this draft is still being read. Publish it when all pages are here.',
    )
}

/** A scheduled zine must not omit pages that a PDF produced after its creator left the layout table. */
async function assertPlaced(tx: Tx, draftId: string) {
  const { rows } = await sql<{ isLeft: boolean }>`
    select exists (
      select from document_pages p
      join documents c on c.id = p.document_id join drafts d on d.id = c.draft_id join media m on m.id = p.media_id
      where d.id = ${draftId} and p.number > coalesce((d.content -> 'placed' ->> c.id::text)::int, 0)
        and not exists (
          select from jsonb_array_elements(d.content -> 'pages') page
          where substr(page ->> 'url', ${'/media/'.length + 1}, 32) = m.hash)) as "isLeft"`.execute(tx)
  if (rows[0]?.isLeft) throw refuse('invalid_request', pagesLeft)
}

const pagesLeft = 'Some pages of a PDF are not in the layout yet. Open the draft and schedule it again.'

async function pagesOf(
  tx: Tx,
  own: OwnDraft,
  { content, mostPages }: { content: SentDraft; mostPages: number },
) {
  const given = content.pages.map((page) => ({
    ...{ hash: hashOf(page), altText: page.altText.trim(), transcript: page.transcript.trim() },
    contentNote: checked(pageNote, page.contentNote),
  }))
  if (given.length === 0) throw refuse('invalid_request', 'A zine needs at least one page.')
  if (given.length > mostPages) throw tooManyPages(mostPages)
  const uploads = await listShowable(
    tx,
    own,
    given.map(({ hash }) => hash),
  )
  const matched = matchPages(given, uploads)
  if (!matched) throw refuse('invalid_request', 'A page of this draft is missing. Please upload it again.')
  return matched.map(({ media, ...words }) => ({ mediaId: media.id, ...words }))
}
