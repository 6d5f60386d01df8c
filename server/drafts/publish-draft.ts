import { msg } from '@lingui/core/runtime-macro'
import { sql } from 'kysely'
import { pageContentNote } from '#contract/details.ts'
import { type DraftInput, formerPageId } from '#contract/drafts.ts'
import { pictureHashes } from '#contract/page-recipe.ts'
import { tooManyPages, zineTexts } from '#contract/publishing.ts'
import { trimText } from '#contract/visible-text.ts'
import type { Tx } from '#server/db/connection.ts'
import { apiError } from '#server/http/errors.ts'
import { validate } from '#server/http/validation.ts'
import { removeUnusedMedia } from '#server/media/media.queries.ts'
import { assertCaptionsOnVideo, resolveCaptions } from '#server/zines/captions.ts'
import { insertZine } from '#server/zines/publish-zine.queries.ts'
import { lockExistingCreator, matchPages } from '#server/zines/publish-zine.ts'
import { matchPictures } from '#server/zines/recipe-pictures.ts'
import { hashOfPage } from './attach-pages.ts'
import { removeLockedDraft } from './delete-draft.ts'
import { draftChangedElsewhere } from './draft-errors.ts'
import { listAttachable, lockDocuments } from './draft-media.queries.ts'
import { type DraftRef, lockDraft, readLockedDraft } from './drafts.queries.ts'

/** Without `version`, the current version is published. `isDue`: by its schedule, not by its creator. */
type Publication = { version?: number; isDue?: boolean; maxPages: number }

/** Atomic. Returns the zine's id, also if already published; undefined if there is no draft or it is not due yet. */
export async function publishDraft(tx: Tx, ref: DraftRef, { version, isDue, maxPages }: Publication) {
  await lockExistingCreator(tx, ref.ownerId)
  const projectId = await lockProject(tx, ref)
  const draft = await lockDraft(tx, ref)
  if (!draft) return findZine(tx, ref)
  if (isDue && !(await isDueNow(tx, ref.draftId))) return undefined
  if (version !== undefined && draft.version !== version) throw draftChangedElsewhere(await readLockedDraft(tx, ref))
  const content = await readContent(tx, ref.draftId)
  // Trims the texts and validates them with the same error messages as any zine.
  const texts = validate(zineTexts, content)
  await assertDocumentsRead(tx, ref.draftId)
  if (isDue) await assertPagesPlaced(tx, ref.draftId)
  const { pages, pictureIds } = await pagesOf(tx, ref, { content, maxPages })
  const media = await removeLockedDraft(tx, ref)
  const usedMediaIds = new Set([...pages.map(({ mediaId }) => mediaId), ...pictureIds])
  await removeUnusedMedia(
    tx,
    media.filter((id) => !usedMediaIds.has(id)),
  )
  // Drafts saved before papers existed have none.
  const { aspectRatio, paper = 'pictures', mayPrint, readingDirection } = content
  const zine = { ...texts, aspectRatio, paper, mayPrint, readingDirection, pages, pictureIds }
  const id = await insertZine(tx, { ...zine, id: draft.zineId, creatorId: ref.ownerId, draftId: ref.draftId })
  if (projectId) await sql`update projects set zine_id = ${id} where id = ${projectId}`.execute(tx)
  return id
}

/** Locked before the draft, in the same order as when a project is deleted. */
async function lockProject(tx: Tx, { ownerId, draftId }: DraftRef) {
  const { rows } = await sql<{ id: string }>`
    select id from projects
    where user_id = ${ownerId}
      and id = (select project_id from drafts where owner_id = ${ownerId} and id = ${draftId})
    for no key update`.execute(tx)
  return rows[0]?.id
}

async function findZine(tx: Tx, { ownerId, draftId }: DraftRef) {
  const zine = await tx
    .selectFrom('zines')
    .select('id')
    .where('draft_id', '=', draftId)
    .where('creator_id', '=', ownerId)
    .executeTakeFirst()
  return zine?.id
}

async function isDueNow(tx: Tx, draftId: string) {
  const { rows } = await sql<{ isDue: boolean }>`
    select publish_at <= now() and suspended_at is null as "isDue"
    from drafts d join users u on u.id = owner_id where d.id = ${draftId}`.execute(tx)
  return rows[0]?.isDue === true
}

async function readContent(tx: Tx, draftId: string) {
  const { rows } = await sql<{
    content: DraftInput
  }>`select content from drafts where id = ${draftId}`.execute(tx)
  return rows[0]?.content as DraftInput
}

async function assertDocumentsRead(tx: Tx, draftId: string) {
  const documents = await lockDocuments(tx, draftId)
  if (documents.some(({ state }) => state === 'waiting' || state === 'reading'))
    throw apiError('invalid_request', msg`A PDF of this draft is still being read. Publish it when all pages are here.`)
}

/** A scheduled zine must not omit pages that a PDF produced after its creator left the layout table. */
async function assertPagesPlaced(tx: Tx, draftId: string) {
  const { rows } = await sql<{ isLeft: boolean }>`
    select exists (
      select from document_pages p
      join documents c on c.id = p.document_id join drafts d on d.id = c.draft_id join media m on m.id = p.media_id
      where d.id = ${draftId} and p.number > coalesce((d.content -> 'placed' ->> c.id::text)::int, 0)
        and not exists (
          select from jsonb_array_elements(d.content -> 'pages') page
          where substr(page ->> 'url', ${'/media/'.length + 1}, 32) = m.hash)) as "isLeft"`.execute(tx)
  if (rows[0]?.isLeft) throw apiError('invalid_request', pagesLeftMessage)
}

const pagesLeftMessage = msg`Some pages of a PDF are not in the layout yet. Open the draft and schedule it again.`

async function pagesOf(tx: Tx, ref: DraftRef, { content, maxPages }: { content: DraftInput; maxPages: number }) {
  const draftPages = content.pages.map((page, index) => ({
    pageId: page.id ?? formerPageId(index),
    hash: hashOfPage(page),
    altText: trimText(page.altText),
    transcript: trimText(page.transcript),
    contentNote: validate(pageContentNote, page.contentNote),
    // Drafts saved before recipes or captions existed have none.
    recipe: page.recipe ?? null,
    captions: resolveCaptions(page.captions, []),
  }))
  if (draftPages.length === 0) throw apiError('invalid_request', msg`A zine needs at least one page.`)
  if (draftPages.length > maxPages) throw apiError('invalid_request', tooManyPages(maxPages))
  const hashes = draftPages.map(({ hash }) => hash)
  const uploads = await listAttachable(tx, ref, [...hashes, ...pictureHashes(draftPages)])
  const matched = matchPages(draftPages, uploads)
  if (!matched) throw apiError('invalid_request', msg`A page of this draft is missing. Please upload it again.`)
  assertCaptionsOnVideo(matched)
  return {
    pages: matched.map(({ media, ...content }) => ({ mediaId: media.id, ...content })),
    pictureIds: await matchPictures(tx, ref.ownerId, { pages: draftPages, uploads }),
  }
}
