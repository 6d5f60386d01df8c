import { addressAtWidth } from '#contract/media-address.ts'
import { ApiError } from '#web/api/call.ts'
import { ownPictureAddress } from '../own-picture.ts'
import { type Crop, isLandscape } from './sheet-cells.ts'

/** A decoded picture as a landscape sheet: a portrait scan is turned by a quarter. */
export type SheetPicture = { source: ImageBitmap; width: number; height: number }

function toSheet(source: ImageBitmap): SheetPicture {
  const { width, height } = source
  return isLandscape(source) ? { source, width, height } : { source, width: height, height: width }
}

/** The chosen file, or the largest picture the server has stored: for PDFs, and for formats only it can decode. */
export async function openSheet(url: string, file: File | undefined): Promise<SheetPicture> {
  const fromFile = file && (await createImageBitmap(file).catch(() => undefined))
  return toSheet(fromFile ?? (await fetchPicture(ownPictureAddress(url))))
}

export const openSmallSheet = async (url: string) => toSheet(await fetchPicture(addressAtWidth(url, 400)))

const timeoutMs = 60_000

async function fetchPicture(path: string) {
  const response = await fetch(path, { credentials: 'include', signal: AbortSignal.timeout(timeoutMs) })
  if (!response.ok) throw new ApiError(response.status, response.statusText, await response.text())
  return createImageBitmap(await response.blob())
}

const previewWidth = 1600

/** Smaller, to be drawn many times while the cuts move. */
export async function toPreview({ source, width, height }: SheetPicture): Promise<SheetPicture> {
  const scale = Math.min(1, previewWidth / width)
  const resizeWidth = Math.round(scale * source.width)
  return {
    source: await createImageBitmap(source, { resizeWidth, resizeQuality: 'high' }),
    width: Math.round(scale * width),
    height: Math.round(scale * height),
  }
}

type Context = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D

/** Draws part of a sheet upright, on white, in the size of the canvas. */
export function drawCrop(context: Context, { source, width }: SheetPicture, crop: Crop) {
  const { canvas } = context
  context.setTransform(1, 0, 0, 1, 0, 0)
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.imageSmoothingQuality = 'high'
  if (crop.isRotated) {
    context.translate(canvas.width, canvas.height)
    context.rotate(Math.PI)
  }
  context.scale(canvas.width / crop.width, canvas.height / crop.height)
  context.translate(-crop.x, -crop.y)
  if (!isLandscape(source)) {
    context.translate(width, 0)
    context.rotate(Math.PI / 2)
  }
  context.drawImage(source, 0, 0)
}

const openContext = ({ width, height }: { width: number; height: number }) => {
  const context = new OffscreenCanvas(width, height).getContext('2d')
  if (!context) throw new Error('This browser can’t process images')
  return context
}

export function readPixels(picture: SheetPicture) {
  const { width, height } = picture
  const context = openContext(picture)
  drawCrop(context, picture, { x: 0, y: 0, width, height, isRotated: false })
  return context.getImageData(0, 0, width, height)
}

/** The pages as files at full size. Line art saved without loss stays so. */
export async function cutPages(picture: SheetPicture, crops: readonly Crop[], isLossless: boolean) {
  const type = isLossless ? 'image/png' : 'image/jpeg'
  const files: File[] = []
  for (const [index, crop] of crops.entries()) {
    const context = openContext(crop)
    drawCrop(context, picture, crop)
    const blob = await context.canvas.convertToBlob({ type, quality: 0.92 })
    files.push(new File([blob], `page-${index + 1}.${isLossless ? 'png' : 'jpg'}`, { type }))
  }
  return files
}
