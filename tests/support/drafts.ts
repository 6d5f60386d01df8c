import type { Draft, DraftInput } from '#contract/drafts.ts'
import { addImages } from './library.ts'
import type { Member, TestApp } from './test-app.ts'

type DraftContent = Partial<Omit<DraftInput, 'pages'>> & {
  pages?: { url: string; altText?: string; transcript?: string; recipe?: object }[]
}

export async function createDraft(site: TestApp, as: Member, content: DraftContent = {}, fields: object = {}) {
  const body = { content, ...fields }
  const response = await site.call<{ draft: Draft }>({ method: 'POST', path: '/api/drafts', body, as })
  if (response.status !== 201) throw new Error(`beginning a draft failed: ${response.text}`)
  return response.body.draft
}

/** Creates a draft that can be published. */
export async function createPublishableDraft(
  site: TestApp,
  as: Member,
  title: string,
  { pages = 1, ...fields }: { pages?: number; projectId?: string } = {},
) {
  const urls = await addImages(site, as, pages)
  return createDraft(site, as, { title, pages: urls.map((url) => ({ url })) }, fields)
}

/** Adds an imported PDF to a draft, without a file. Returns its id and the URLs of its pages. */
export async function addRasterisedPdf(
  site: TestApp,
  owner: Member,
  { draftId, pages = 2, state = 'done' }: { draftId: string; pages?: number; state?: 'done' | 'reading' },
) {
  const { id } = await site.db
    .insertInto('documents')
    .values({ draft_id: draftId, owner_id: owner.id, state, page_count: pages })
    .returning('id')
    .executeTakeFirstOrThrow()
  const urls = await addImages(site, owner, pages)
  for (const [index, url] of urls.entries())
    await site.pool.query(
      `insert into document_pages (document_id, number, media_id)
       select $1, $2, id from media where hash = $3`,
      [id, index + 1, url.slice('/media/'.length, -'-1600.webp'.length)],
    )
  return { id, urls }
}
