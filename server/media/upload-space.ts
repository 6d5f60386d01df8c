import { memberMedia } from '#contract/limits.ts'
import type { Config } from '#server/config/config.ts'
import type { Db, Tx } from '#server/db/connection.ts'
import { refuse, storageFull } from '#server/http/errors.ts'
import { createFairQueue } from '#server/http/fair-queue.ts'
import type { FreeSpace } from '#server/http/free-space.ts'
import { bytesPerMb } from './decode/decode-task.ts'
import {
  deleteOpenUploads,
  findOpenUpload,
  type HeldSpace,
  holdLonger,
  holdOn,
  insertOpenUpload,
  type KeptMedia,
  lockUploadSpace,
  type OpenUpload,
  readHeldSpace,
  readKeptMedia,
  roomFor,
} from './open-uploads.queries.ts'

export const mostOpenUploads = 20

/** In seconds: after this time without bytes, others may use the reserved space until the upload continues. */
const heldWithoutByte = 180

type SpaceDeps = { config: Config; db: Db; space: Pick<FreeSpace, 'measure'> }
export type Arrived = () => Promise<Map<string, number>>

export type UploadSpace = ReturnType<typeof openUploadSpace>

/** In the database, because processes share a disk and uploads a quota. With a store, only quotas and counts apply. */
export function openUploadSpace({ config, db, space }: SpaceDeps) {
  const queue = createFairQueue(announcing)

  /** The order matters: bytes that arrive in between must not count as free twice. */
  async function look(listArrived: Arrived) {
    const arrived = await listArrived()
    return { arrived, freeBytes: await space.measure() }
  }

  async function take(upload: OpenUpload, listArrived: Arrived) {
    const { arrived, freeBytes } = await look(listArrived)
    await db.transaction().execute(async (tx) => {
      await lockUploadSpace(tx)
      const held = await readHeldSpace(tx, upload, arrived)
      const kept = await readKeptMedia(tx, upload.ownerId)
      assertMayKeep(upload.byteSize, { ...held, kept, quotaMb: config.memberQuotaMb })
      assertRoom(roomFor(upload.byteSize), { ...held, freeBytes })
      await insertOpenUpload(tx, upload, heldWithoutByte)
    })
  }

  async function takeAgain(id: string, listArrived: Arrived) {
    const { arrived, freeBytes } = await look(listArrived)
    await db.transaction().execute(async (tx: Tx) => {
      await lockUploadSpace(tx)
      const upload = await findOpenUpload(tx, id)
      if (!upload) return
      const held = await readHeldSpace(tx, upload, arrived)
      assertRoom(roomFor(upload.byteSize) - (arrived.get(id) ?? 0), { ...held, freeBytes })
      await holdLonger(tx, id, heldWithoutByte)
    })
  }

  /** Generated files are not uploads, so they do not count as open uploads. */
  async function assertRoomFor({ ownerId, byteSize }: Pick<OpenUpload, 'ownerId' | 'byteSize'>) {
    const freeBytes = await space.measure()
    const { kept, held } = await db.transaction().execute(async (tx) => ({
      held: await readHeldSpace(tx, { id: '', ownerId, network: null }, new Map()),
      kept: await readKeptMedia(tx, ownerId),
    }))
    assertMayKeep(byteSize, { ...held, openUploads: 0, kept, quotaMb: config.memberQuotaMb })
    assertRoom(byteSize, { ...held, members: 0, networks: 0, freeBytes })
  }

  return {
    /** For results of a file that is already here. @throws a refusal if there is no space */
    assertRoomFor,
    /** @throws a refusal if there is no space */
    hold: (upload: OpenUpload, arrived: Arrived = async () => new Map()) =>
      queue.run(upload.ownerId, () => take(upload, arrived)),
    /** For an upload that continues: reserves lapsed space again. @throws a refusal if there is no space now */
    async goOn({ id, ownerId }: Pick<OpenUpload, 'id' | 'ownerId'>, arrived: Arrived) {
      if (!(await holdOn(db, id, heldWithoutByte))) await queue.run(ownerId, () => takeAgain(id, arrived))
    },
    keep: (id: string) => holdOn(db, id, heldWithoutByte),
    release: (...ids: string[]) => deleteOpenUploads(db, ids),
  }
}

/** Reservations are serialised anyway, so those that wait must not each occupy a connection. */
const announcing = {
  ...{ atOnce: 1, spare: 1, mostEach: 2 * mostOpenUploads, longestWait: 10_000 },
  busy: 'You are starting too many uploads at once. Please wait a moment and try again.',
  retryAfter: 2,
}

type Kept = HeldSpace & { kept: KeptMedia; quotaMb: number }

function assertMayKeep(byteSize: number, { openUploads, kept, quotaMb }: Kept) {
  if (openUploads >= mostOpenUploads) {
    throw refuse(
      'too_many_requests',
      'You have too many unfinished uploads. Finish those first, or try again tomorrow.',
    )
  }
  if (kept.bytes + byteSize > quotaMb * bytesPerMb) throw overQuota(kept.bytes, quotaMb)
  if (kept.files >= memberMedia)
    throw refuse(
      'quota_reached',
      `You have ${memberMedia.toLocaleString('en')} files, the maximum. Delete something first.`,
    )
}

/** Shares of the space that stays free: many accounts together cannot reserve everything. A lone upload may. */
function assertRoom(
  bytes: number,
  { everybodys, members, networks, freeBytes }: HeldSpace & { freeBytes: number },
) {
  const left = freeBytes - everybodys - bytes
  if (left < 0) throw storageFull()
  if (everybodys === 0) return
  const isCrowded = networks + bytes > left
  const share = isCrowded ? shares.inACrowd : members > 0 ? shares.several : shares.one
  if (members + bytes > share * left) throw shareTaken()
}

/** Allowed bytes per byte that stays free: for one upload, for several, and for a network that holds more than it leaves. */
const shares = { one: 1, several: 1 / 4, inACrowd: 1 / 16 }

const shareTaken = () =>
  refuse(
    'storage_full',
    'The server has little space left because of unfinished uploads. Please try again in a few minutes.',
  )

const overQuota = (bytes: number, quotaMb: number) =>
  refuse(
    'quota_reached',
    `This exceeds your ${quotaMb} MB of storage; ${Math.round(bytes / bytesPerMb)} MB are in use. Delete something first.`,
  )
