import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { pdfMb } from '#contract/limits.ts'
import type { Config } from '#server/config/config.ts'
import { damagedPdf } from '#server/documents/documents.ts'
import { Refusal, refuse } from '#server/http/errors.ts'
import { bytesPerMb } from '#server/media/decode/decode-task.ts'
import { RefusedFile, tooManyBytes } from '#server/media/decode/refused-file.ts'
import { kindOfHead } from '#server/media/decode/sniff.ts'
import { collectRefusals, isOfRow, shortened } from './of-row.ts'
import type { Source } from './source.ts'

export type BroughtFile = {
  name: string
  kind: 'picture' | 'pdf' | 'video'
  sha256: string
  byteSize: number
}

/** In bytes: the largest file that a zine can be made of. */
export const largestFile = ({ maxImageMb, maxVideoMb }: Pick<Config, 'maxImageMb' | 'maxVideoMb'>) =>
  Math.max(maxImageMb, maxVideoMb, pdfMb) * bytesPerMb

type NamedFile = Pick<BroughtFile, 'name' | 'kind'>

/** Detects the kinds of a row's files by their first bytes, without unpacking. Reports all problems together. */
export async function kindsOf(source: Source, names: string[], config: Bounds): Promise<NamedFile[]> {
  const refusals = collectRefusals()
  const files = []
  for (const name of names) {
    const file = await refusals.attemptAsync(() => naming(name, () => kindOf(source, name, config)))
    if (file) files.push(file)
  }
  const whole = files.find(({ kind }) => kind !== 'picture')
  if (whole && names.length > 1) refusals.attempt(() => notAlone(whole))
  refusals.end()
  return files
}

function notAlone({ name, kind }: NamedFile): never {
  throw refuse(
    'media_refused',
    `${shortened(name)}: This is a ${kind === 'pdf' ? 'PDF' : 'video'}. A zine is made of pictures, one PDF or one video.`,
  )
}

type Bounds = Pick<Config, 'maxImageMb' | 'maxVideoMb'>

async function kindOf(source: Source, name: string, { maxImageMb, maxVideoMb }: Bounds): Promise<NamedFile> {
  const kind = kindByStart(name, await source.readStart(name))
  const [said, mb] = (
    { picture: ['image', maxImageMb], video: ['video', maxVideoMb], pdf: ['PDF', pdfMb] } as const
  )[kind]
  if ((await source.sizeOf(name)) > mb * bytesPerMb) throw refuse('media_refused', tooManyBytes(said, mb))
  return { name, kind }
}

function kindByStart(name: string, start: Buffer): BroughtFile['kind'] {
  if (start.subarray(0, 1024).includes('%PDF-')) return 'pdf'
  try {
    return kindOfHead(start) === 'video' ? 'video' : 'picture'
  } catch (error) {
    if (!(error instanceof RefusedFile)) throw error
    throw refuse('media_refused', /\.pdf$/i.test(name) ? damagedPdf : error.message)
  }
}

export async function lookAt(source: Source, files: NamedFile[]): Promise<BroughtFile[]> {
  const looked = []
  for (const file of files) {
    const path = await source.bring(file.name)
    looked.push({ ...file, sha256: await digestOf(path), byteSize: (await stat(path)).size })
  }
  return looked
}

async function digestOf(path: string) {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}

export async function naming<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof Refusal && isOfRow(error)
      ? refuse(error.code, `${shortened(name)}: ${error.message}`)
      : error
  }
}
