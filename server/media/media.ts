import type pg from 'pg'
import type { Config } from '#server/config/config.ts'
import type { Db } from '#server/db/connection.ts'
import { createFairQueue } from '#server/http/fair-queue.ts'
import type { FreeSpace } from '#server/http/free-space.ts'
import { decodeTimes } from './decode/decode-task.ts'
import type { IngestDeps } from './ingest.ts'
import { openStorage } from './storage/open-storage.ts'
import { UploadLocks } from './upload-locks.ts'
import { openUploadSpace, type UploadSpace } from './upload-space.ts'
import { UploadStore } from './uploads.ts'
import { openWithheldMedia, type WithheldMedia } from './withheld-media.ts'

export type MediaDeps = IngestDeps & {
  uploads: UploadStore
  uploadSpace: UploadSpace
  locks: UploadLocks
  withheld: WithheldMedia
}

/** Everything the routes and jobs of media share; one per process. */
export async function openMedia(deps: {
  config: Config
  db: Db
  pool: pg.Pool
  space: FreeSpace
  log: IngestDeps['log']
}): Promise<MediaDeps> {
  const uploadSpace = openUploadSpace(deps)
  return {
    ...deps,
    limits: { ...deps.config, ...decodeTimes },
    storage: await openStorage(deps.config),
    withheld: await openWithheldMedia(deps),
    uploadSpace,
    uploads: new UploadStore(deps.config, uploadSpace),
    locks: new UploadLocks(deps.pool),
    // Two in all, or one in each of many processes; and one that nobody's slow files can take from others.
    queue: createFairQueue({ ...decoding, atOnce: Math.max(1, Math.floor(2 / deps.config.workers)) }),
  }
}

const decoding = {
  spare: 1,
  mostEach: 12,
  busy: 'Your other files are still being prepared. Please try again in a moment.',
  retryAfter: 10,
}
