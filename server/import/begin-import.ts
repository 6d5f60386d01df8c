import { randomUUID } from 'node:crypto'
import { msg } from '@lingui/core/runtime-macro'
import { importMb } from '#contract/limits.ts'
import { assertApproved } from '#server/auth/sign-ups/may-publish.ts'
import type { Tx } from '#server/db/connection.ts'
import { enqueueJob } from '#server/db/jobs.ts'
import { apiError, notFound } from '#server/http/errors.ts'
import { bytesPerMb } from '#server/media/decode/decode-task.ts'
import { fileTooLargeMessage } from '#server/media/decode/file-errors.ts'
import type { MediaDeps } from '#server/media/media.ts'
import type { OwnedUpload } from '#server/media/uploads.ts'
import { lockExistingCreator } from '#server/zines/publish-zine.ts'
import { findByUpload, insertImport, type OwnedImport } from './imports.queries.ts'

type Deps = Pick<MediaDeps, 'db' | 'locks' | 'uploads'>

export async function beginImport(deps: Deps, ownUpload: Pick<OwnedImport, 'ownerId' | 'uploadId'>) {
  return deps.locks.withLock(ownUpload.uploadId, async () => {
    const existing = await findByUpload(deps.db, ownUpload)
    if (existing) return existing.id
    const upload = await deps.uploads.findOwn(ownUpload.ownerId, ownUpload.uploadId)
    if (!upload) throw notFound('upload')
    await assertZip(deps, upload)
    const id = randomUUID()
    await deps.db.transaction().execute(async (tx) => {
      await lockExistingCreator(tx, ownUpload.ownerId)
      await assertApproved(tx, ownUpload.ownerId)
      await insertImport(tx, { ...ownUpload, id })
      await enqueueReading(tx)
    })
    return id
  })
}

/** One job reads all waiting imports. */
export const enqueueReading = (tx: Tx, afterSeconds = 0) =>
  enqueueJob(tx, 'read-imports', {}, { key: 'read-imports', afterSeconds })

async function assertZip({ uploads }: Deps, upload: OwnedUpload) {
  const { size = 0, offset } = upload
  if (offset !== size) throw apiError('media_refused', msg`This upload is not finished yet.`)
  if (size > importMb * bytesPerMb) throw apiError('media_refused', fileTooLargeMessage('zip', importMb))
  if ((await uploads.readStart(upload, 2)).toString('latin1') !== 'PK')
    throw apiError('media_refused', msg`Please select a zip file.`)
}
