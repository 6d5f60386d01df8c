import { randomUUID } from 'node:crypto'
import { open } from 'node:fs/promises'
import { pdfMb, zineImages } from '#contract/limits.ts'
import { brokenConstraint } from '#server/db/constraint.ts'
import { notFound, Refusal, refuse } from '#server/http/errors.ts'
import { bytesPerMb } from '#server/media/decode/decode-task.ts'
import { tooManyBytes } from '#server/media/decode/refused-file.ts'
import { insertDocument } from './documents.queries.ts'
import type { DocumentDeps } from './documents.ts'
import { promiseReading } from './read-documents.ts'

type Added = { ownerId: string; draftId: string; uploadId: string }
type FinishedUpload = { path: string; size?: number | undefined; offset: number }

/** Gives a draft a PDF that was uploaded, and answers the PDF's id. Asked again it answers the same. */
export async function addDocument(deps: DocumentDeps, added: Added): Promise<string> {
  if (deps.config.longZinePages <= zineImages)
    throw refuse('not_offered', 'This site takes no PDFs. Export the pages as pictures.')
  return deps.locks.holding(added.uploadId, async () => {
    const there = await findAdded(deps, added)
    if (there) return there
    const upload = await deps.uploads.findOwn(added.ownerId, added.uploadId)
    if (!upload) throw notFound('upload')
    try {
      await assertPdf(upload)
      return await keepPdf(deps, added, { ...upload, byteSize: upload.size ?? 0 })
    } catch (error) {
      if (error instanceof Refusal && error.code === 'media_refused' && upload.offset === upload.size)
        await forget(deps, added)
      throw error
    }
  })
}

async function findAdded({ db }: DocumentDeps, { ownerId, draftId, uploadId }: Added) {
  const found = await db
    .selectFrom('documents')
    .select('id')
    .where('upload_id', '=', uploadId)
    .where('draft_id', '=', draftId)
    .where('owner_id', '=', ownerId)
    .executeTakeFirst()
  return found?.id
}

/** By its first bytes, which may be a little further on. What is behind them is for the reader. */
async function assertPdf({ path, size = 0, offset }: FinishedUpload) {
  if (offset !== size) throw refuse('media_refused', 'This upload is not finished yet.')
  if (size > pdfMb * bytesPerMb) throw refuse('media_refused', tooManyBytes('PDF', pdfMb))
  await using file = await open(path)
  const { buffer, bytesRead } = await file.read(Buffer.alloc(1024), 0, 1024, 0)
  if (!buffer.subarray(0, bytesRead).includes('%PDF-'))
    throw refuse('media_refused', 'Please select a PDF file.')
}

async function keepPdf(
  deps: DocumentDeps,
  { ownerId, draftId, uploadId }: Added,
  upload: { path: string; byteSize: number },
) {
  const id = randomUUID()
  try {
    await deps.db.transaction().execute(async (tx) => {
      await insertDocument(tx, { id, draftId, ownerId, uploadId, byteSize: upload.byteSize })
      await promiseReading(tx)
      await deps.files.take({ id, ownerId }, upload.path)
    })
  } catch (error) {
    await deps.files.remove({ id, ownerId })
    throw brokenConstraint(error) === 'documents_upload' ? notFound('upload') : error
  }
  await forget(deps, { uploadId })
  return id
}

const forget = ({ uploads }: DocumentDeps, { uploadId }: Pick<Added, 'uploadId'>) =>
  uploads.remove(uploadId).catch(() => undefined)
