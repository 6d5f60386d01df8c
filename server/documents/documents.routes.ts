import { randomUUID } from 'node:crypto'
import { msg } from '@lingui/core/runtime-macro'
import type { FastifyRequest } from 'fastify'
import type { DocumentPage, DraftDocument } from '#contract/documents.ts'
import * as contract from '#contract/documents.ts'
import { pdfMb, zineImages } from '#contract/limits.ts'
import { imageAddress } from '#contract/media-address.ts'
import type { Db } from '#server/db/connection.ts'
import { violatedConstraint } from '#server/db/constraint.ts'
import { isLostConnection } from '#server/db/lost-connection.ts'
import { ApiError, apiError, notFound } from '#server/http/errors.ts'
import type { App } from '#server/http/fastify.ts'
import { acceptedLanguage } from '#server/http/negotiate-language.ts'
import { route } from '#server/http/route.ts'
import { viewerOf } from '#server/http/viewer.ts'
import { refusalIn } from '#server/languages/stored-sentences.ts'
import { bytesPerMb } from '#server/media/decode/decode-task.ts'
import { fileTooLargeMessage } from '#server/media/decode/file-errors.ts'
import type { OwnedUpload } from '#server/media/uploads.ts'
import { insertDocument } from './documents.queries.ts'
import { type DocumentDeps, notAPdf, pdfsNotOffered } from './documents.ts'
import { enqueueReading } from './read-documents.ts'
import { deleteDocument, splitDocument } from './split-document.ts'

/** PDFs of drafts. To other members a draft and everything in it does not exist. */
export function documentRoutes(app: App, deps: DocumentDeps) {
  const { config, db, files } = deps
  const documentResponse = async (request: FastifyRequest, id: string) => {
    const ref = { id, ownerId: viewerOf(request).id, language: acceptedLanguage(request) }
    const [document] = await listDraftDocuments(db, ref)
    if (!document) throw notFound('PDF')
    return { document }
  }

  app.route({
    ...route(contract.addDocument),
    handler: async (request, reply) => {
      const { id: ownerId } = viewerOf(request)
      const input = { ownerId, draftId: request.params.id, uploadId: request.body.uploadId }
      const id = await addDocument(deps, input)
      return reply.code(202).send(await documentResponse(request, id))
    },
  })

  app.route({
    ...route(contract.listDocuments),
    handler: async (request) => {
      const { id: ownerId } = viewerOf(request)
      const draftId = request.params.id
      if (!(await hasDraft(deps, { ownerId, draftId }))) throw notFound('draft')
      return { documents: await listDraftDocuments(db, { ownerId, draftId, language: acceptedLanguage(request) }) }
    },
  })

  app.route({
    ...route(contract.readDocument),
    handler: async (request) => documentResponse(request, request.params.id),
  })

  app.route({
    ...route(contract.splitDocument),
    handler: async (request) => {
      const ref = { id: request.params.id, ownerId: viewerOf(request).id }
      const input = { ref, split: request.body, maxPages: config.longZinePages }
      await db.transaction().execute((tx) => splitDocument(tx, input))
      return documentResponse(request, ref.id)
    },
  })

  app.route({
    ...route(contract.deleteDocument),
    handler: async (request) => {
      const ref = { id: request.params.id, ownerId: viewerOf(request).id }
      await db.transaction().execute((tx) => deleteDocument(tx, ref))
      await files.remove(ref)
      return { success: true as const }
    },
  })
}

async function hasDraft({ db }: DocumentDeps, { ownerId, draftId }: { ownerId: string; draftId: string }) {
  const draft = db.selectFrom('drafts').select('id').where('id', '=', draftId).where('owner_id', '=', ownerId)
  return (await draft.executeTakeFirst()) !== undefined
}

async function listDraftDocuments(
  db: Db,
  ref: { ownerId: string; language: string } & ({ id: string } | { draftId: string }),
): Promise<DraftDocument[]> {
  const rows = await db
    .selectFrom('documents')
    .selectAll()
    .where('owner_id', '=', ref.ownerId)
    .where('id' in ref ? 'id' : 'draft_id', '=', 'id' in ref ? ref.id : ref.draftId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return Promise.all(
    rows.map(async (row) => {
      const pages = await readPages(db, row.id, ref.language)
      return {
        id: row.id,
        draftId: row.draft_id,
        state: row.state,
        ...refusalIn(ref.language, row.refusal),
        pageCount: row.page_count,
        pagesDone: pages.length,
        looksLikeSpreads: row.looks_like_spreads,
        spread: row.spread,
        direction: row.direction,
        coverAlone: row.cover_alone,
        backAlone: row.back_alone,
        pages,
      }
    }),
  )
}

async function readPages(db: Db, documentId: string, language: string): Promise<DocumentPage[]> {
  const rows = await db
    .selectFrom('document_pages as p')
    .leftJoin('media as m', 'm.id', 'p.media_id')
    .select(['p.number', 'p.transcript', 'p.refusal', 'm.hash', 'm.width', 'm.height', 'm.placeholder'])
    .where('p.document_id', '=', documentId)
    .orderBy('p.number')
    .execute()
  return rows.map(({ hash, refusal, ...page }) => ({
    ...page,
    ...refusalIn(language, refusal),
    url: hash && imageAddress(hash),
  }))
}

type AddDocumentInput = { ownerId: string; draftId: string; uploadId: string }

async function addDocument(deps: DocumentDeps, input: AddDocumentInput): Promise<string> {
  if (deps.config.longZinePages <= zineImages) throw apiError('not_offered', pdfsNotOffered)
  return deps.locks.withLock(input.uploadId, async () => {
    const existingId = await findAddedDocument(deps, input)
    if (existingId) return existingId
    const upload = await deps.uploads.findOwn(input.ownerId, input.uploadId)
    if (!upload) throw notFound('upload')
    try {
      await assertPdf(deps, upload)
      return await storePdf(deps, input, { path: upload.path, byteSize: upload.size ?? 0 })
    } catch (error) {
      if (error instanceof ApiError && error.code === 'media_refused' && upload.offset === upload.size)
        await removeUpload(deps, input)
      throw error
    }
  })
}

async function findAddedDocument({ db }: DocumentDeps, { ownerId, draftId, uploadId }: AddDocumentInput) {
  const document = await db
    .selectFrom('documents')
    .select('id')
    .where('upload_id', '=', uploadId)
    .where('draft_id', '=', draftId)
    .where('owner_id', '=', ownerId)
    .executeTakeFirst()
  return document?.id
}

/** Checks the header, which may not be at the very start. The reader process checks the rest. */
async function assertPdf({ uploads }: DocumentDeps, upload: OwnedUpload) {
  const { size = 0, offset } = upload
  if (offset !== size) throw apiError('media_refused', msg`This upload is not finished yet.`)
  if (size > pdfMb * bytesPerMb) throw apiError('media_refused', fileTooLargeMessage('PDF', pdfMb))
  if (!(await uploads.readStart(upload, 1024)).includes('%PDF-')) throw apiError('media_refused', notAPdf)
}

async function storePdf(
  deps: DocumentDeps,
  { ownerId, draftId, uploadId }: AddDocumentInput,
  upload: { path: string; byteSize: number },
) {
  const id = randomUUID()
  try {
    await deps.db.transaction().execute(async (tx) => {
      await insertDocument(tx, { id, draftId, ownerId, uploadId, byteSize: upload.byteSize })
      await enqueueReading(tx)
      await deps.files.store({ id, ownerId }, upload.path)
    })
  } catch (error) {
    // If the result of the commit is unknown, the file may have a row. If it has none, it is swept.
    if (!isLostConnection(error as Error)) await deps.files.remove({ id, ownerId })
    throw violatedConstraint(error) === 'documents_upload' ? notFound('upload') : error
  }
  await removeUpload(deps, { uploadId })
  return id
}

const removeUpload = ({ uploads }: DocumentDeps, { uploadId }: Pick<AddDocumentInput, 'uploadId'>) =>
  uploads.remove(uploadId).catch(() => undefined)
