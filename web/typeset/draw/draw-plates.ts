import type { Ink } from '#contract/page-recipe.ts'
import type { Size } from '#web/ui/crop/crop.ts'
import type { Drawing, Mark } from '../drawing.ts'
import { drawLayers, type Pictures } from './draw-page.ts'
import { openPen, type Pen } from './pen.ts'
import { printPicture } from './print-picture.ts'

export type PlateSettings = {
  /** Photos in their own colours are printed in one ink, or their darks in the first and their mid-tones in the second. */
  photoInks: Ink[]
  /** Whether pictures that have dots on the page are grey on the plate, so that the press makes its own dots. */
  isContinuous: boolean
}

/** For each ink, its share in each pixel from 0 to 255. */
export type Plates = Size & { shares: Map<Ink, Uint8Array<ArrayBuffer>> }

/** The plates of a page. They have no texture, because the press has its own. */
export async function drawPlates(drawing: Drawing, pictures: Pictures, settings: PlateSettings): Promise<Plates> {
  const { width, height } = drawing
  const marks = settings.isContinuous ? drawing.marks.map(withoutDots) : drawing.marks
  const untextured = { ...drawing, marks, isTextured: false }
  const layers = drawLayers({ width, height, scale: 1 }, { drawing: untextured, pictures })
  const pens = new Map(drawing.inks.map((ink, index) => [ink, layers.inks[index] as Pen]))
  if (layers.photos) {
    const photos = await createImageBitmap(layers.photos.canvas)
    printPhotos(pens, photos, settings)
    photos.close()
  }
  return { width, height, shares: readShares(pens) }
}

/** The plates of a page that is a picture. */
export function drawPicturePlates(picture: ImageBitmap, settings: PlateSettings): Plates {
  const { width, height } = picture
  const pens = new Map<Ink, Pen>()
  printPhotos(pens, picture, settings)
  return { width, height, shares: readShares(pens) }
}

const dotted = new Set(['fine', 'coarse'])

const withoutDots = (mark: Mark): Mark =>
  mark.kind === 'picture' && dotted.has(mark.treatment) ? { ...mark, treatment: 'continuous' } : mark

/** Prints the photos of a page. What is knocked out of them has sharp edges, also where they have dots. */
function printPhotos(pens: Map<Ink, Pen>, photos: ImageBitmap, { photoInks: inks, isContinuous }: PlateSettings) {
  const { width, height } = photos
  const box = { x: 0, y: 0, width, height }
  const printed = inks.map(() => openPen(new OffscreenCanvas(width, height), false))
  const treatment = isContinuous ? 'continuous' : 'fine'
  printPicture(printed, photos, {
    box,
    mark: { kind: 'picture', box, picture: 0, treatment },
    drawing: { width, height, inks },
  })
  for (const [index, ink] of inks.entries()) {
    const layer = printed[index] as Pen
    layer.globalCompositeOperation = 'destination-in'
    layer.drawImage(photos, 0, 0)
    const pen = pens.get(ink)
    pen?.resetTransform()
    pen?.drawImage(layer.canvas, 0, 0)
    if (!pen) pens.set(ink, layer)
  }
}

const readShares = (pens: Map<Ink, Pen>) => new Map([...pens].map(([ink, pen]) => [ink, readShare(pen)]))

function readShare(pen: Pen) {
  const { data } = pen.getImageData(0, 0, pen.canvas.width, pen.canvas.height)
  const shares = new Uint8Array(data.length / 4)
  for (let pixel = 0; pixel < shares.length; pixel += 1) shares[pixel] = data[pixel * 4 + 3] as number
  return shares
}

/** The part of the page that an ink covers, between 0 and 1, and whether it is printed at an edge. */
export function measurePlate(shares: Uint8Array, { width, height }: Size) {
  let sum = 0
  for (const share of shares) sum += share
  const isInk = (x: number, y: number) => (shares[y * width + x] as number) > 127
  const reachesEdge =
    Array.from({ length: width }, (_, x) => isInk(x, 0) || isInk(x, height - 1)).includes(true) ||
    Array.from({ length: height }, (_, y) => isInk(0, y) || isInk(width - 1, y)).includes(true)
  return { coverage: sum / shares.length / 255, reachesEdge }
}
