import { createHash } from 'node:crypto'
import { type FileHandle, open, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import * as limits from '#contract/limits.ts'
import { imageWidths } from '#contract/media-address.ts'
import { refuse, storageFull } from '#server/http/errors.ts'
import {
  bytesPerMb,
  type Decoded,
  type DecodeLimits,
  hashOfFiles,
  type PixelsSize,
  type Task,
} from './decode/decode-task.ts'
import { type Outcome, outcomeOfDecoder } from './decode/outcome.ts'
import {
  drawingTooLarge,
  notAnImage,
  RefusedFile,
  tooManyBytes,
  tooMuchToRead,
} from './decode/refused-file.ts'
import { type FileKind, sniff } from './decode/sniff.ts'
import { patience, runSandboxed } from './sandbox.ts'
import { printEnding } from './storage/storage.ts'

/** `sha256` (hex) is of the sent file. A portrait is an image without print version. `pixels`: the file is raw pixels. */
export type FileToDecode = {
  from: string
  into: string
  sha256?: string
  isPortrait?: boolean
  pixels?: PixelsSize
  limits: DecodeLimits
}

type Log = { warn(details: object, message: string): void }

export async function decodeFile(file: FileToDecode, log: Log, run = runDecoder): Promise<Decoded> {
  await using sent = await open(file.from)
  const { kind, ms, mb } = await kindOf(sent, file)
  const toPrint = kind !== 'video' && !file.isPortrait
  await using opened = await openWritten(file.into, { hasVideo: kind === 'video', toPrint })
  const handles = { sent, written: opened.files.map(({ handle }) => handle) }
  const task = { kind, sha256: file.sha256, ms, toPrint, size: file.pixels }
  const decoded = decodedOf(await run({ task, handles, mb, log }))
  const written = await withoutUnused(opened.files, decoded)
  if (kind !== 'video') await assertNamedByContent(written, decoded)
  return await nameFiles(written, { kind, decoded, into: file.into })
}

async function kindOf(sent: FileHandle, { isPortrait, pixels, limits: bounds }: FileToDecode) {
  if (pixels) return await boundsOfPixels(sent, { ...pixels, ms: bounds.imageMs })
  const kind = await sniff(sent).catch((error) => {
    throw error instanceof RefusedFile ? refuse('media_refused', error.message) : error
  })
  if (isPortrait && kind === 'video') throw refuse('media_refused', notAnImage)
  const { ms, mb, tooLarge } = boundsOf(kind, bounds)
  if ((await sent.stat()).size > mb * bytesPerMb) throw refuse('media_refused', tooLarge)
  return { kind, ms, mb }
}

/** With another number of bytes, the pixels would form another picture. */
async function boundsOfPixels(sent: FileHandle, { width, height, ms }: PixelsSize & { ms: number }) {
  const { size } = await sent.stat()
  if (size !== width * height * 3) throw new Error(`${size} bytes are not ${width} × ${height} pixels.`)
  return { kind: 'pixels' as const, ms, mb: Math.ceil(size / bytesPerMb) }
}

function boundsOf(kind: FileKind, { maxImageMb, maxVideoMb, ...times }: DecodeLimits) {
  if (kind === 'video')
    return { ms: times.videoMs, mb: maxVideoMb, tooLarge: tooManyBytes('video', maxVideoMb) }
  if (kind === 'image')
    return { ms: times.imageMs, mb: maxImageMb, tooLarge: tooManyBytes('image', maxImageMb) }
  const mb = Math.min(limits.drawingMb, maxImageMb)
  return { ms: times.svgMs, mb, tooLarge: drawingTooLarge(mb) }
}

/** The ending of a video is unknown before it is decoded. */
type Written = { handle: FileHandle; path: string; ending: string | undefined }

type ToWrite = { hasVideo: boolean; toPrint: boolean }

/** In the order of `openFiles` in decode/open-files.ts. */
async function openWritten(into: string, { hasVideo, toPrint }: ToWrite) {
  const endings = [
    ...imageWidths.map((width) => `-${width}.webp`),
    ...(hasVideo ? [undefined] : []),
    ...(toPrint ? [printEnding] : []),
  ]
  const files: Written[] = []
  const closeAll = async () => {
    for (const { handle } of files) await handle.close()
  }
  try {
    for (const ending of endings) {
      const path = join(into, ending ?? 'video')
      files.push({ handle: await open(path, 'wx+'), path, ending })
    }
  } catch (error) {
    await closeAll()
    throw error
  }
  return { files, [Symbol.asyncDispose]: closeAll }
}

type DecodedFile = Extract<Outcome, { decoded: object }>['decoded']

function decodedOf(outcome: Outcome): DecodedFile {
  if ('full' in outcome) throw storageFull()
  if ('refused' in outcome) throw refuse('media_refused', outcome.refused)
  return outcome.decoded
}

/** Not every picture has a print version. */
async function withoutUnused(files: Written[], { printWidth }: DecodedFile) {
  if (printWidth) return files
  const isUnused = ({ ending }: Written) => ending === printEnding
  for (const { path } of files.filter(isUnused)) await rm(path)
  return files.filter((file) => !isUnused(file))
}

/** A hostile decoder must not use the hash of another picture, whose print may be restricted. Videos hide nothing. */
async function assertNamedByContent(written: Written[], { hash }: DecodedFile) {
  const isPrint = ({ ending }: Written) => ending === printEnding
  const inOrder = [...written.filter(isPrint), ...written.filter((file) => !isPrint(file))]
  const digests = inOrder.map(async ({ path }) =>
    createHash('sha256')
      .update(await readFile(path))
      .digest(),
  )
  if (hashOfFiles(await Promise.all(digests)) !== hash)
    throw new Error('A decoder gave its files the name of others.')
}

type ToName = { kind: Task['kind']; decoded: DecodedFile; into: string }

async function nameFiles(written: Written[], { kind, decoded, into }: ToName): Promise<Decoded> {
  const files: string[] = []
  let byteSize = 0
  for (const { handle, path, ending = `.${decoded.extension}` } of written.toReversed()) {
    const name = decoded.hash + ending
    byteSize += (await handle.stat()).size
    await rename(path, join(into, name))
    files.push(name)
  }
  return { ...decoded, kind: kind === 'video' ? 'video' : 'image', files, byteSize }
}

const decodeMain = join(import.meta.dirname, 'decode', 'decode-main.ts')

type Run = {
  task: Task
  handles: { sent: FileHandle; written: FileHandle[] }
  mb: number
  log: { warn(details: object, message: string): void }
  program?: string
}

/** If a signal ended it (ours, its own limits, or a crash), the file was too much. Its other errors are our fault. */
export async function runDecoder(run: Run): Promise<Outcome> {
  const { task, handles, mb, log, program = decodeMain } = run
  const { code, signal, stdout, stderr } = await runSandboxed(
    {
      ...{ program, argument: JSON.stringify(task), fileKb: longestFile(mb) },
      seconds: Math.ceil(task.ms / 1000) + graceSeconds,
    },
    { handles, ms: patience * task.ms },
  )
  if (code === 0) return outcomeOfDecoder.parse(JSON.parse(stdout))
  if (!signal) throw new Error(`A decoder ended with ${code}: ${stderr}`)
  log.warn({ signal, stderr }, 'a file could not be decoded within its limits')
  return { refused: tooMuchToRead }
}

/** The decoder ends itself at its CPU limit. The system ends one that cannot, after this delay. */
const graceSeconds = 1

/** In KB. The output may be larger than the file, especially for animations of few colours. */
const longestFile = (mb: number) => (mb * 2 + 256) * 1024
