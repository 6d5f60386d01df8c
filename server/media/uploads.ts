import { createHash, randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { open, readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { FileConfigstore, FileStore } from '@tus/file-store'
import { type DataStore, ERRORS, type Upload } from '@tus/server'
import type { Config } from '#server/config/config.ts'
import type { ListReceived, UploadSpace } from './upload-space.ts'

export const uploadLifetime = 24 * 60 * 60 * 1000
/** An upload written until its expiry is swept one lifetime later. Then its space is released in any case. */
const reservationLifetime = 2 * uploadLifetime + 2 * 60 * 60 * 1000
const renewIntervalMs = 30_000

/** Unfinished and unused uploads. `path` is where an upload is stored. */
export type Uploads = DataStore & {
  /** Call before receiving more of an upload. @throws a refusal if its space was given to another upload */
  resume(ownerId: string, id: string): Promise<void>
  /** The upload if it exists and is this member's. To other members it does not exist. */
  findOwn(ownerId: string, id: string): Promise<OwnedUpload | undefined>
  fetchToFolder(upload: OwnedUpload, folder: string): Promise<string>
  readStart(upload: OwnedUpload, bytes: number): Promise<Buffer>
  removeOwn(ownerId: string): Promise<void>
  removeOlderThan(before: Date): Promise<void>
}

export type OwnedUpload = Upload & { path: string }

/** The base class reports an unreadable upload as missing. One that was never written completely is missing. */
class UploadDetails extends FileConfigstore {
  override async get(id: string): Promise<Upload | undefined> {
    try {
      return JSON.parse(await readFile(join(this.directory, `${id}.json`), 'utf8'))
    } catch (error) {
      if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
      throw error
    }
  }
}

/** Uploads on the disk of one machine, in `<dataDir>/uploads`. Each holds its space until it is removed. */
export class UploadStore extends FileStore implements Uploads {
  readonly #space: UploadSpace
  readonly #renewIntervalMs: number

  constructor({ dataDir }: Pick<Config, 'dataDir'>, space: UploadSpace, timing = { renewIntervalMs }) {
    const directory = join(dataDir, 'uploads')
    super({
      directory,
      configstore: new UploadDetails(directory),
      expirationPeriodInMilliseconds: uploadLifetime,
    })
    this.#space = space
    this.#renewIntervalMs = timing.renewIntervalMs
  }

  override create(upload: Upload): Promise<Upload> {
    const reservation = { space: this.#space, listReceived: this.#listReceived }
    return createWithReservation(reservation, upload, () => super.create(upload))
  }

  resume = (ownerId: string, id: string) => this.#space.resume({ ownerId, id }, this.#listReceived)

  override async remove(id: string) {
    await super.remove(id).finally(() => this.#space.release(id))
  }

  async findOwn(ownerId: string, id: string): Promise<OwnedUpload | undefined> {
    if (!mayBelongTo(ownerId, id)) return undefined
    const upload = await this.getUpload(id).catch(ignoreMissingUpload)
    if (upload?.metadata?.ownerId !== ownerId) return undefined
    return Object.assign(upload, { path: join(this.directory, id) })
  }

  fetchToFolder = async ({ path }: OwnedUpload) => path

  async readStart({ path }: OwnedUpload, bytes: number) {
    await using file = await open(path)
    const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, 0)
    return buffer.subarray(0, bytesRead)
  }

  async removeOwn(ownerId: string) {
    const names = await readdir(this.directory).catch(() => [])
    for (const name of names.filter((name) => name.startsWith(ownerPrefix(ownerId))))
      if (await this.findOwn(ownerId, name)) await this.remove(name)
  }

  async removeOlderThan(before: Date) {
    for (const name of await readdir(this.directory).catch(() => [])) {
      const path = join(this.directory, name)
      const stats = await stat(path).catch(() => undefined)
      if (!stats || stats.mtime >= before) continue
      await rm(path, { force: true })
      await this.#space.release(name)
    }
  }

  #listReceived = async () => {
    const names = await readdir(this.directory).catch(() => [])
    const entries = names
      .filter((name) => !name.includes('.'))
      .map(async (name) => {
        const size = (await stat(join(this.directory, name)).catch(() => undefined))?.size
        return [name, size ?? 0] as const
      })
    return new Map(await Promise.all(entries))
  }

  /** The base class hides why a write failed, but a full disk must be recognised. */
  override async write(readable: Readable, id: string, offset: number): Promise<number> {
    const file = createWriteStream(join(this.directory, id), { flags: 'r+', start: offset })
    const renewing = (chunks: AsyncIterable<Uint8Array>) => this.#renewWhileReceiving(id, chunks)
    await pipeline(readable, renewing, file)
    return offset + file.bytesWritten
  }

  /** The result is not awaited: a failed renewal is retried, or the space is reserved again later. */
  async *#renewWhileReceiving(id: string, chunks: AsyncIterable<Uint8Array>) {
    let renewedAt = performance.now()
    for await (const chunk of chunks) {
      yield chunk
      if (performance.now() - renewedAt < this.#renewIntervalMs) continue
      renewedAt = performance.now()
      this.#space.renew(id).catch(() => undefined)
    }
  }
}

type Reservation = { space: UploadSpace; listReceived?: ListReceived }

export async function createWithReservation(
  { space, listReceived }: Reservation,
  upload: Upload,
  create: () => Promise<Upload>,
): Promise<Upload> {
  const { id, size: byteSize = 0 } = upload
  // The network matters only for the reservation and is not stored with the file.
  const { network = null, ...metadata } = upload.metadata ?? {}
  upload.metadata = metadata
  const expiresAt = new Date(Date.now() + reservationLifetime)
  await space.reserve({ id, ownerId: metadata.ownerId ?? '', byteSize, expiresAt, network }, listReceived)
  try {
    return await create()
  } catch (error) {
    await space.release(id)
    throw error
  }
}

export function ignoreMissingUpload(error: unknown) {
  if (error === ERRORS.FILE_NOT_FOUND || error === ERRORS.FILE_NO_LONGER_EXISTS) return undefined
  throw error
}

/** Checks only the name, which contains a digest of the owner. */
export const mayBelongTo = (ownerId: string, id: string) =>
  /^[0-9a-f]{32}$/.test(id) && id.startsWith(ownerPrefix(ownerId))

/** Ids start with a digest of their owner, so that finding a member's uploads reads no files. */
export const newUploadId = (ownerId: string) => ownerPrefix(ownerId) + randomBytes(12).toString('hex')

export const ownerPrefix = (ownerId: string) => createHash('sha256').update(ownerId).digest('hex').slice(0, 8)
