/** The file is at fault; the message tells the sender what to do. */
export class RejectedFileError extends Error {}

export const notMediaMessage = 'Please select image or video files only.'
export const notImageMessage = 'Please select an image file.'
export const damagedImageMessage = 'This image is damaged or incomplete. Save it again and retry.'
export const animatedMessage = (format: 'PNG' | 'AVIF') =>
  `Animated ${format} files are not supported. Save the animation as GIF or WebP and try again.`
export const damagedVideoMessage = 'This video is damaged or incomplete. Save it again and retry.'
export const cutVideoMessage =
  'This video may still contain parts that were cut away. Export it again as a new file, so that they are removed.'
export const decodeLimitMessage = 'This file is too complex. Make it smaller or shorter and try again.'
export const corruptedUploadMessage = 'This file was damaged during the upload. Please upload it again.'
export const tooManyPixelsMessage = (maxPixels: number) =>
  `This image has more than ${maxPixels / 1e6} million pixels. Make it smaller and try again.`

export const svgTooLargeMessage = (mb: number) =>
  `This drawing is larger than ${mb} MB. Simplify it, or save it as PNG, and try again.`

export const fileTooLargeMessage = (kind: 'image' | 'video' | 'PDF' | 'zip', mb: number) =>
  `This ${kind} is larger than ${mb} MB. Make it smaller and try again.`

export const unplayableVideoError = (reason: string) =>
  new RejectedFileError(`This video ${reason}, which most browsers cannot play. Save it as MP4 (H.264) or WebM.`)
