import { ApiError, sentenceOf } from '#web/api/call.ts'
import type { PageProgress } from '../sending/upload-progress.ts'
import { kindOfFile } from '../upload-rules.ts'

export type DraftPage = PageProgress & {
  id: string
  file: File
  /** An address of the chosen file within this browser. */
  preview: string
  altText: string
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
