import { type Site, uploadPages } from './add-zine.ts'
import { type Member, post } from './api-calls.ts'
import { stableId } from './demo-projects.ts'
import { type DemoZine, loadLibrary } from './library/library.ts'

/** Adds the demo member's drafts to the layout table, each linked to the project with its title. Existing drafts are left alone. */
export async function addDrafts(site: Site, demo: Member) {
  for (const draft of loadLibrary().drafts) {
    const id = stableId(demo.id, `${draft.title}/draft`)
    if (!(await findDraftOrZine(site, id))) await addDraft(site, { id, draft, demo })
  }
}

/** Whether the draft exists or has been published. */
async function findDraftOrZine({ db }: Site, id: string) {
  const draft = await db.selectFrom('drafts').select('id').where('id', '=', id).executeTakeFirst()
  return draft ?? (await db.selectFrom('zines').select('id').where('draft_id', '=', id).executeTakeFirst())
}

/** The last page has no description yet, like a draft in progress. */
async function addDraft(site: Site, { id, draft, demo }: { id: string; draft: DemoZine; demo: Member }) {
  const { title, description, aspectRatio } = draft
  const pages = await uploadPages(site, draft, demo)
  const last = pages.at(-1)
  if (last) Object.assign(last, { altText: '', transcript: '' })
  const body = {
    id,
    projectId: stableId(demo.id, title),
    content: { title, description, aspectRatio, pages },
  }
  await post(site.app, { path: '/api/drafts', body, cookie: demo.cookie })
}
