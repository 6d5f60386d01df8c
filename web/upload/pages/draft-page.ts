import type { UploadedMedia } from '#contract/media.ts'
import { ApiError, sentenceOf } from '#web/api/call.ts'
import type { PageProgress } from '../sending/page-uploads.ts'
import { kindOfFile } from '../upload-rules.ts'

export type DraftPage = PageProgress & {
  id: string
  file: File
  /** An address of the chosen file within this browser. */
  preview: string
  altText: string
  /** The words that stand on it. */
  transcript: string
  /** What the server has made of the file, once it has. */
  media: UploadedMedia | null
  problem: string | null
  /** The server will not have this file, however often it is sent. */
  refused: boolean
}

export const newPage = (file: File): DraftPage => ({
  id: crypto.getRandomValues(new Uint32Array(2)).join('-'),
  file,
  kind: kindOfFile(file) ?? 'image',
  preview: URL.createObjectURL(file),
  altText: '',
  transcript: '',
  media: null,
  step: 'waiting',
  sent: 0,
  problem: null,
  refused: false,
})

/** What becomes of a page that could not be sent. */
export const failed = (cause: unknown): Partial<DraftPage> => ({
  step: 'failed',
  problem: sentenceOf(cause, 'Failed to process files.'),
  refused: cause instanceof ApiError && (cause.code === 'media_refused' || cause.code === 'too_large'),
})

export const canStartAgain = ({ step, refused }: DraftPage) =>
  step === 'stopped' || (step === 'failed' && !refused)

/** The pages with one of them taken out and put back at another place; places beyond the ends are the ends. */
export function movePage<Page>(pages: readonly Page[], from: number, to: number): Page[] {
  const page = pages[from]
  if (page === undefined) return [...pages]
  const others = pages.toSpliced(from, 1)
  return others.toSpliced(Math.max(0, Math.min(to, others.length)), 0, page)
}

/** The place one step on, around the ends. */
export const wrapped = (place: number, count: number) => (count === 0 ? 0 : (place + count) % count)
