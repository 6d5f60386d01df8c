import { notFound, Refusal, refuse } from '#server/http/errors.ts'
import { type IngestDeps, ingest } from './ingest.ts'
import { findMediaOfUpload, type Media } from './media.queries.ts'
import type { UploadLocks } from './upload-locks.ts'
import type { UploadStore } from './uploads.ts'

type Deps = IngestDeps & { uploads: UploadStore; locks: UploadLocks }
type FinishedUpload = { ownerId: string; uploadId: string; sha256?: string }

const underWay = new Map<string, Promise<Media>>()

/** Makes media of an upload once: calls at the same time and calls afterwards get the same. */
export async function ingestUpload(deps: Deps, upload: FinishedUpload): Promise<Media> {
  const made = await findMediaOfUpload(deps.db, upload.ownerId, upload.uploadId)
  if (made) return made
  const key = `${upload.ownerId} ${upload.uploadId}`
  const ingesting = () => deps.locks.holding(upload.uploadId, () => ingestOwn(deps, upload))
  const running = underWay.get(key) ?? ingesting().finally(() => underWay.delete(key))
  underWay.set(key, running)
  return running
}

async function ingestOwn(deps: Deps, { ownerId, uploadId, sha256 }: FinishedUpload) {
  const upload = await deps.uploads.findOwn(ownerId, uploadId)
  if (!upload) return (await findMediaOfUpload(deps.db, ownerId, uploadId)) ?? absent()
  if (upload.offset !== upload.size) throw refuse('media_refused', 'This upload is not finished yet.')
  try {
    const media = await ingest(deps, { ownerId, uploadId, sha256, path: upload.path })
    await forget(deps, uploadId)
    return media
  } catch (error) {
    if (error instanceof Refusal && error.code === 'media_refused') await forget(deps, uploadId)
    throw error
  }
}

/** Another process may have been quicker. */
const forget = ({ uploads }: Deps, uploadId: string) => uploads.remove(uploadId).catch(() => undefined)

function absent(): never {
  throw notFound('upload')
}
