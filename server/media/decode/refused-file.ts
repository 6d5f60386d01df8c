/** The file is at fault; the message tells the sender what to do. */
export class RefusedFile extends Error {}

export const neitherImageNorVideo = 'Please select image or video files only.'
export const notAnImage = 'Please select an image file.'
export const damagedImage = 'This image is damaged or incomplete. Save it again and retry.'
export const damagedVideo = 'This video is damaged or incomplete. Save it again and retry.'
export const tooMuchToRead = 'This file is too complex. Make it smaller or shorter and try again.'
export const damagedOnItsWay = 'This file was damaged during the upload. Please upload it again.'
export const tooManyPixels = (most: number) =>
  `This image has more than ${most / 1e6} million pixels. Make it smaller and try again.`

export const drawingTooLarge = (mb: number) =>
  `This drawing is larger than ${mb} MB. Simplify it, or save it as PNG, and try again.`

export const tooManyBytes = (kind: 'image' | 'video' | 'PDF' | 'zip', mb: number) =>
  `This ${kind} is larger than ${mb} MB. Make it smaller and try again.`

export const unplayable = (why: string) =>
  new RefusedFile(`This video ${why}, which most browsers cannot play. Save it as MP4 (H.264) or WebM.`)
