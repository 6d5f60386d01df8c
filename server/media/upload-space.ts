import { memberMedia } from '#contract/limits.ts'
import type { Config } from '#server/config/config.ts'
import type { Db } from '#server/db/connection.ts'
import { refuse, storageFull } from '#server/http/errors.ts'
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
export const openUploadSpace = ({ config, db, space }: SpaceDeps) => ({
  /** @throws a refusal, when there is no space for it */
  async hold(upload: OpenUpload, written: Written = async () => new Map()) {
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
  },
  release: (...ids: string[]) => deleteOpenUploads(db, ids),
})

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
