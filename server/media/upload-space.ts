import { msg, plural } from '@lingui/core/runtime-macro'
import { memberMedia } from '#contract/limits.ts'
import type { Config } from '#server/config/config.ts'
import type { Db, Tx } from '#server/db/connection.ts'
import { apiError, storageFull } from '#server/http/errors.ts'
import { createFairQueue } from '#server/http/fair-queue.ts'
import type { FreeSpace } from '#server/http/free-space.ts'
import { bytesPerMb } from './decode/decode-task.ts'
import {
  deleteOpenUploads,
  extendReservation,
  findOpenUpload,
  insertOpenUpload,
  lockMediaOf,
  lockUploadSpace,
  type OpenUpload,
  type ReservedSpace,
  readReservedSpace,
  readStoredMedia,
  renewReservation,
  requiredSpace,
  type StoredMedia,
} from './open-uploads.queries.ts'

export const maxOpenUploads = 20

/** In seconds: after this time without bytes, others may use the reserved space until the upload continues. */
const idleReservationSeconds = 180

type SpaceDeps = { config: Config; db: Db; space: Pick<FreeSpace, 'measure'> }
export type ListReceived = () => Promise<Map<string, number>>

export type UploadSpace = ReturnType<typeof openUploadSpace>

/** In the database, because processes share a disk and uploads a quota. With a store, only quotas and counts apply. */
export function openUploadSpace({ config, db, space }: SpaceDeps) {
  const queue = createFairQueue(reserveLimits)

  /** The order matters: bytes that arrive in between must not count as free twice. */
  async function measureSpace(listReceived: ListReceived) {
    const receivedBytes = await listReceived()
    return { receivedBytes, freeBytes: await space.measure() }
  }

  async function reserve(upload: OpenUpload, listReceived: ListReceived) {
    const { receivedBytes, freeBytes } = await measureSpace(listReceived)
    await db.transaction().execute(async (tx) => {
      await lockUploadSpace(tx)
      const reserved = await readReservedSpace(tx, upload, receivedBytes)
      const stored = await readStoredMedia(tx, upload.ownerId)
      assertWithinQuota(upload.byteSize, { ...reserved, stored, quotaMb: config.memberQuotaMb })
      assertSpace(requiredSpace(upload.byteSize), { ...reserved, freeBytes })
      await insertOpenUpload(tx, upload, idleReservationSeconds)
    })
  }

  async function reserveAgain(id: string, listReceived: ListReceived) {
    const { receivedBytes, freeBytes } = await measureSpace(listReceived)
    await db.transaction().execute(async (tx: Tx) => {
      await lockUploadSpace(tx)
      const upload = await findOpenUpload(tx, id)
      if (!upload) return
      const reserved = await readReservedSpace(tx, upload, receivedBytes)
      assertSpace(requiredSpace(upload.byteSize) - (receivedBytes.get(id) ?? 0), { ...reserved, freeBytes })
      await renewReservation(tx, id, idleReservationSeconds)
    })
  }

  /** Generated files are not uploads, so they do not count as open uploads. */
  async function assertSpaceFor({ ownerId, byteSize }: Pick<OpenUpload, 'ownerId' | 'byteSize'>) {
    const freeBytes = await space.measure()
    const { stored, reserved } = await db.transaction().execute(async (tx) => ({
      reserved: await readReservedSpace(tx, { id: '', ownerId, network: null }, new Map()),
      stored: await readStoredMedia(tx, ownerId),
    }))
    assertWithinQuota(byteSize, { ...reserved, openUploads: 0, stored, quotaMb: config.memberQuotaMb })
    assertSpace(byteSize, { ...reserved, byMember: 0, byNetwork: 0, freeBytes })
  }

  return {
    /** Call in the transaction that stores media. @throws a refusal if the member’s media would exceed the quota */
    assertMediaFits: (tx: Tx, media: NewMedia) => assertMediaFits(tx, media, config.memberQuotaMb),
    /** Reserves space for the results of a file that is already here. @throws a refusal if there is no space */
    assertSpaceFor,
    /** @throws a refusal if there is no space */
    reserve: (upload: OpenUpload, receivedBytes: ListReceived = async () => new Map()) =>
      queue.run(upload.ownerId, () => reserve(upload, receivedBytes)),
    /** Reserves lapsed space again when an upload continues. @throws a refusal if there is no space now */
    async resume({ id, ownerId }: Pick<OpenUpload, 'id' | 'ownerId'>, receivedBytes: ListReceived) {
      if (!(await extendReservation(db, id, idleReservationSeconds)))
        await queue.run(ownerId, () => reserveAgain(id, receivedBytes))
    },
    renew: (id: string) => extendReservation(db, id, idleReservationSeconds),
    release: (...ids: string[]) => deleteOpenUploads(db, ids),
  }
}

type NewMedia = Pick<OpenUpload, 'ownerId' | 'byteSize'>

/** Results may be larger than their upload, so several uploads that fit may have results that do not. */
export async function assertMediaFits(tx: Tx, { ownerId, byteSize }: NewMedia, quotaMb: number) {
  await lockMediaOf(tx, ownerId)
  const stored = await readStoredMedia(tx, ownerId, { withUploads: false })
  assertWithinQuota(byteSize, { openUploads: 0, stored, quotaMb })
}

/** Reservations are serialised anyway, so those that wait must not each occupy a connection. */
const reserveLimits = {
  concurrency: 1,
  spareSlots: 1,
  maxPerClient: 2 * maxOpenUploads,
  maxWaitMs: 10_000,
  busyMessage: msg`You are starting too many uploads at once. Please wait a moment and try again.`,
  retryAfter: 2,
}

type MemberUsage = Pick<ReservedSpace, 'openUploads'> & { stored: StoredMedia; quotaMb: number }

function assertWithinQuota(byteSize: number, { openUploads, stored, quotaMb }: MemberUsage) {
  if (openUploads >= maxOpenUploads) {
    throw apiError(
      'too_many_requests',
      msg`You have too many unfinished uploads. Finish those first, or try again tomorrow.`,
    )
  }
  if (stored.bytes + byteSize > quotaMb * bytesPerMb) throw quotaExceeded(stored.bytes, quotaMb)
  if (stored.files >= memberMedia)
    throw apiError(
      'quota_reached',
      msg`You have ${plural({ files: memberMedia }, { one: '# file', other: '# files' })}, the maximum. Delete something first.`,
    )
}

/** Shares of the space that stays free: many accounts together cannot reserve everything. A lone upload may. */
function assertSpace(bytes: number, { total, byMember, byNetwork, freeBytes }: ReservedSpace & { freeBytes: number }) {
  const remaining = freeBytes - total - bytes
  if (remaining < 0) throw storageFull()
  if (total === 0) return
  const isNetworkDominant = byNetwork + bytes > remaining
  const share = isNetworkDominant ? maxShares.crowdedNetwork : byMember > 0 ? maxShares.further : maxShares.first
  if (byMember + bytes > share * remaining) throw shareExceeded()
}

/** Allowed bytes per byte that stays free: for one upload, for several, and for a network that holds more than it leaves. */
const maxShares = { first: 1, further: 1 / 4, crowdedNetwork: 1 / 16 }

const shareExceeded = () =>
  apiError(
    'storage_full',
    msg`The server has little space left because of unfinished uploads. Please try again in a few minutes.`,
  )

const quotaExceeded = (bytes: number, quotaMb: number) =>
  apiError(
    'quota_reached',
    msg`This would exceed your storage limit of ${{ quotaMb }} MB. You already use ${{ usedMb: Math.round(bytes / bytesPerMb) }} MB. Delete something first.`,
  )
