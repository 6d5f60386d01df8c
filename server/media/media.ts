import type { Config } from '#server/config.ts'
import type { Db } from '#server/db/connection.ts'
import type { IngestDeps } from './ingest.ts'
import { createLane } from './lane.ts'
import type { MediaDeps } from './media.routes.ts'
import { openStorage } from './storage/storage.ts'
import { UploadStore } from './uploads.ts'

/** Everything the routes and jobs of media share; one per process. */
export const openMedia = async (deps: {
  config: Config
  db: Db
  log: IngestDeps['log']
}): Promise<MediaDeps> => ({
  ...deps,
  storage: await openStorage(deps.config),
  uploads: new UploadStore(deps.config),
  lane: createLane(),
})
