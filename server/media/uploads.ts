import { createHash, randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { FileStore } from '@tus/file-store'
import type { DataStore, Upload } from '@tus/server'
import type { Config } from '#server/config/config.ts'
import type { Arrived, UploadSpace } from './upload-space.ts'

export const uploadLifetime = 24 * 60 * 60 * 1000
/** An upload written until its expiry is swept one lifetime later. Then its space is released in any case. */
const spaceLifetime = 2 * uploadLifetime + 2 * 60 * 60 * 1000
const noteEvery = 30_000

/** Unfinished and unused uploads. `path` is where an upload is stored. */
export type Uploads = DataStore & {
  /** Call before receiving more of an upload. @throws a refusal if its space was given to another upload */
  goOn(ownerId: string, id: string): Promise<void>
  /** The upload if it exists and is this member's. To other members it does not exist. */
  findOwn(ownerId: string, id: string): Promise<OwnUpload | undefined>
  bring(upload: OwnUpload, folder: string): Promise<string>
  readStart(upload: OwnUpload, bytes: number): Promise<Buffer>
  removeOwn(ownerId: string): Promise<void>
  removeOlderThan(before: Date): Promise<void>
}

export type OwnUpload = Upload & { path: string }

/** Uploads on the disk of one machine, in `<dataDir>/uploads`. Each holds its space until it is removed. */
export class UploadStore extends FileStore implements Uploads {
  readonly #space: UploadSpace
  readonly #noteEvery: number

  constructor({ dataDir }: Pick<Config, 'dataDir'>, space: UploadSpace, times = { noteEvery }) {
    super({ directory: join(dataDir, 'uploads'), expirationPeriodInMilliseconds: uploadLifetime })
    this.#space = space
    this.#noteEvery = times.noteEvery
  }

  override create(upload: Upload): Promise<Upload> {
    const holding = { space: this.#space, arrived: this.#listWritten }
    return createHolding(holding, upload, () => super.create(upload))
  }

  goOn = (ownerId: string, id: string) => this.#space.goOn({ ownerId, id }, this.#listWritten)

  override async remove(id: string) {
    await super.remove(id).finally(() => this.#space.release(id))
  }

  async findOwn(ownerId: string, id: string): Promise<OwnUpload | undefined> {
    if (!mayBeOf(ownerId, id)) return undefined
    const upload = await this.getUpload(id).catch(() => undefined)
    if (upload?.metadata?.ownerId !== ownerId) return undefined
    return Object.assign(upload, { path: join(this.directory, id) })
  }

  bring = async ({ path }: OwnUpload) => path

  async readStart({ path }: OwnUpload, bytes: number) {
    await using file = await open(path)
    const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, 0)
    return buffer.subarray(0, bytesRead)
  }

  async removeOwn(ownerId: string) {
    const names = await readdir(this.directory).catch(() => [])
    for (const name of names.filter((name) => name.startsWith(ownerMark(ownerId))))
      if (await this.findOwn(ownerId, name)) await this.remove(name)
  }

  async removeOlderThan(before: Date) {
    for (const name of await readdir(this.directory).catch(() => [])) {
      const path = join(this.directory, name)
      const found = await stat(path).catch(() => undefined)
      if (!found || found.mtime >= before) continue
      await rm(path, { force: true })
      await this.#space.release(name)
    }
  }

  #listWritten = async () => {
    const names = await readdir(this.directory).catch(() => [])
    const found = names
      .filter((name) => !name.includes('.'))
      .map(async (name) => {
        const size = (await stat(join(this.directory, name)).catch(() => undefined))?.size
        return [name, size ?? 0] as const
      })
    return new Map(await Promise.all(found))
  }

  /** The base class hides why a write failed, but a full disk must be recognised. */
  override async write(readable: Readable, id: string, offset: number): Promise<number> {
    const file = createWriteStream(join(this.directory, id), { flags: 'r+', start: offset })
    const noted = (chunks: AsyncIterable<Uint8Array>) => this.#notingThatItComes(id, chunks)
    await pipeline(readable, noted, file)
    return offset + file.bytesWritten
  }

  /** The result is not awaited: a failed renewal is retried, or the space is reserved again later. */
  async *#notingThatItComes(id: string, chunks: AsyncIterable<Uint8Array>) {
    let notedAt = performance.now()
    for await (const chunk of chunks) {
      yield chunk
      if (performance.now() - notedAt < this.#noteEvery) continue
      notedAt = performance.now()
      this.#space.keep(id).catch(() => undefined)
    }
  }
}

type Holding = { space: UploadSpace; arrived?: Arrived }

export async function createHolding(
  { space, arrived }: Holding,
  upload: Upload,
  create: () => Promise<Upload>,
): Promise<Upload> {
  const { id, size: byteSize = 0 } = upload
  // The network matters only for the reservation and is not stored with the file.
  const { network = null, ...metadata } = upload.metadata ?? {}
  upload.metadata = metadata
  const expiresAt = new Date(Date.now() + spaceLifetime)
  await space.hold({ id, ownerId: metadata.ownerId ?? '', byteSize, expiresAt, network }, arrived)
  try {
    return await create()
  } catch (error) {
    await space.release(id)
    throw error
  }
}

/** Checks only the name, which contains a digest of the owner. */
export const mayBeOf = (ownerId: string, id: string) =>
  /^[0-9a-f]{32}$/.test(id) && id.startsWith(ownerMark(ownerId))

/** Ids start with a digest of their owner, so that finding a member's uploads reads no files. */
export const newUploadId = (ownerId: string) => ownerMark(ownerId) + randomBytes(12).toString('hex')

export const ownerMark = (ownerId: string) => createHash('sha256').update(ownerId).digest('hex').slice(0, 8)
