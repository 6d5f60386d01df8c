import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'vitest'
import type { DraftDocument } from '#contract/documents.ts'
import { sendUpload } from '#tests/support/send-upload.ts'
import type { Member, TestApp } from '#tests/support/test-app.ts'
import { readDocuments } from './read-documents.ts'

type ResponseBody = { document: DraftDocument; error: string; code: string }

/** What a member does with PDFs at the layout table. The site must listen at `address`. */
export function layoutTable(site: TestApp, address: string) {
  const upload = async (as: Member, bytes: Buffer) => (await sendUpload(address, as, bytes)).split('/').at(-1) ?? ''

  async function beginDraft(as: Member) {
    const { rows } = await site.pool.query<{ id: string }>(
      `insert into drafts (owner_id, content) values ($1, '{}') returning id`,
      [as.id],
    )
    return rows[0]?.id ?? ''
  }

  const add = (as: Member, draftId: string, uploadId: string) =>
    site.call<ResponseBody>({
      method: 'POST',
      path: `/api/drafts/${draftId}/documents`,
      body: { uploadId },
      as,
    })

  /** Adds a PDF to a new draft, where it waits to be read. */
  async function addPdf(as: Member, bytes: Buffer) {
    const draftId = await beginDraft(as)
    const { status, body } = await add(as, draftId, await upload(as, bytes))
    expect([status, body.error]).toEqual([202, undefined])
    return body.document
  }

  const readDocument = (as: Member, id: string) => site.call<ResponseBody>({ path: `/api/documents/${id}`, as })

  /** Reads as the job does, until no PDF waits. */
  async function readAll() {
    const hasUnreadDocuments = async () =>
      (await site.pool.query(`select 1 from documents where state in ('waiting', 'reading')`)).rowCount
    // Another process may be reading.
    for (; await hasUnreadDocuments(); await pause(20)) await readDocuments(site.documents)
  }

  /** Reads as the job does, in a turn that ends after one page. */
  const readPage = () => readDocuments({ ...site.documents, times: { ...site.documents.times, job: 0 } })

  async function addAndReadPdf(as: Member, bytes: Buffer) {
    const { id } = await addPdf(as, bytes)
    await readAll()
    return (await readDocument(as, id)).body.document
  }

  const split = (as: Member, id: string, changes: object) =>
    site.call<ResponseBody>({
      method: 'PUT',
      path: `/api/documents/${id}`,
      as,
      body: { spread: 'single', direction: 'ltr', coverAlone: false, backAlone: false, ...changes },
    })

  const remove = (as: Member, id: string) =>
    site.call<ResponseBody>({ method: 'DELETE', path: `/api/documents/${id}`, as })

  return { upload, beginDraft, add, addPdf, addAndReadPdf, readDocument, readAll, readPage, remove, split }
}

export const transcriptsOf = ({ pages }: DraftDocument) => pages.map(({ transcript }) => transcript)
