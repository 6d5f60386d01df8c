import { createHash, randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { FileStore } from '@tus/file-store'
import type { Upload } from '@tus/server'
import type { Config } from '#server/config/config.ts'
import { collectingOften } from './collect-often.ts'

/** How long an upload may take, and how long it may be resumed. */
const uploadLifetime = 24 * 60 * 60 * 1000
/** Room on the disk that uploads leave to everything else. */
const reservedBytes = 256 * 1024 * 1024

/** Unfinished and not yet used uploads, in `<dataDir>/uploads`. */
export class UploadStore extends FileStore {
  constructor({ dataDir }: Pick<Config, 'dataDir'>) {
    super({ directory: join(dataDir, 'uploads'), expirationPeriodInMilliseconds: uploadLifetime })
  }

  /** The upload, if it is there and this member's: to everybody else it looks absent. */
  async findOwn(ownerId: string, id: string): Promise<(Upload & { path: string }) | undefined> {
    if (!/^[0-9a-f]{32}$/.test(id) || !id.startsWith(ownerMark(ownerId))) return undefined
    const upload = await this.getUpload(id).catch(() => undefined)
    if (upload?.metadata?.ownerId !== ownerId) return undefined
    return Object.assign(upload, { path: join(this.directory, id) })
  }

  async countOwn(ownerId: string) {
    await mkdir(this.directory, { recursive: true })
    const names = await readdir(this.directory)
    return names.filter((name) => name.startsWith(ownerMark(ownerId)) && !name.includes('.')).length
  }

  /** Whatever of this member's is unfinished or not used yet. */
  async removeOwn(ownerId: string) {
    const names = await readdir(this.directory).catch(() => [])
    for (const name of names.filter((name) => name.startsWith(ownerMark(ownerId))))
      if (await this.findOwn(ownerId, name)) await this.remove(name)
  }

  async hasRoomFor(size: number) {
    await mkdir(this.directory, { recursive: true })
    const { bavail, bsize } = await statfs(this.directory)
    return bavail * bsize > size + reservedBytes
  }

  async removeOlderThan(before: Date) {
    for (const name of await readdir(this.directory).catch(() => [])) {
      const path = join(this.directory, name)
      const found = await stat(path).catch(() => undefined)
      if (found && found.mtime < before) await rm(path, { force: true })
    }
  }

  /** The store's own way hides why a write failed; a full disk has to be told apart. */
  override async write(readable: Readable, id: string, offset: number): Promise<number> {
    const file = createWriteStream(join(this.directory, id), { flags: 'r+', start: offset })
    await pipeline(readable, collectingOften, file)
    return offset + file.bytesWritten
  }
}

/** Ids begin with a digest of their owner, so that counting somebody's uploads reads no file. */
export const newUploadId = (ownerId: string) => ownerMark(ownerId) + randomBytes(12).toString('hex')

const ownerMark = (ownerId: string) => createHash('sha256').update(ownerId).digest('hex').slice(0, 8)
