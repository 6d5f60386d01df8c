import { memberMedia } from '#contract/limits.ts'
import type { Config } from '#server/config/config.ts'
import type { Db } from '#server/db/connection.ts'
import { refuse, storageFull } from '#server/http/errors.ts'
import { createFairQueue } from '#server/http/fair-queue.ts'
import type { FreeSpace } from '#server/http/free-space.ts'
import { bytesPerMb } from './decode/decode-task.ts'
import {
  deleteOpenUploads,
  type HeldSpace,
  insertOpenUpload,
  type KeptMedia,
  lockUploadSpace,
  type OpenUpload,
  readHeldSpace,
  readKeptMedia,
} from './open-uploads.queries.ts'

export const mostOpenUploads = 20

type SpaceDeps = { config: Config; db: Db; space: FreeSpace }
/** How much has arrived of the uploads that lie on this disk. */
type Written = () => Promise<Map<string, number>>

export type UploadSpace = ReturnType<typeof openUploadSpace>

/**
 * Holds space for uploads from when they are announced: in the database, because processes share a disk, and a member's
 * uploads share a quota. What is held of the disk and not written yet counts as taken.
 */
export function openUploadSpace({ config, db, space }: SpaceDeps) {
  const queue = createFairQueue(announcing)

  async function take(upload: OpenUpload, written: Written) {
    // In this order: what arrives meanwhile must not count as free twice.
    const arrived = await written()
    const freeBytes = await space.measure()
    await db.transaction().execute(async (tx) => {
      await lockUploadSpace(tx)
      const held = await readHeldSpace(tx, upload.ownerId, arrived)
      const kept = await readKeptMedia(tx, upload.ownerId)
      assertFits(upload.byteSize, { ...held, kept, freeBytes, quotaMb: config.memberQuotaMb })
      await insertOpenUpload(tx, upload)
    })
  }

  return {
    /** @throws a refusal, when there is no space for it */
    hold: (upload: OpenUpload, written: Written = async () => new Map()) =>
      queue.run(upload.ownerId, () => take(upload, written)),
    release: (...ids: string[]) => deleteOpenUploads(db, ids),
  }
}

/** One goes after the other in any case: those that wait for it must not each have a connection meanwhile. */
const announcing = {
  ...{ atOnce: 1, spare: 1, mostEach: 2 * mostOpenUploads, longestWait: 10_000 },
  busy: 'You are beginning very many uploads at once. Please wait a moment and try again.',
  retryAfter: 2,
}

type Bounds = HeldSpace & { kept: KeptMedia; freeBytes: number; quotaMb: number }

function assertFits(byteSize: number, { openUploads, promisedBytes, kept, freeBytes, quotaMb }: Bounds) {
  if (openUploads >= mostOpenUploads) {
    throw refuse(
      'too_many_requests',
      'You have many unfinished uploads. Finish those first, or come back tomorrow.',
    )
  }
  if (kept.bytes + byteSize > quotaMb * bytesPerMb) throw overQuota(kept.bytes, quotaMb)
  if (kept.files >= memberMedia)
    throw refuse(
      'quota_reached',
      `You have ${memberMedia.toLocaleString('en')} files here, which is all there can be.`,
    )
  if (promisedBytes + 2 * byteSize > freeBytes) throw storageFull()
}

const overQuota = (bytes: number, quotaMb: number) =>
  refuse(
    'quota_reached',
    `This is more than the ${quotaMb} MB that you can keep here, of which ${Math.round(bytes / bytesPerMb)} MB are used. Delete something first.`,
  )
