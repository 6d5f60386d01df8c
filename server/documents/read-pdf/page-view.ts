import { type Half, maxSide, type PageBox, renderSides } from './pdf-task.ts'
import { type Box, numbersAt, type Pdfium, withMemory } from './pdfium.ts'

/** A page, or half of one, at the size of its picture. */
export type PageView = { pdfium: Pdfium; page: number; size: RenderSize }

export type RenderSize = { width: number; height: number; pageWidth: number; left: number }

/** PDFium's constants for the format, and for red first. The background is an ARGB color. */
type Canvas = { format: number; bytesPerPixel: number; background: number; flags: number }
export const rgbOnWhite: Canvas = { format: 2, bytesPerPixel: 3, background: 0xff_ff_ff_ff, flags: 0x10 }
export const argbOnNothing: Canvas = { format: 4, bytesPerPixel: 4, background: 0, flags: 0 }

type Draw = (bitmap: number, ...placement: [number, number, number, number, number, number]) => void

/** The picture that `draw` makes, for the duration of `use`. */
export function withPicture<Result>(
  { pdfium, size }: PageView,
  { format, bytesPerPixel, background, flags }: Canvas,
  { draw, use }: { draw: Draw; use: (pointer: number, byteLength: number) => Result },
): Result {
  const { width, height, pageWidth, left } = size
  const byteLength = width * height * bytesPerPixel
  return withMemory(pdfium, byteLength, (pointer) => {
    const bitmap = pdfium._FPDFBitmap_CreateEx(width, height, format, pointer, width * bytesPerPixel)
    pdfium._FPDFBitmap_FillRect(bitmap, 0, 0, width, height, background)
    draw(bitmap, -left, 0, pageWidth, height, 0, flags)
    pdfium._FPDFBitmap_Destroy(bitmap)
    return use(pointer, byteLength)
  })
}

type Point = { x: number; y: number }
/** The pixels from `from` to `to`, also outside of the picture. */
export type PixelBox = { from: Point; to: Point }

export function pixelsOf(view: PageView, { left, right, bottom, top }: Box): PixelBox {
  const [a, b] = [toPixel(view, { x: left, y: top }), toPixel(view, { x: right, y: bottom })]
  return {
    from: { x: Math.min(a.x, b.x), y: Math.min(a.y, b.y) },
    to: { x: Math.max(a.x, b.x), y: Math.max(a.y, b.y) },
  }
}

const toPixel = ({ pdfium, page, size }: PageView, { x, y }: Point): Point =>
  withMemory(pdfium, 8, (pointer) => {
    pdfium._FPDF_PageToDevice(page, -size.left, 0, size.pageWidth, size.height, 0, x, y, pointer, pointer + 4)
    const numbers = numbersAt(pdfium, pointer)
    return { x: numbers.getInt32(0, true), y: numbers.getInt32(4, true) }
  })

/** Judged by the middle, so that everything is in one half of a page. */
export function isInPicture({ size }: PageView, { from, to }: PixelBox) {
  const [x, y] = [(from.x + to.x) / 2, (from.y + to.y) / 2]
  return x >= 0 && y >= 0 && x < size.width && y < size.height
}

const maxScale = 300 / 72
const minWidth = 1600

/** Print resolution, but at most a sheet of A4. Undefined for a page that cannot be printed. */
export function renderSizeOf({ width, height }: PageBox, half: Half): RenderSize | undefined {
  if (!isValidSide(width) || !isValidSide(height)) return undefined
  const shownWidth = half === 'whole' ? width : width / 2
  const maxFittingScale = Math.min(
    renderSides.short / Math.min(shownWidth, height),
    renderSides.long / Math.max(shownWidth, height),
  )
  const scale = Math.min(maxFittingScale, Math.max(maxScale, minWidth / shownWidth))
  const size = { width: toPixels(shownWidth * scale), height: toPixels(height * scale) }
  return {
    ...size,
    pageWidth: half === 'whole' ? size.width : 2 * size.width,
    left: half === 'right' ? size.width : 0,
  }
}

const isValidSide = (points: number) => points > 0 && points <= maxSide
const toPixels = (length: number) => Math.max(1, Math.round(length))
