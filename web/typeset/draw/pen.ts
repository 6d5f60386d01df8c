import { type Crop, middleCrop, placeCrop } from '#web/ui/crop/crop.ts'
import type { Box } from '../drawing.ts'

/** A canvas to draw on, in a worker or a page. */
export type Pen = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D

/** The context of a canvas. `isOpaque`: the canvas has no transparent pixels, which is faster. */
export function openPen(canvas: HTMLCanvasElement | OffscreenCanvas, isOpaque = true) {
  // Without a graphics card, pixels are read faster and are the same everywhere.
  const pen = canvas.getContext('2d', { alpha: !isOpaque, willReadFrequently: true }) as Pen | null
  if (!pen) throw new Error('This browser can’t draw pages')
  return pen
}

/** Draws the part of the picture that fills the box. */
export function drawFilling(pen: Pen, picture: ImageBitmap, box: Box, crop: Crop = middleCrop) {
  const { x, y, scale, angle } = placeCrop(crop, picture, box)
  pen.imageSmoothingQuality = 'high'
  if (angle === 0) {
    const [width, height] = [box.width / scale, box.height / scale]
    return pen.drawImage(picture, x - width / 2, y - height / 2, width, height, box.x, box.y, box.width, box.height)
  }
  pen.save()
  pen.beginPath()
  pen.rect(box.x, box.y, box.width, box.height)
  pen.clip()
  pen.translate(box.x + box.width / 2, box.y + box.height / 2)
  pen.rotate(angle)
  pen.scale(scale, scale)
  pen.drawImage(picture, -x, -y)
  pen.restore()
}
