import { randomUUID } from 'node:crypto'
import { basename } from 'node:path'
import { writeCursor } from '#server/http/list-page.ts'
import { readImports } from '#server/import/read-imports.ts'
import { fixture } from '#tests/fixtures/fixture.ts'
import { type ApiCallContext, callTwice } from './api-call-context.ts'
import { addRasterisedPdf } from './drafts.ts'
import { addMedia } from './library.ts'
import { sendUpload } from './send-upload.ts'
import { listening } from './test-app.ts'

export async function callDraftEndpoints(context: ApiCallContext) {
  const { site, member, memberPath, projectId, asMember } = context
  await asMember.get(`${memberPath}/drafts`)
  const pages = (await addMedia(site, member, ['image', 'image'])).map((url) => ({ url }))
  const content = { title: 'Laid out', pages }
  const id = randomUUID()
  await callTwice(() => asMember.post('/api/drafts', { id, projectId, content }))
  const draft = `/api/drafts/${id}`
  await asMember.get(draft)
  const { urls } = await addRasterisedPdf(site, member, { draftId: id })
  const extended = { ...content, pages: [...pages, ...urls.map((url) => ({ url }))] }
  for (const [index, draftContent] of [extended, { title: 'Laid out' }, content].entries())
    await asMember.put(draft, { version: index + 1, content: draftContent })
  const publishAt = new Date(Date.now() + 3_600_000).toISOString()
  await asMember.put(`${draft}/schedule`, { version: 4, publishAt })
  await asMember.put(`${draft}/schedule`, { version: 5, publishAt: null })
  await callTwice(() => asMember.post(`${draft}/publish`, { version: 6 }))
  const secondDraft = await asMember.post<{ draft: { id: string } }>('/api/drafts')
  await callPdfEndpoints(context, `/api/drafts/${secondDraft.draft.id}/documents`)
  await callImportEndpoints(context)
  await asMember.delete(`/api/drafts/${secondDraft.draft.id}`)
}

async function upload({ site, member }: ApiCallContext, bytes: Buffer) {
  return { uploadId: basename(await sendUpload(await listening(site), member, bytes)) }
}

async function callPdfEndpoints(context: ApiCallContext, path: string) {
  const { asMember } = context
  const input = await upload(context, fixture('document.pdf'))
  const { document } = await callTwice(() => asMember.post<{ document: { id: string } }>(path, input))
  const pdf = `/api/documents/${document.id}`
  await asMember.getAll(path, pdf)
  await asMember.put(pdf, { spread: 'booklet', direction: 'ltr', coverAlone: false, backAlone: false })
  await asMember.delete(pdf)
}

/** Imports an empty zip and reads the lists of its results. */
async function callImportEndpoints(context: ApiCallContext) {
  const { site, member, memberPath, asMember } = context
  const input = await upload(context, Buffer.from('PK'))
  const created = await callTwice(() => asMember.post<{ import: { id: string } }>('/api/imports', input))
  await readImports(site.documents)
  const cursor = writeCursor(new Date().toISOString().replace('Z', '+00:00'), member.id)
  const lists = [
    `${memberPath}/imports`,
    `${memberPath}/imported-drafts`,
    `${memberPath}/imported-drafts?cursor=${cursor}`,
  ]
  await asMember.getAll(`/api/imports/${created.import.id}`, ...lists)
}
