import { sql } from 'kysely'
import { DraftInput } from '#contract/drafts.ts'
import { memberDrafts, zineTitle } from '#contract/limits.ts'
import type { Tx } from '#server/db/connection.ts'
import { notFound } from '#server/http/errors.ts'
import { assertCaptionsFit } from '#server/zines/captions.ts'
import { lockExistingCreator } from '#server/zines/publish-zine.ts'
import { assertPageCount, attachPages, toStoredContent } from './attach-pages.ts'
import { idTaken, tooManyDrafts, tooManyImportedDrafts } from './draft-errors.ts'
import { readLockedDraft } from './drafts.queries.ts'

type NewDraft = {
  ownerId: string
  id: string | undefined
  projectId: string | undefined
  content: DraftInput | undefined
  maxPages: number
  quotaMb: number
  /** Set for a draft created by an import, with the limit of such drafts per member. */
  imported?: { maxDrafts: number }
}

/** The new draft as JSON. A repeated request with the same id returns the existing draft. */
export async function createDraft(tx: Tx, { ownerId, id, projectId, content, maxPages, quotaMb, imported }: NewDraft) {
  const storedContent = toStoredContent(content ?? DraftInput.parse({}))
  assertPageCount(storedContent, maxPages)
  await lockExistingCreator(tx, ownerId)
  const existingOwner = id && (await findOwnerOfId(tx, id))
  if (existingOwner) {
    if (existingOwner !== ownerId) throw idTaken()
    return readLockedDraft(tx, { ownerId, draftId: id })
  }
  const maxDrafts = imported?.maxDrafts ?? memberDrafts
  if ((await countDrafts(tx, ownerId, imported !== undefined)) >= maxDrafts)
    throw imported ? tooManyImportedDrafts(maxDrafts) : tooManyDrafts()
  await assertCaptionsFit(tx, { ownerId, pages: storedContent.pages }, quotaMb)
  const projectTitle = projectId ? await titleOfProject(tx, ownerId, projectId) : ''
  const title = storedContent.title || projectTitle
  const draftId = await insertDraft(tx, {
    ownerId,
    id,
    projectId,
    imported,
    content: { ...storedContent, title },
  })
  const ref = { ownerId, draftId }
  await attachPages(tx, ref, storedContent, maxPages)
  return readLockedDraft(tx, ref)
}

/** The owner of the draft with this id, or `published` if the draft has become a zine. */
async function findOwnerOfId(tx: Tx, id: string) {
  const { rows } = await sql<{ owner: string }>`
    select owner_id::text as owner from drafts where id = ${id}
    union all select 'published' from zines where draft_id = ${id}`.execute(tx)
  return rows[0]?.owner
}

/** Imported drafts have their own limit, so that they do not use up the limit of other drafts. */
async function countDrafts(tx: Tx, ownerId: string, isImported: boolean) {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from drafts
    where owner_id = ${ownerId} and is_imported = ${isImported}`.execute(tx)
  return rows[0]?.count ?? 0
}

async function titleOfProject(tx: Tx, userId: string, projectId: string) {
  const { rows } = await sql<{ title: string }>`
    select v.title from projects p join project_versions v on v.project_id = p.id and v.version = p.version
    where p.user_id = ${userId} and p.id = ${projectId}`.execute(tx)
  const [project] = rows
  if (!project) throw notFound('project')
  return project.title.slice(0, zineTitle)
}

async function insertDraft(
  tx: Tx,
  {
    ownerId,
    id,
    projectId,
    imported,
    content,
  }: Pick<NewDraft, 'ownerId' | 'id' | 'projectId' | 'imported'> & { content: DraftInput },
) {
  const { rows } = await sql<{ zineId: string }>`select uuidv7() as "zineId"`.execute(tx)
  const zineId = rows[0]?.zineId as string
  const inserted = await tx
    .insertInto('drafts')
    .values({
      // An id that a client chose must not become the address of a zine: it could be that of a deleted one.
      id: id ?? zineId,
      zine_id: zineId,
      owner_id: ownerId,
      project_id: projectId ?? null,
      content: JSON.stringify(content),
      is_imported: imported !== undefined,
    })
    // Another member may have inserted the same id concurrently.
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!inserted) throw idTaken()
  return inserted.id
}
