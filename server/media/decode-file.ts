import { type FileHandle, open, rename } from 'node:fs/promises'
import { join } from 'node:path'
import * as limits from '#contract/limits.ts'
import { imageWidths } from '#contract/media-address.ts'
import { refuse, storageFull } from '#server/http/errors.ts'
import { bytesPerMb, type Decoded, type DecodeLimits } from './decode/decode-task.ts'
import type { Outcome } from './decode/outcome.ts'
import { drawingTooLarge, notAnImage, RefusedFile, tooManyBytes } from './decode/refused-file.ts'
import { type FileKind, sniff } from './decode/sniff.ts'
import { runDecoder } from './run-decoder.ts'

/** `sha256`, in hex, is of the file as its sender has it. `only` refuses the other kind. */
export type FileToDecode = {
  from: string
  into: string
  sha256?: string
  only?: 'image'
  limits: DecodeLimits
}

type Log = { warn(details: object, message: string): void }

/** Decodes a file in a process of its own and leaves what is to be kept of it in the folder `into`. */
export async function decodeFile(file: FileToDecode, log: Log): Promise<Decoded> {
  await using sent = await open(file.from)
  const { kind, ms, mb } = await kindOf(sent, file)
  await using written = await openWritten(file.into, kind)
  const handles = { sent, written: written.files.map(({ handle }) => handle) }
  const task = { kind, sha256: file.sha256, ms }
  const decoded = decodedOf(await runDecoder({ task, handles, mb, log }))
  return await nameFiles(written.files, { kind, decoded, into: file.into })
}

/** What is checked of a file before a decoder is started for it: its first bytes and its size. */
async function kindOf(sent: FileHandle, { only, limits: bounds }: FileToDecode) {
  const kind = await sniff(sent).catch((error) => {
    throw error instanceof RefusedFile ? refuse('media_refused', error.message) : error
  })
  if (only === 'image' && kind === 'video') throw refuse('media_refused', notAnImage)
  const { ms, mb, tooLarge } = boundsOf(kind, bounds)
  if ((await sent.stat()).size > mb * bytesPerMb) throw refuse('media_refused', tooLarge)
  return { kind, ms, mb }
}

function boundsOf(kind: FileKind, { maxImageMb, maxVideoMb, ...times }: DecodeLimits) {
  if (kind === 'video')
    return { ms: times.videoMs, mb: maxVideoMb, tooLarge: tooManyBytes('video', maxVideoMb) }
  if (kind === 'image')
    return { ms: times.imageMs, mb: maxImageMb, tooLarge: tooManyBytes('image', maxImageMb) }
  const mb = Math.min(limits.drawingMb, maxImageMb)
  return { ms: times.svgMs, mb, tooLarge: drawingTooLarge(mb) }
}

type Written = { handle: FileHandle; path: string; ending: string | undefined }

/** In the order of `openFiles` in decode/open-files.ts. A video's ending is not known yet. */
async function openWritten(into: string, kind: FileKind) {
  const names = [...imageWidths.map((width) => `${width}`), ...(kind === 'video' ? ['video'] : [])]
  const files: Written[] = []
  const closeAll = async () => {
    for (const { handle } of files) await handle.close()
  }
  try {
    for (const name of names) {
      const path = join(into, name)
      const ending = name === 'video' ? undefined : `-${name}.webp`
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

type ToName = { kind: FileKind; decoded: DecodedFile; into: string }

/** Gives the files the names they are served under; what shows a video comes first. */
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
