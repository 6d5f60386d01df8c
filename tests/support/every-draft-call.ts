import { randomUUID } from 'node:crypto'
import { basename } from 'node:path'
import { writeCursor } from '#server/http/list-page.ts'
import { readImports } from '#server/import/read-imports.ts'
import { fixture } from '#tests/fixtures/fixture.ts'
import { addReadDocument } from './drafts.ts'
import { addMedia } from './library.ts'
import { listening, sendUpload } from './send-upload.ts'
import type { Member, TestApp } from './test-app.ts'

type Place = { site: TestApp; member: Member; projectId: string }

/** Everything about what is not published yet. */
export async function makeDraftCalls({ site, member, projectId }: Place) {
  const mine = `/api/users/${member.id}/drafts`
  await site.call({ path: mine, as: member })
  const urls = await addMedia(site, member, ['image', 'image'])
  const content = { title: 'Laid out', pages: urls.map((url) => ({ url })) }
  const begun = {
    method: 'POST' as const,
    path: '/api/drafts',
    body: { id: randomUUID(), projectId, content },
  }
  for (let times = 0; times < 2; times++) await site.call({ ...begun, as: member })
  const { id } = begun.body
  const path = `/api/drafts/${id}`
  await site.call({ path, as: member })
  const { urls: ofPdf } = await addReadDocument(site, member, { draftId: id })
  const more = { ...content, pages: [...content.pages, ...ofPdf.map((url) => ({ url }))] }
  await site.call({ method: 'PUT', path, body: { version: 1, content: more }, as: member })
  await site.call({ method: 'PUT', path, body: { version: 2, content: { title: 'Laid out' } }, as: member })
  await site.call({ method: 'PUT', path, body: { version: 3, content }, as: member })
  const publishAt = new Date(Date.now() + 3_600_000).toISOString()
  const schedule = { method: 'PUT' as const, path: `${path}/schedule`, as: member }
  await site.call({ ...schedule, body: { version: 4, publishAt } })
  await site.call({ ...schedule, body: { version: 5, publishAt: null } })
  for (let times = 0; times < 2; times++)
    await site.call({ method: 'POST', path: `${path}/publish`, body: { version: 6 }, as: member })
  const other = await site.call<{ draft: { id: string } }>({
    ...{ method: 'POST', path: '/api/drafts', body: {}, as: member },
  })
  await makePdfCalls(site, member, other.body.draft.id)
  await makeImportCalls(site, member)
  await site.call({ method: 'DELETE', path: `/api/drafts/${other.body.draft.id}`, as: member })
}

async function makePdfCalls(site: TestApp, as: Member, draftId: string) {
  const uploaded = await sendUpload(await listening(site), as, fixture('document.pdf'))
  const path = `/api/drafts/${draftId}/documents`
  const given = { method: 'POST' as const, path, body: { uploadId: basename(uploaded) }, as }
  const { body } = await site.call<{ document: { id: string } }>(given)
  await site.call(given)
  await site.call({ path, as })
  const pdf = `/api/documents/${body.document.id}`
  await site.call({ path: pdf, as })
  const split = { spread: 'booklet', direction: 'ltr', coverAlone: false, backAlone: false }
  await site.call({ method: 'PUT', path: pdf, body: split, as })
  await site.call({ method: 'DELETE', path: pdf, as })
}

/** One of a zip that holds nothing, and the lists of what became of it. */
async function makeImportCalls(site: TestApp, as: Member) {
  const uploaded = await sendUpload(await listening(site), as, Buffer.from('PK'))
  const given = { method: 'POST' as const, path: '/api/imports', body: { uploadId: basename(uploaded) }, as }
  const { body } = await site.call<{ import: { id: string } }>(given)
  await site.call(given)
  await readImports(site.documents)
  await site.call({ path: `/api/imports/${body.import.id}`, as })
  await site.call({ path: `/api/users/${as.id}/imports`, as })
  const drafts = `/api/users/${as.id}/imported-drafts`
  await site.call({ path: drafts, as })
  await site.call({
    path: `${drafts}?cursor=${writeCursor(new Date().toISOString().replace('Z', '+00:00'), as.id)}`,
    as,
  })
}
