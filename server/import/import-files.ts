import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { msg } from '@lingui/core/runtime-macro'
import { pdfMb } from '#contract/limits.ts'
import type { Config } from '#server/config/config.ts'
import { damagedPdf } from '#server/documents/documents.ts'
import { apiError } from '#server/http/errors.ts'
import { bytesPerMb } from '#server/media/decode/decode-task.ts'
import { fileTooLargeMessage, RejectedFileError } from '#server/media/decode/file-errors.ts'
import { detectKind } from '#server/media/decode/sniff.ts'
import { collectProblems, isRowError, withName } from './row-errors.ts'
import type { Source } from './source.ts'

export type ImportFile = {
  name: string
  kind: 'picture' | 'pdf' | 'video'
  sha256: string
  byteSize: number
}

/** In bytes: the largest file that a zine can be made of. */
export const maxFileBytes = ({ maxImageMb, maxVideoMb }: Pick<Config, 'maxImageMb' | 'maxVideoMb'>) =>
  Math.max(maxImageMb, maxVideoMb, pdfMb) * bytesPerMb

export type NamedFile = Pick<ImportFile, 'name' | 'kind'>

/** Detects the kinds of a row's files by their first bytes, without unpacking. Reports all problems together. */
export async function detectKinds(source: Source, names: string[], config: SizeLimits): Promise<NamedFile[]> {
  const problems = collectProblems()
  const files = []
  for (const name of names) {
    const file = await problems.attemptAsync(() => withFileName(name, () => detectFileKind(source, name, config)))
    if (file) files.push(file)
  }
  const singleFile = files.find(({ kind }) => kind !== 'picture')
  if (singleFile && names.length > 1) problems.add(withName(singleFile.name, notOnlyImages(singleFile.kind)))
  problems.throwIfAny()
  return files
}

const notOnlyImages = (kind: NamedFile['kind']) =>
  kind === 'pdf'
    ? msg`This is a PDF. A zine is made of images, one PDF or one video.`
    : msg`This is a video. A zine is made of images, one PDF or one video.`

type SizeLimits = Pick<Config, 'maxImageMb' | 'maxVideoMb'>

async function detectFileKind(
  source: Source,
  name: string,
  { maxImageMb, maxVideoMb }: SizeLimits,
): Promise<NamedFile> {
  const kind = kindOfHeader(name, await source.readStart(name))
  const [label, maxMb] = (
    { picture: ['image', maxImageMb], video: ['video', maxVideoMb], pdf: ['PDF', pdfMb] } as const
  )[kind]
  if ((await source.sizeOf(name)) > maxMb * bytesPerMb)
    throw apiError('media_refused', fileTooLargeMessage(label, maxMb))
  return { name, kind }
}

function kindOfHeader(name: string, header: Buffer): ImportFile['kind'] {
  if (header.subarray(0, 1024).includes('%PDF-')) return 'pdf'
  try {
    return detectKind(header) === 'video' ? 'video' : 'picture'
  } catch (error) {
    if (!(error instanceof RejectedFileError)) throw error
    throw apiError('media_refused', /\.pdf$/i.test(name) ? damagedPdf : error.sentence)
  }
}

export async function hashFiles(source: Source, files: NamedFile[]): Promise<ImportFile[]> {
  const hashed = []
  for (const file of files) {
    const path = await source.fetchFile(file.name)
    hashed.push({ ...file, sha256: await hashFile(path), byteSize: (await stat(path)).size })
  }
  return hashed
}

async function hashFile(path: string) {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}

export async function withFileName<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    throw isRowError(error) ? apiError(error.code, withName(name, error.text)) : error
  }
}
