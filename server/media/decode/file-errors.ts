import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/runtime-macro'

/** The file is at fault; the sentence tells the sender what to do. */
export class RejectedFileError extends Error {
  readonly sentence: MessageDescriptor

  constructor(sentence: MessageDescriptor, options?: ErrorOptions) {
    super(sentence.message, options)
    this.sentence = sentence
  }
}

export const notMediaMessage = msg`Please select image or video files only.`
export const notImageMessage = msg`Please select an image file.`
export const damagedImageMessage = msg`This image is damaged or incomplete. Save it again and retry.`
export const animatedMessage = (format: 'PNG' | 'AVIF') =>
  msg`Animated ${{ format }} files are not supported. Save the animation as GIF or WebP and try again.`
export const damagedVideoMessage = msg`This video is damaged or incomplete. Save it again and retry.`
export const cutVideoMessage = msg`This video may still contain parts that were cut away. Export it again as a new file, so that they are removed.`
export const decodeLimitMessage = msg`This file is too complex. Make it smaller or shorter and try again.`
export const corruptedUploadMessage = msg`This file was damaged during the upload. Please upload it again.`
export const tooManyPixelsMessage = (maxPixels: number) =>
  msg`This image has more than ${{ millions: maxPixels / 1e6 }} million pixels. Make it smaller and try again.`

export const svgTooLargeMessage = (mb: number) =>
  msg`This drawing is larger than ${{ mb }} MB. Simplify it, or save it as PNG, and try again.`

export const fileTooLargeMessage = (kind: 'image' | 'video' | 'PDF' | 'zip', mb: number) =>
  ({
    image: msg`This image is larger than ${{ mb }} MB. Make it smaller and try again.`,
    video: msg`This video is larger than ${{ mb }} MB. Make it smaller and try again.`,
    PDF: msg`This PDF is larger than ${{ mb }} MB. Make it smaller and try again.`,
    zip: msg`This zip is larger than ${{ mb }} MB. Make it smaller and try again.`,
  })[kind]

export const unplayableCodecError = (codec: string) =>
  new RejectedFileError(
    msg`This video uses ${{ codec }}, which most browsers cannot play. Save it as MP4 (H.264) or WebM.`,
  )
