import { createHash } from 'node:crypto'
import { type FileHandle, open, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import * as limits from '#contract/limits.ts'
import { apiError, storageFull } from '#server/http/errors.ts'
import { bytesPerMb, combineHashes, type Decoded, type DecodeLimits, type PixelsSize } from './decode/decode-task.ts'
import type { DecoderResult } from './decode/decoder-result.ts'
import { fileTooLargeMessage, notImageMessage, RejectedFileError, svgTooLargeMessage } from './decode/file-errors.ts'
import { type FileKind, sniffKind } from './decode/sniff.ts'
import { type OutputFile, startDecoder } from './start-decoder.ts'
import { printSuffix } from './storage/storage.ts'

/** `sha256` (hex) is of the sent file. A portrait is an image without print version. `pixels`: the file is raw pixels. */
export type FileToDecode = {
  from: string
  into: string
  sha256?: string
  isPortrait?: boolean
  pixels?: PixelsSize
  limits: DecodeLimits
  abortSignal?: AbortSignal
}

type Log = { warn(details: object, message: string): void }

export async function decodeFile(file: FileToDecode, log: Log, start = startDecoder): Promise<Decoded> {
  await using input = await open(file.from)
  const { kind, maxCpuMs, maxMb } = await detectKind(input, file)
  const needsPrint = kind !== 'video' && !file.isPortrait
  const { from: path, into, sha256, pixels: size, abortSignal } = file
  await using decoder = await start({ input, path, into, kind, needsPrint, maxMb, maxCpuMs })
  const task = { sha256, maxCpuMs, needsPrint, size }
  const decoded = assertDecoded(await decoder.run(task, { log, abortSignal }))
  const outputFiles = await removeUnusedPrint(decoder.outputs, decoded)
  if (kind !== 'video') await assertHashMatchesContent(outputFiles, decoded)
  return await nameFiles(outputFiles, { kind, decoded, into })
}

async function detectKind(input: FileHandle, { isPortrait, pixels, limits: decodeLimits }: FileToDecode) {
  if (pixels) return await limitsForPixels(input, { ...pixels, maxCpuMs: decodeLimits.imageMs })
  const kind = await sniffKind(input).catch((error) => {
    throw error instanceof RejectedFileError ? apiError('media_refused', error.sentence) : error
  })
  if (isPortrait && kind === 'video') throw apiError('media_refused', notImageMessage)
  const { maxCpuMs, maxMb, tooLargeMessage } = limitsFor(kind, decodeLimits)
  if ((await input.stat()).size > maxMb * bytesPerMb) throw apiError('media_refused', tooLargeMessage)
  return { kind, maxCpuMs, maxMb }
}

/** With another number of bytes, the pixels would form another picture. */
async function limitsForPixels(input: FileHandle, { width, height, maxCpuMs }: PixelsSize & { maxCpuMs: number }) {
  const { size } = await input.stat()
  if (size !== width * height * 3) throw new Error(`${size} bytes are not ${width} × ${height} pixels.`)
  return { kind: 'image' as const, maxCpuMs, maxMb: Math.ceil(size / bytesPerMb) }
}

function limitsFor(kind: FileKind, { maxImageMb, maxVideoMb, ...cpuLimits }: DecodeLimits) {
  if (kind === 'video')
    return {
      maxCpuMs: cpuLimits.videoMs,
      maxMb: maxVideoMb,
      tooLargeMessage: fileTooLargeMessage('video', maxVideoMb),
    }
  if (kind === 'image')
    return {
      maxCpuMs: cpuLimits.imageMs,
      maxMb: maxImageMb,
      tooLargeMessage: fileTooLargeMessage('image', maxImageMb),
    }
  const maxMb = Math.min(limits.svgMb, maxImageMb)
  return { maxCpuMs: cpuLimits.svgMs, maxMb, tooLargeMessage: svgTooLargeMessage(maxMb) }
}

type DecodedFile = Extract<DecoderResult, { decoded: object }>['decoded']

function assertDecoded(outcome: DecoderResult): DecodedFile {
  if ('full' in outcome) throw storageFull()
  if ('refused' in outcome) throw apiError('media_refused', outcome.refused)
  return outcome.decoded
}

/** Not every picture has a print version. */
async function removeUnusedPrint(files: OutputFile[], { printWidth }: DecodedFile) {
  if (printWidth) return files
  const isUnused = ({ suffix }: OutputFile) => suffix === printSuffix
  for (const { path } of files.filter(isUnused)) await rm(path)
  return files.filter((file) => !isUnused(file))
}

/** A hostile decoder must not use the hash of another picture, whose print may be restricted. Videos hide nothing. */
async function assertHashMatchesContent(outputFiles: OutputFile[], { hash }: DecodedFile) {
  const isPrint = ({ suffix }: OutputFile) => suffix === printSuffix
  const ordered = [...outputFiles.filter(isPrint), ...outputFiles.filter((file) => !isPrint(file))]
  const digests = ordered.map(async ({ path }) =>
    createHash('sha256')
      .update(await readFile(path))
      .digest(),
  )
  if (combineHashes(await Promise.all(digests)) !== hash)
    throw new Error('A decoder gave its files the name of others.')
}

type NamingOptions = { kind: FileKind; decoded: DecodedFile; into: string }

async function nameFiles(outputFiles: OutputFile[], { kind, decoded, into }: NamingOptions): Promise<Decoded> {
  const files: string[] = []
  let byteSize = 0
  for (const { handle, path, suffix = `.${decoded.extension}` } of outputFiles.toReversed()) {
    const name = decoded.hash + suffix
    byteSize += (await handle.stat()).size
    await rename(path, join(into, name))
    files.push(name)
  }
  return { ...decoded, kind: kind === 'video' ? 'video' : 'image', files, byteSize }
}
