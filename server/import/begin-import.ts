import { randomUUID } from 'node:crypto'
import { importMb } from '#contract/limits.ts'
import type { Tx } from '#server/db/connection.ts'
import { enqueueJob } from '#server/db/jobs.ts'
import { notFound, refuse } from '#server/http/errors.ts'
import { bytesPerMb } from '#server/media/decode/decode-task.ts'
import { tooManyBytes } from '#server/media/decode/refused-file.ts'
import type { MediaDeps } from '#server/media/media.ts'
import type { OwnUpload } from '#server/media/uploads.ts'
import { holdCreator } from '#server/zines/publish-zine.ts'
import { findByUpload, insertImport, type OwnImport } from './imports.queries.ts'

type Deps = Pick<MediaDeps, 'db' | 'locks' | 'uploads'>

export async function beginImport(deps: Deps, own: Pick<OwnImport, 'ownerId' | 'uploadId'>) {
  return deps.locks.holding(own.uploadId, async () => {
    const there = await findByUpload(deps.db, own)
    if (there) return there.id
    const upload = await deps.uploads.findOwn(own.ownerId, own.uploadId)
    if (!upload) throw notFound('upload')
    await assertZip(deps, upload)
    const id = randomUUID()
    await deps.db.transaction().execute(async (tx) => {
      await holdCreator(tx, own.ownerId)
      await insertImport(tx, { ...own, id })
      await promiseReading(tx)
    })
    return id
  })
}

/** One job reads all waiting imports. */
export const promiseReading = (tx: Tx, afterSeconds = 0) =>
  enqueueJob(tx, 'read-imports', {}, { key: 'read-imports', afterSeconds })

async function assertZip({ uploads }: Deps, upload: OwnUpload) {
  const { size = 0, offset } = upload
  if (offset !== size) throw refuse('media_refused', 'This upload is not finished yet.')
  if (size > importMb * bytesPerMb) throw refuse('media_refused', tooManyBytes('zip', importMb))
  if ((await uploads.readStart(upload, 2)).toString('latin1') !== 'PK')
    throw refuse('media_refused', 'Please select a zip file.')
}
