import type pg from 'pg'
import type { Config } from '#server/config/config.ts'
import type { Db } from '#server/db/connection.ts'
import { createFairQueue } from '#server/http/fair-queue.ts'
import type { IngestDeps } from './ingest.ts'
import { openStorage } from './storage/open-storage.ts'
import { UploadLocks } from './upload-locks.ts'
import { UploadStore } from './uploads.ts'

export type MediaDeps = IngestDeps & { uploads: UploadStore; locks: UploadLocks }

/** Everything the routes and jobs of media share; one per process. */
export const openMedia = async (deps: {
  config: Config
  db: Db
  pool: pg.Pool
  log: IngestDeps['log']
}): Promise<MediaDeps> => ({
  ...deps,
  storage: await openStorage(deps.config),
  uploads: new UploadStore(deps.config),
  locks: new UploadLocks(deps.pool),
  // Two in all, or one in each of many processes.
  queue: createFairQueue({ atOnce: Math.max(1, Math.floor(2 / deps.config.workers)) }),
})
