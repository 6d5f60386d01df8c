import { ph, t } from '@lingui/core/macro'
import * as limits from '#contract/limits.ts'
import { UploadFailure } from './sending/send-file.ts'

/** Enough for a page of A4 at 300 dots an inch. */
const maxSide = 4000

/** A picture that is too large to be sent becomes a smaller JPEG. Others stay as they are. */
export async function reducePicture(file: File): Promise<File> {
  if (file.size <= limits.imageMb * 1024 * 1024) return file
  try {
    const picture = await createImageBitmap(file)
    const scale = Math.min(1, maxSide / Math.max(picture.width, picture.height))
    const [width, height] = [Math.round(picture.width * scale), Math.round(picture.height * scale)]
    const canvas = new OffscreenCanvas(width, height)
    const pen = canvas.getContext('2d', { alpha: false }) as OffscreenCanvasRenderingContext2D
    pen.fillStyle = '#fff'
    pen.fillRect(0, 0, width, height)
    pen.imageSmoothingQuality = 'high'
    pen.drawImage(picture, 0, 0, width, height)
    picture.close()
    const type = 'image/jpeg'
    const blob = await canvas.convertToBlob({ type, quality: 0.92 })
    return new File([blob], file.name.replace(/(\.[^.]*)?$/, '.jpg'), { type })
  } catch (cause) {
    const message = t`This image is larger than ${ph({ imageMb: limits.imageMb })} MB, and your browser can’t open it to make it smaller. Save it as a smaller JPEG and try again.`
    throw new UploadFailure(message, { cause })
  }
}
