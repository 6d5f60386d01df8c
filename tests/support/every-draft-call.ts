import { randomUUID } from 'node:crypto'
import { basename } from 'node:path'
import { writeCursor } from '#server/http/list-page.ts'
import { readImports } from '#server/import/read-imports.ts'
import { fixture } from '#tests/fixtures/fixture.ts'
import { callsOf, type World } from './calls-of.ts'
import { addReadDocument } from './drafts.ts'
import { addMedia } from './library.ts'
import { listening, sendUpload } from './send-upload.ts'

/** Everything about what is not published yet. */
export async function makeDraftCalls({ site, member, projectId }: World) {
  const { get, post, put, del } = callsOf(site, member)
  await get(`users/${member.id}/drafts`)
  const urls = await addMedia(site, member, ['image', 'image'])
  const content = { title: 'Laid out', pages: urls.map((url) => ({ url })) }
  const id = randomUUID()
  for (let times = 0; times < 2; times++) await post('drafts', { id, projectId, content })
  const draft = `drafts/${id}`
  await get(draft)
  const { urls: ofPdf } = await addReadDocument(site, member, { draftId: id })
  const more = { ...content, pages: [...content.pages, ...ofPdf.map((url) => ({ url }))] }
  await put(draft, { version: 1, content: more })
  await put(draft, { version: 2, content: { title: 'Laid out' } })
  await put(draft, { version: 3, content })
  const publishAt = new Date(Date.now() + 3_600_000).toISOString()
  await put(`${draft}/schedule`, { version: 4, publishAt })
  await put(`${draft}/schedule`, { version: 5, publishAt: null })
  for (let times = 0; times < 2; times++) await post(`${draft}/publish`, { version: 6 })
  const other = (await post('drafts', {})).body.draft.id
  await makePdfCalls({ site, member }, other)
  await makeImportCalls({ site, member })
  await del(`drafts/${other}`)
}

type Place = Pick<World, 'site' | 'member'>
const upload = async ({ site, member }: Place, bytes: Buffer) => ({
  uploadId: basename(await sendUpload(await listening(site), member, bytes)),
})

async function makePdfCalls(place: Place, draftId: string) {
  const { get, post, put, del } = callsOf(place.site, place.member)
  const documents = `drafts/${draftId}/documents`
  const given = await upload(place, fixture('document.pdf'))
  const { body } = await post(documents, given)
  await post(documents, given)
  await get(documents)
  const pdf = `documents/${body.document.id}`
  await get(pdf)
  await put(pdf, { spread: 'booklet', direction: 'ltr', coverAlone: false, backAlone: false })
  await del(pdf)
}

/** One of a zip that holds nothing, and the lists of what became of it. */
async function makeImportCalls(place: Place) {
  const { get, post } = callsOf(place.site, place.member)
  const given = await upload(place, Buffer.from('PK'))
  const { body } = await post('imports', given)
  await post('imports', given)
  await readImports(place.site.documents)
  await get(`imports/${body.import.id}`)
  await get(`users/${place.member.id}/imports`)
  const drafts = `users/${place.member.id}/imported-drafts`
  await get(drafts)
  const now = new Date().toISOString().replace('Z', '+00:00')
  await get(`${drafts}?cursor=${writeCursor(now, place.member.id)}`)
}
