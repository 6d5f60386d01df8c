import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { pdfMb } from '#contract/limits.ts'
import type { Config } from '#server/config/config.ts'
import { Refusal, refuse } from '#server/http/errors.ts'
import { bytesPerMb } from '#server/media/decode/decode-task.ts'
import { sniff } from '#server/media/decode/sniff.ts'
import { isOfRow } from './of-row.ts'
import { shortened } from './shortened.ts'

/** Where a file of an import can be read, by its name. */
export type Bring = (name: string) => Promise<string>

/** What is known of a file before anything is made of it. */
export type BroughtFile = {
  name: string
  kind: 'picture' | 'pdf' | 'video'
  sha256: string
  byteSize: number
}

/** In bytes: the largest file that any zine could be made of. */
export const largestFile = ({ maxImageMb, maxVideoMb }: Pick<Config, 'maxImageMb' | 'maxVideoMb'>) =>
  Math.max(maxImageMb, maxVideoMb, pdfMb) * bytesPerMb

/** Reads what a row names; refused if a PDF or a video is not all of it. */
export async function lookAt(names: string[], bring: Bring): Promise<BroughtFile[]> {
  const files = []
  for (const name of names) {
    const path = await bring(name)
    const kind = await kindOf(path)
    if (kind !== 'picture' && names.length > 1) throw notAlone(name, kind)
    files.push({ name, kind, sha256: await digestOf(path), byteSize: (await stat(path)).size })
  }
  return files
}

const notAlone = (name: string, kind: 'pdf' | 'video') =>
  refuse(
    'media_refused',
    `${shortened(name)}: This is a ${kind === 'pdf' ? 'PDF' : 'video'}. A zine is made of pictures, or of one PDF, or of one video.`,
  )

/** By its first bytes. What is no file that anybody knows, the decoder of pictures says in its own sentence. */
async function kindOf(path: string): Promise<BroughtFile['kind']> {
  await using file = await open(path)
  const { buffer, bytesRead } = await file.read(Buffer.alloc(1024), 0, 1024, 0)
  if (buffer.subarray(0, bytesRead).includes('%PDF-')) return 'pdf'
  return (await sniff(file).catch(() => undefined)) === 'video' ? 'video' : 'picture'
}

async function digestOf(path: string) {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}

/** What is refused of a file names it. */
export async function naming<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof Refusal && isOfRow(error)
      ? refuse(error.code, `${shortened(name)}: ${error.message}`)
      : error
  }
}
