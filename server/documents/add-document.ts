import { randomUUID } from 'node:crypto'
import { pdfMb, zineImages } from '#contract/limits.ts'
import { brokenConstraint } from '#server/db/constraint.ts'
import { isLostConnection } from '#server/db/lost-connection.ts'
import { notFound, Refusal, refuse } from '#server/http/errors.ts'
import { bytesPerMb } from '#server/media/decode/decode-task.ts'
import { tooManyBytes } from '#server/media/decode/refused-file.ts'
import type { OwnUpload } from '#server/media/uploads.ts'
import { insertDocument } from './documents.queries.ts'
import type { DocumentDeps } from './documents.ts'
import { promiseReading } from './read-documents.ts'
import { noPdfs } from './refusals.ts'

type Added = { ownerId: string; draftId: string; uploadId: string }

/** Gives a draft a PDF that was uploaded, and answers the PDF's id. Asked again it answers the same. */
export async function addDocument(deps: DocumentDeps, added: Added): Promise<string> {
  if (deps.config.longZinePages <= zineImages) throw refuse('not_offered', noPdfs)
  return deps.locks.holding(added.uploadId, async () => {
    const there = await findAdded(deps, added)
    if (there) return there
    const upload = await deps.uploads.findOwn(added.ownerId, added.uploadId)
    if (!upload) throw notFound('upload')
    try {
      await assertPdf(deps, upload)
      return await keepPdf(deps, added, { path: upload.path, byteSize: upload.size ?? 0 })
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
async function assertPdf({ uploads }: DocumentDeps, upload: OwnUpload) {
  const { size = 0, offset } = upload
  if (offset !== size) throw refuse('media_refused', 'This upload is not finished yet.')
  if (size > pdfMb * bytesPerMb) throw refuse('media_refused', tooManyBytes('PDF', pdfMb))
  if (!(await uploads.readStart(upload, 1024)).includes('%PDF-'))
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
    // Where the end of the transaction was not heard of it may have a row: if not, it is swept.
    if (!isLostConnection(error as Error)) await deps.files.remove({ id, ownerId })
    throw brokenConstraint(error) === 'documents_upload' ? notFound('upload') : error
  }
  await forget(deps, { uploadId })
  return id
}

const forget = ({ uploads }: DocumentDeps, { uploadId }: Pick<Added, 'uploadId'>) =>
  uploads.remove(uploadId).catch(() => undefined)
