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

/** Crops the picture on two sides to the ratio of the box. */
export function drawFilling(pen: Pen, picture: ImageBitmap, { x, y, width, height }: Box) {
  const scale = Math.min(picture.width / width, picture.height / height)
  const [cropWidth, cropHeight] = [width * scale, height * scale]
  const [left, top] = [(picture.width - cropWidth) / 2, (picture.height - cropHeight) / 2]
  pen.imageSmoothingQuality = 'high'
  pen.drawImage(picture, left, top, cropWidth, cropHeight, x, y, width, height)
}
