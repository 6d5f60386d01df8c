import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, open, readFile, rm } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { msg } from '@lingui/core/runtime-macro'
import type { Config } from '#server/config/config.ts'
import type { Db, Tx } from '#server/db/connection.ts'
import { ApiError, apiError, notFound } from '#server/http/errors.ts'
import { combineHashes, type Decoded, type DecodeLimits } from './decode/decode-task.ts'
import { decodeLimitMessage } from './decode/file-errors.ts'
import { headerLength, isSvgFile, readHeader } from './decode/sniff.ts'
import { decodeFile, type FileToDecode } from './decode-file.ts'
import type { DecoderQueue } from './decoder-queue.ts'
import {
  assertNotBlocked,
  findMediaOfUpload,
  insertMedia,
  lockHash,
  type Media,
  removeUnusedFiles,
} from './media.queries.ts'
import { nameOfContent, readMediaKey } from './media-name.ts'
import { type RestrictedMedia, restrictIfHiddenMember } from './restricted-media.ts'
import type { startDecoder } from './start-decoder.ts'
import type { MediaStorage } from './storage/storage.ts'
import type { UploadLocks } from './upload-locks.ts'
import type { UploadSpace } from './upload-space.ts'
import type { Uploads } from './uploads.ts'

export type IngestDeps = {
  config: Config
  db: Db
  storage: MediaStorage
  restricted?: Pick<RestrictedMedia, 'refreshAfterChange'>
  /** Absent if an operator imports: then no quota applies. */
  uploadSpace?: Pick<UploadSpace, 'assertMediaFits'>
  queue: DecoderQueue
  /** Default: each file starts its decoder. */
  startDecoder?: typeof startDecoder
  /** How long a file may wait for the decoder; without it, as long as it takes. */
  maxWaitMs?: number
  limits: DecodeLimits
  log: { warn(details: object, message: string): void }
}

/** `sha256` (hex) if the sender gave one. The file stays in place; `fetchToFolder` may put a copy in the given folder. */
type IngestInput = {
  ownerId: string
  uploadId?: string
  readStart: (bytes: number) => Promise<Buffer>
  fetchToFolder: (folder: string) => Promise<string>
} & Pick<FileToDecode, 'sha256' | 'isPortrait'>

/** Used while a file is decoded and stored; swept if the process dies. */
export const workFolder = (config: Pick<Config, 'dataDir'>) => join(config.dataDir, 'media', 'work')

/** A failure leaves no files, except for a crash, whose files are swept, and never a row without files. */
export const ingest = (
  deps: IngestDeps,
  { path, ...file }: Omit<IngestInput, 'fetchToFolder' | 'readStart'> & { path: string },
) => ingestFile(deps, { ...file, readStart: () => readFileStart(path), fetchToFolder: async () => path })

async function readFileStart(path: string) {
  await using file = await open(path)
  // Awaited here: an error while the file is being closed would be an unhandled rejection, which ends the process.
  return await readHeader(file)
}

async function ingestFile(deps: IngestDeps, file: IngestInput): Promise<Media> {
  const { ownerId, readStart } = file
  const decodeWork = { ownerId, isSvg: isSvgFile(await readStart(headerLength)), maxWaitMs: deps.maxWaitMs }
  return deps.queue.run(decodeWork, async (abortSignal) => {
    const input = { ...file, abortSignal }
    return (await ingestOnce(deps, input)) ?? (await ingestOnce(deps, input)) ?? throwRemovedTwice()
  })
}

/** Undefined if files of the same content were being removed meanwhile. */
async function ingestOnce(
  deps: IngestDeps,
  { fetchToFolder, sha256, isPortrait, abortSignal, ...ownership }: IngestInput & { abortSignal: AbortSignal },
) {
  const folder = await makeWorkFolder(deps.config)
  try {
    const from = await fetchToFolder(folder)
    const file = { from, into: folder, sha256, isPortrait, abortSignal, limits: deps.limits }
    const decoded = await decodeFile(file, deps.log, deps.startDecoder)
    return await storeMedia(deps, { ...ownership, decoded, folder })
  } catch (error) {
    if (error instanceof ApiError && error.text === decodeLimitMessage) deps.queue.markSlow(ownership.ownerId)
    throw error
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** The name contains host and process, so that a sweep can identify the work of killed processes. */
export async function makeWorkFolder(config: Pick<Config, 'dataDir'>) {
  await mkdir(workFolder(config), { recursive: true })
  return mkdtemp(join(workFolder(config), `decode-${hostname()}-${process.pid}-`))
}

/** `hooks` run in the transaction that writes the row. */
export type StoreInput = {
  ownerId: string
  uploadId?: string
  decoded: Decoded
  folder: string
  hooks?: TransactionHooks
}

export type TransactionHooks = { before(tx: Tx): Promise<void>; after(tx: Tx, media: Media): Promise<void> }

export async function storeMedia(
  {
    db,
    storage,
    restricted,
    uploadSpace,
    log,
  }: Omit<IngestDeps, 'config' | 'queue' | 'startDecoder' | 'maxWaitMs' | 'limits'>,
  { ownerId, uploadId, decoded, folder, hooks }: StoreInput,
) {
  const hash = nameOfContent(await readMediaKey(db), decoded.hash)
  const files = decoded.files.map((file) => ({
    path: join(folder, file),
    name: hash + file.slice(decoded.hash.length),
  }))
  try {
    // Must happen before the files exist: this process would serve them until its next refresh.
    if (await db.transaction().execute((tx) => restrictIfHiddenMember(tx, { hash, ownerId })))
      await restricted?.refreshAfterChange()
    for (const { path, name } of files) {
      if (!(await storage.find(name))) await storage.put(name, path)
    }
    return await db.transaction().execute(async (tx) => {
      await hooks?.before(tx)
      await assertNotBlocked(tx, { hash, decoded })
      await lockHash(tx, hash)
      const storedFiles = await Promise.all(files.map(({ name }) => storage.find(name)))
      if (!storedFiles.every(Boolean)) return undefined
      await uploadSpace?.assertMediaFits(tx, { ownerId, byteSize: decoded.byteSize })
      const media = await insertMedia(tx, { ownerId, uploadId: uploadId ?? null, hash, decoded })
      await restrictIfHiddenMember(tx, { hash, ownerId })
      await hooks?.after(tx, media)
      return media
    })
  } catch (error) {
    await removeUnusedFiles({ db, storage }, hash).catch((cause) =>
      log.warn({ err: cause, hash }, 'could not delete the files of a failed upload now; the cleanup job will'),
    )
    throw error
  }
}

function throwRemovedTwice(): never {
  throw new Error('The files were removed twice while they were stored.')
}

type Deps = IngestDeps & { uploads: Uploads; locks: UploadLocks }
type FinishedUpload = { ownerId: string; uploadId: string; sha256?: string }

const runningIngests = new Map<string, Promise<Media>>()

/** Makes media of an upload once: concurrent and later calls get the same media. */
export async function ingestUpload(deps: Deps, upload: FinishedUpload): Promise<Media> {
  const existing = await findMediaOfUpload(deps.db, upload.ownerId, upload.uploadId)
  if (existing) return existing
  const key = `${upload.ownerId} ${upload.uploadId}`
  const start = () => deps.locks.withLock(upload.uploadId, () => ingestOwnUpload(deps, upload))
  const running = runningIngests.get(key) ?? start().finally(() => runningIngests.delete(key))
  runningIngests.set(key, running)
  return running
}

async function ingestOwnUpload(deps: Deps, { ownerId, uploadId, sha256 }: FinishedUpload) {
  const upload = await deps.uploads.findOwn(ownerId, uploadId)
  if (!upload) return (await findMediaOfUpload(deps.db, ownerId, uploadId)) ?? throwUploadNotFound()
  if (upload.offset !== upload.size) throw apiError('media_refused', msg`This upload is not finished yet.`)
  await deps.uploads.resume(ownerId, uploadId)
  try {
    const fetchToFolder = (folder: string) => deps.uploads.fetchToFolder(upload, folder)
    const readStart = (bytes: number) => deps.uploads.readStart(upload, bytes)
    const media = await ingestFile(deps, { ownerId, uploadId, sha256, readStart, fetchToFolder })
    await removeUpload(deps, uploadId)
    return media
  } catch (error) {
    if (error instanceof ApiError && error.code === 'media_refused') await removeUpload(deps, uploadId)
    throw error
  }
}

/** Another process may have removed it first. */
const removeUpload = ({ uploads }: Deps, uploadId: string) => uploads.remove(uploadId).catch(() => undefined)

function throwUploadNotFound(): never {
  throw notFound('upload')
}

/** Stores files that are already decoded: moves those in `folder` if their content matches their names. */
export async function storeDecoded(deps: IngestDeps, stored: StoreInput): Promise<Media> {
  const { hash, files } = stored.decoded
  const digests = await Promise.all(sortForHash(files).map((name) => hashFile(join(stored.folder, name))))
  if (combineHashes(digests) !== hash) throw new Error(`The files of ${hash} do not match their hash.`)
  const media = await storeMedia(deps, stored)
  if (!media) throw new Error(`The files of ${hash} were removed while they were stored.`)
  return media
}

const hashFile = async (path: string) =>
  createHash('sha256')
    .update(await readFile(path))
    .digest()

/** The order in which a decoder hashes files: a video first, then pictures from the widest. */
function sortForHash(files: string[]) {
  const isPicture = (name: string) => name.endsWith('.webp')
  return [...files.filter((name) => !isPicture(name)), ...files.filter(isPicture).toReversed()]
}
