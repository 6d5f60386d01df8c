import type pg from 'pg'
import type { Config } from '#server/config/config.ts'
import type { Db } from '#server/db/connection.ts'
import type { FreeSpace } from '#server/http/free-space.ts'
import { decodeCpuLimits } from './decode/decode-task.ts'
import { createDecoderQueue } from './decoder-queue.ts'
import type { IngestDeps } from './ingest.ts'
import { sweepAbandonedWork } from './media.jobs.ts'
import { openRestrictedMedia, type RestrictedMedia } from './restricted-media.ts'
import { openStorage } from './storage/open-storage.ts'
import { UploadLocks } from './upload-locks.ts'
import { openUploadSpace, type UploadSpace } from './upload-space.ts'
import { UploadStore, type Uploads } from './uploads.ts'
import { createWaitingDecoder, type WaitingDecoder } from './waiting-decoder.ts'

export type MediaDeps = IngestDeps & {
  uploads: Uploads
  uploadSpace: UploadSpace
  locks: UploadLocks
  restricted: RestrictedMedia
  waitingDecoder: WaitingDecoder
}

type OpenDeps = {
  config: Config
  db: Db
  pool: pg.Pool
  direct: pg.Pool
  space: FreeSpace
  stopping: AbortSignal
  log: IngestDeps['log']
}

export async function openMedia(deps: OpenDeps): Promise<MediaDeps> {
  await sweepAbandonedWork(deps.config)
  const { s3 } = deps.config
  const waitingDecoder = createWaitingDecoder(deps)
  const uploadSpace = openUploadSpace({ ...deps, ...(s3 && { space: unlimitedSpace }) })
  return {
    ...deps,
    limits: { ...deps.config, ...decodeCpuLimits },
    storage: await openStorage(deps.config),
    restricted: await openRestrictedMedia(deps),
    uploadSpace,
    uploads: await openUploads(deps, uploadSpace),
    locks: new UploadLocks(deps.direct),
    // Two in total, or one in each of many processes.
    queue: createDecoderQueue({
      concurrency: Math.max(1, Math.floor(2 / deps.config.workers)),
      stopping: deps.stopping,
    }),
    waitingDecoder,
    startDecoder: waitingDecoder.start,
  }
}

/** An object store does not report free space. */
const unlimitedSpace = { measure: async () => Number.POSITIVE_INFINITY }

async function openUploads({ config, space }: OpenDeps, uploadSpace: UploadSpace): Promise<Uploads> {
  if (!config.s3) return new UploadStore(config, uploadSpace)
  const { S3Uploads } = await import('./s3-uploads.ts')
  return new S3Uploads({ settings: config.s3, config, disk: space, space: uploadSpace })
}
