import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, open, readFile, rm } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import type { Config } from '#server/config/config.ts'
import type { Db, Tx } from '#server/db/connection.ts'
import { notFound, Refusal, refuse } from '#server/http/errors.ts'
import { type Decoded, type DecodeLimits, hashOfFiles } from './decode/decode-task.ts'
import { tooMuchToRead } from './decode/refused-file.ts'
import { headLength, isDrawing, readHead } from './decode/sniff.ts'
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
import type { MediaStorage } from './storage/storage.ts'
import type { UploadLocks } from './upload-locks.ts'
import type { Uploads } from './uploads.ts'
import { type WithheldMedia, withholdOfUnseen } from './withheld-media.ts'

export type IngestDeps = {
  config: Config
  db: Db
  storage: MediaStorage
  withheld?: Pick<WithheldMedia, 'refreshAnew'>
  queue: DecoderQueue
  limits: DecodeLimits
  log: { warn(details: object, message: string): void }
}

/** `sha256` (hex) if the sender gave one. The file stays in place; `bring` may put a copy in the given folder. */
type Ingested = {
  ownerId: string
  uploadId?: string
  readStart: (bytes: number) => Promise<Buffer>
  bring: (folder: string) => Promise<string>
} & Pick<FileToDecode, 'sha256' | 'isPortrait'>

/** Used while a file is decoded and stored; swept if the process dies. */
export const workFolder = (config: Pick<Config, 'dataDir'>) => join(config.dataDir, 'media', 'work')

/** A failure leaves no files, except for a crash, whose files are swept, and never a row without files. */
export const ingest = (
  deps: IngestDeps,
  { path, ...file }: Omit<Ingested, 'bring' | 'readStart'> & { path: string },
) => ingestBrought(deps, { ...file, readStart: () => startOf(path), bring: async () => path })

async function startOf(path: string) {
  await using file = await open(path)
  return readHead(file)
}

async function ingestBrought(deps: IngestDeps, file: Ingested): Promise<Media> {
  const { ownerId, readStart } = file
  const work = { ownerId, isDrawing: isDrawing(await readStart(headLength)) }
  return deps.queue.run(work, async () => {
    return (await ingestOnce(deps, file)) ?? (await ingestOnce(deps, file)) ?? gone()
  })
}

/** Undefined if files of the same content were being removed meanwhile. */
async function ingestOnce(deps: IngestDeps, { bring, sha256, isPortrait, ...owned }: Ingested) {
  const into = await makeWorkFolder(deps.config)
  try {
    const from = await bring(into)
    const decoded = await decodeFile({ from, into, sha256, isPortrait, limits: deps.limits }, deps.log)
    return await keep(deps, { ...owned, decoded, into })
  } catch (error) {
    if (error instanceof Refusal && error.message === tooMuchToRead) deps.queue.noteKilled(owned.ownerId)
    throw error
  } finally {
    await rm(into, { recursive: true, force: true })
  }
}

/** The name contains host and process, so that a sweep can identify the work of killed processes. */
export async function makeWorkFolder(config: Pick<Config, 'dataDir'>) {
  await mkdir(workFolder(config), { recursive: true })
  return mkdtemp(join(workFolder(config), `decode-${hostname()}-${process.pid}-`))
}

/** `alongside` is written in the same transaction as the row. */
export type Kept = {
  ownerId: string
  uploadId?: string
  decoded: Decoded
  into: string
  alongside?: Alongside
}

export type Alongside = { before(tx: Tx): Promise<void>; after(tx: Tx, media: Media): Promise<void> }

export async function keep(
  { db, storage, withheld, log }: Pick<IngestDeps, 'db' | 'storage' | 'withheld' | 'log'>,
  { ownerId, uploadId, decoded, into, alongside }: Kept,
) {
  const { hash, files } = decoded
  try {
    // Must happen before the files exist: this process would serve them until its next refresh.
    if (await db.transaction().execute((tx) => withholdOfUnseen(tx, { hash, ownerId })))
      await withheld?.refreshAnew()
    for (const name of files) {
      if (!(await storage.find(name))) await storage.put(name, join(into, name))
    }
    return await db.transaction().execute(async (tx) => {
      await alongside?.before(tx)
      await assertNotBlocked(tx, decoded)
      await lockHash(tx, hash)
      const found = await Promise.all(files.map((name) => storage.find(name)))
      if (!found.every(Boolean)) return undefined
      const media = await insertMedia(tx, { ownerId, uploadId: uploadId ?? null, decoded })
      await withholdOfUnseen(tx, { hash, ownerId })
      await alongside?.after(tx, media)
      return media
    })
  } catch (error) {
    await removeUnusedFiles({ db, storage }, hash).catch((cause) =>
      log.warn(
        { err: cause, hash },
        'could not delete the files of a failed upload now; the cleanup job will',
      ),
    )
    throw error
  }
}

function gone(): never {
  throw new Error('The files were removed twice while they were stored.')
}

type Deps = IngestDeps & { uploads: Uploads; locks: UploadLocks }
type FinishedUpload = { ownerId: string; uploadId: string; sha256?: string }

const underWay = new Map<string, Promise<Media>>()

/** Makes media of an upload once: concurrent and later calls get the same media. */
export async function ingestUpload(deps: Deps, upload: FinishedUpload): Promise<Media> {
  const made = await findMediaOfUpload(deps.db, upload.ownerId, upload.uploadId)
  if (made) return made
  const key = `${upload.ownerId} ${upload.uploadId}`
  const ingesting = () => deps.locks.holding(upload.uploadId, () => ingestOwn(deps, upload))
  const running = underWay.get(key) ?? ingesting().finally(() => underWay.delete(key))
  underWay.set(key, running)
  return running
}

async function ingestOwn(deps: Deps, { ownerId, uploadId, sha256 }: FinishedUpload) {
  const upload = await deps.uploads.findOwn(ownerId, uploadId)
  if (!upload) return (await findMediaOfUpload(deps.db, ownerId, uploadId)) ?? absent()
  if (upload.offset !== upload.size) throw refuse('media_refused', 'This upload is not finished yet.')
  await deps.uploads.goOn(ownerId, uploadId)
  try {
    const bring = (folder: string) => deps.uploads.bring(upload, folder)
    const readStart = (bytes: number) => deps.uploads.readStart(upload, bytes)
    const media = await ingestBrought(deps, { ownerId, uploadId, sha256, readStart, bring })
    await forget(deps, uploadId)
    return media
  } catch (error) {
    if (error instanceof Refusal && error.code === 'media_refused') await forget(deps, uploadId)
    throw error
  }
}

/** Another process may have removed it first. */
const forget = ({ uploads }: Deps, uploadId: string) => uploads.remove(uploadId).catch(() => undefined)

function absent(): never {
  throw notFound('upload')
}

/** For already decoded files: moves the files in `into` if their content matches their names. */
export async function ingestDecoded(deps: IngestDeps, made: Kept): Promise<Media> {
  const { hash, files } = made.decoded
  const digests = await Promise.all(inOrderOfHash(files).map((name) => digestOf(join(made.into, name))))
  if (hashOfFiles(digests) !== hash) throw new Error(`The files of ${hash} do not match their hash.`)
  const media = await keep(deps, made)
  if (!media) throw new Error(`The files of ${hash} were removed while they were stored.`)
  return media
}

const digestOf = async (path: string) =>
  createHash('sha256')
    .update(await readFile(path))
    .digest()

/** The order in which a decoder hashes files: a video first, then pictures from the widest. */
function inOrderOfHash(files: string[]) {
  const isPicture = (name: string) => name.endsWith('.webp')
  return [...files.filter((name) => !isPicture(name)), ...files.filter(isPicture).toReversed()]
}
