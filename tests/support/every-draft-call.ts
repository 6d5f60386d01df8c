import { randomUUID } from 'node:crypto'
import { basename } from 'node:path'
import { writeCursor } from '#server/http/list-page.ts'
import { readImports } from '#server/import/read-imports.ts'
import { fixture } from '#tests/fixtures/fixture.ts'
import { addReadDocument } from './drafts.ts'
import { twice, type World } from './every-call-world.ts'
import { addMedia } from './library.ts'
import { sendUpload } from './send-upload.ts'
import { listening } from './test-app.ts'

export async function makeDraftCalls(world: World) {
  const { site, member, own, projectId, me } = world
  await me.get(`${own}/drafts`)
  const pages = (await addMedia(site, member, ['image', 'image'])).map((url) => ({ url }))
  const content = { title: 'Laid out', pages }
  const id = randomUUID()
  await twice(() => me.post('/api/drafts', { id, projectId, content }))
  const draft = `/api/drafts/${id}`
  await me.get(draft)
  const { urls } = await addReadDocument(site, member, { draftId: id })
  const more = { ...content, pages: [...pages, ...urls.map((url) => ({ url }))] }
  for (const [at, each] of [more, { title: 'Laid out' }, content].entries())
    await me.put(draft, { version: at + 1, content: each })
  const publishAt = new Date(Date.now() + 3_600_000).toISOString()
  await me.put(`${draft}/schedule`, { version: 4, publishAt })
  await me.put(`${draft}/schedule`, { version: 5, publishAt: null })
  await twice(() => me.post(`${draft}/publish`, { version: 6 }))
  const other = await me.post<{ draft: { id: string } }>('/api/drafts')
  await makePdfCalls(world, `/api/drafts/${other.draft.id}/documents`)
  await makeImportCalls(world)
  await me.delete(`/api/drafts/${other.draft.id}`)
}

async function upload({ site, member }: World, bytes: Buffer) {
  return { uploadId: basename(await sendUpload(await listening(site), member, bytes)) }
}

async function makePdfCalls(world: World, path: string) {
  const { me } = world
  const given = await upload(world, fixture('document.pdf'))
  const { document } = await twice(() => me.post<{ document: { id: string } }>(path, given))
  const pdf = `/api/documents/${document.id}`
  await me.getAll(path, pdf)
  await me.put(pdf, { spread: 'booklet', direction: 'ltr', coverAlone: false, backAlone: false })
  await me.delete(pdf)
}

/** Imports an empty zip and reads the lists of its results. */
async function makeImportCalls(world: World) {
  const { site, member, own, me } = world
  const given = await upload(world, Buffer.from('PK'))
  const begun = await twice(() => me.post<{ import: { id: string } }>('/api/imports', given))
  await readImports(site.documents)
  const cursor = writeCursor(new Date().toISOString().replace('Z', '+00:00'), member.id)
  const lists = [`${own}/imports`, `${own}/imported-drafts`, `${own}/imported-drafts?cursor=${cursor}`]
  await me.getAll(`/api/imports/${begun.import.id}`, ...lists)
}
