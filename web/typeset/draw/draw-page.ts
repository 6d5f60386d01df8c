import type { Size } from '#web/ui/crop/crop.ts'
import {
  type Box,
  bleedOf,
  type Drawing,
  type InkIndex,
  inkValues,
  type LetterMark,
  type Mark,
  type PictureMark,
  type ShapeMark,
  type TextLine,
} from '../drawing.ts'
import { paperColourValues } from '../paper-colours.ts'
import { drawFilling, openPen, type Pen } from './pen.ts'
import { type Print, printPicture } from './print-picture.ts'
import { addGrain, addPreviewGrain, misregistration } from './texture.ts'

export type Pictures = (ImageBitmap | null)[]

/** `photos` has the pictures in their own colours, below the inks. */
export type Layers = { photos?: Pen; inks: Pen[] }

/**
 * Draws a page as a duplicator prints it: each ink separately, so that inks darken each other where they overlap. The
 * page and its bleed fill the canvas; the context’s transform is the scale.
 */
export const drawPage = (context: Pen, drawing: Drawing, pictures: Pictures) => draw(context, { drawing, pictures })

type Page = { drawing: Drawing; pictures: Pictures; addGrain?: (pen: Pen, ink: number) => void }

function draw(context: Pen, page: Page) {
  const { drawing } = page
  const { width, height } = context.canvas
  const layers = drawLayers({ width, height, scale: context.getTransform().a }, page)
  context.save()
  context.resetTransform()
  context.fillStyle = paperColourValues[drawing.paper]
  context.fillRect(0, 0, context.canvas.width, context.canvas.height)
  if (layers.photos) context.drawImage(layers.photos.canvas, 0, 0)
  context.globalCompositeOperation = 'multiply'
  for (const { canvas } of layers.inks) context.drawImage(canvas, 0, 0)
  context.restore()
}

type LayerSize = Size & { scale: number }

/** Draws each ink, and the photos, on a canvas of its own. */
export function drawLayers(size: LayerSize, page: Page): Layers {
  const { drawing } = page
  const layers = openLayers(size, drawing)
  for (const mark of drawing.marks) if (mark.kind !== 'qr') drawMark(layers, mark, page)
  if (drawing.isTextured) layers.inks.forEach(page.addGrain ?? addGrain)
  for (const mark of drawing.marks) if (mark.kind === 'qr') drawMark(layers, mark, page)
  return layers
}

/** Fills the canvas at the resolution of the screen, at its width in the page. */
export function drawPreview(canvas: HTMLCanvasElement, drawing: Drawing, pictures: Pictures) {
  const width = Math.max(1, Math.round(canvas.clientWidth * devicePixelRatio))
  const height = Math.max(1, Math.round((width * drawing.height) / drawing.width))
  // The same size would also clear the canvas, and make the browser lay out the document.
  if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height })
  const context = openPen(canvas)
  context.setTransform(width / drawing.width, 0, 0, height / drawing.height, 0, 0)
  draw(context, { drawing, pictures, addGrain: addPreviewGrain })
}

function openLayers({ width, height, scale }: LayerSize, drawing: Drawing): Layers {
  const bleed = Math.round(scale * (drawing.bleed ?? 0))
  const hasPhotos = drawing.marks.some((mark) => mark.kind === 'picture' && mark.treatment === 'unchanged')
  const open = () => {
    const pen = openPen(new OffscreenCanvas(width, height), false)
    pen.setTransform(scale, 0, 0, scale, bleed, bleed)
    return pen
  }
  const inks = drawing.inks.map((ink) =>
    Object.assign(open(), { fillStyle: inkValues[ink], strokeStyle: inkValues[ink] }),
  )
  const { x, y } = drawing.isTextured ? misregistration(drawing) : { x: 0, y: 0 }
  // The shift is in whole pixels of the canvas, because others blur edges.
  inks[1]?.setTransform(scale, 0, 0, scale, bleed + Math.round(scale * x), bleed + Math.round(scale * y))
  return { inks, ...(hasPhotos && { photos: open() }) }
}

function drawMark(layers: Layers, mark: Mark, { drawing, pictures }: Page) {
  const index = 'ink' in mark ? Math.min(mark.ink, layers.inks.length - 1) : 0
  const pen = layers.inks[index] as Pen
  if (mark.kind === 'text') return drawOn(layers, mark, (layer) => drawText(layer, mark))
  if (mark.kind === 'shape') return drawOn(layers, mark, (layer) => drawShape(layer, mark))
  if (mark.kind === 'letter') return drawLetter(layers, mark)
  if (mark.kind === 'qr') return drawModules(pen, mark)
  if (mark.kind === 'bubble') return drawBubble(layers, mark)
  if (mark.kind === 'picture') return drawPicture(layers, mark, { drawing, picture: pictures[mark.picture] })
  const box = withBleed(mark.box, drawing)
  if (mark.covers) clear(layers, box)
  pen.fillRect(box.x, box.y, box.width, box.height)
}

type Placed = { drawing: Drawing; picture: ImageBitmap | null | undefined }

function drawPicture(layers: Layers, mark: PictureMark, { drawing, picture }: Placed) {
  const { frame } = mark
  const [first, second] = layers.inks
  const box = picture ? pictureBox(mark, picture) : mark.box
  if (first && !picture) drawEmptyFrame(first, box, drawing)
  if (frame && second) drawShadow(second, box, frame.shadow)
  if (!picture) return
  const bleed = withBleed(box, drawing)
  const print = { box: bleed, mark, drawing }
  if (mark.treatment !== 'unchanged') printPicture(layers.inks, picture, print)
  else if (layers.photos) drawPhoto({ ...layers, photos: layers.photos }, picture, print)
  if (frame && first) outline(first, box, frame.line)
}

/** Photos lose at most an eighth of a side. */
const maxCrop = 8 / 7

/** The box that the picture fills. */
export const pictureBox = ({ box, frame, crop }: PictureMark, picture: Size) =>
  frame && !crop ? fitInto(box, picture) : box

/** The largest box for the picture at the lower edge, in the middle. */
function fitInto(space: Box, picture: Size): Box {
  const spaceRatio = space.width / space.height
  const pictureRatio = picture.width / picture.height
  const ratio = Math.min(Math.max(spaceRatio, pictureRatio / maxCrop), pictureRatio * maxCrop)
  const width = Math.round(Math.min(space.width, space.height * ratio))
  const height = Math.round(width / ratio)
  return { x: Math.round(space.x + (space.width - width) / 2), y: space.y + space.height - height, width, height }
}

/** The shadow looks like a sheet behind the picture. */
function drawShadow(pen: Pen, { x, y, width, height }: Box, edge: number) {
  pen.fillRect(x + width, y + edge, edge, height)
  pen.fillRect(x + edge, y + height, width - edge, edge)
}

function outline(pen: Pen, { x, y, width, height }: Box, line: number) {
  pen.lineWidth = line
  pen.strokeRect(x + line / 2, y + line / 2, width - line, height - line)
}

function drawText(pen: Pen, { text, x, y, font, direction, maxWidth, wordSpacing = 0 }: TextLine) {
  pen.font = font
  pen.direction = direction
  // In browsers without it, lines have different lengths.
  pen.wordSpacing = `${wordSpacing}px`
  pen.fillText(text, x, y, maxWidth)
}

function drawShape(pen: Pen, { points, line }: ShapeMark) {
  pen.beginPath()
  for (const [x, y] of points) pen.lineTo(x, y)
  if (!line) return pen.fill()
  pen.save()
  Object.assign(pen, { lineWidth: line, lineCap: 'round', lineJoin: 'round' })
  pen.stroke()
  pen.restore()
}

function drawLetter(layers: Layers, mark: LetterMark) {
  if (mark.crops) compose(layers, 'destination-in', (pen) => fillLetter(pen, mark))
  else drawOn(layers, mark, (pen) => (mark.line ? outlineLetter(pen, mark, mark.line) : fillLetter(pen, mark)))
}

/** The parts of a letter can overlap, so the line is only outside it. */
function outlineLetter(pen: Pen, letter: LetterMark, line: number) {
  const outline = openPen(new OffscreenCanvas(pen.canvas.width, pen.canvas.height), false)
  outline.setTransform(pen.getTransform())
  outline.strokeStyle = pen.strokeStyle
  fillLetter(outline, letter, line * 2)
  outline.globalCompositeOperation = 'destination-out'
  fillLetter(outline, letter)
  pen.save()
  pen.resetTransform()
  pen.drawImage(outline.canvas, 0, 0)
  pen.restore()
}

/** Fills the letter, or strokes it with a line of this width. */
function fillLetter(pen: Pen, { text, font, box }: LetterMark, line?: number) {
  pen.save()
  Object.assign(pen, { font, direction: 'ltr' })
  const ink = pen.measureText(text)
  const [left, top] = [ink.actualBoundingBoxLeft, ink.actualBoundingBoxAscent]
  const [width, height] = [left + ink.actualBoundingBoxRight, top + ink.actualBoundingBoxDescent]
  const scale = Math.min(box.width / width, box.height / height)
  pen.translate(box.x + (box.width - width * scale) / 2, box.y + (box.height - height * scale) / 2)
  pen.scale(scale, scale)
  Object.assign(pen, { lineWidth: (line ?? 0) / scale, lineJoin: 'round' })
  if (line) pen.strokeText(text, left, top)
  else pen.fillText(text, left, top)
  pen.restore()
}

type Printed = { ink: InkIndex; isKnockedOut?: boolean }

/** Prints in an ink, or removes what is printed below in every ink. */
function drawOn(layers: Layers, { ink, isKnockedOut }: Printed, draw: (pen: Pen) => void) {
  if (isKnockedOut) compose(layers, 'destination-out', draw)
  else draw(layers.inks[Math.min(ink, layers.inks.length - 1)] as Pen)
}

function compose({ photos, inks }: Layers, operation: GlobalCompositeOperation, draw: (pen: Pen) => void) {
  for (const pen of photos ? [photos, ...inks] : inks) {
    pen.globalCompositeOperation = operation
    draw(pen)
    pen.globalCompositeOperation = 'source-over'
  }
}

/** Strokes the outlines of bubble and tail, then removes everything within both, so that they become one shape. */
function drawBubble({ photos, inks }: Layers, { box, tip, line }: Extract<Mark, { kind: 'bubble' }>) {
  const { x, y, width, height } = box
  const outline = (pen: Pen) => pen.roundRect(x, y, width, height, Math.min(height, width) * 0.35)
  const tail = (pen: Pen) => {
    if (!tip) return
    const base = tip.y > y ? y + height * 0.7 : y + height * 0.3
    const root = (x + width / 2 + tip.x) / 2
    const half = height * 0.14 + line
    pen.moveTo(root - half, base)
    pen.lineTo(tip.x, tip.y)
    pen.lineTo(root + half, base)
    pen.closePath()
  }
  const each = (pen: Pen, draw: () => void) => {
    for (const path of [outline, tail]) {
      pen.beginPath()
      path(pen)
      draw()
    }
  }
  const [first] = inks
  if (first) {
    first.lineWidth = line * 2
    each(first, () => first.stroke())
  }
  for (const pen of photos ? [photos, ...inks] : inks) {
    pen.globalCompositeOperation = 'destination-out'
    each(pen, () => pen.fill())
    pen.globalCompositeOperation = 'source-over'
  }
}

/** Removes what is printed in the box. */
function clear({ photos, inks }: Layers, { x, y, width, height }: Box) {
  for (const pen of photos ? [photos, ...inks] : inks) pen.clearRect(x, y, width, height)
}

/** Extends boxes that end at the edge of the page. Both halves of a picture over two pages have the same size. */
function withBleed({ x, y, width, height }: Box, page: Drawing): Box {
  const own = bleedOf(page)
  const { bleed = 0 } = page
  const left = x > 0 ? x : Math.min(x, -own) - bleed
  const top = y > 0 ? y : -own - bleed
  const right = x + width < page.width ? x + width : Math.max(x + width, page.width + own) + bleed
  const bottom = y + height < page.height ? y + height : page.height + own + bleed
  return { x: left, y: top, width: right - left, height: bottom - top }
}

/** Modules begin and end at whole pixels of the canvas, so that they stay crisp. */
function drawModules(pen: Pen, { box, modules }: Extract<Mark, { kind: 'qr' }>) {
  const { a: scale } = pen.getTransform()
  const edge = (start: number, size: number, index: number) =>
    Math.round((start + (size * index) / modules.length) * scale) / scale
  modules.forEach((row, r) => {
    const [top, bottom] = [edge(box.y, box.height, r), edge(box.y, box.height, r + 1)]
    row.forEach((isDark, c) => {
      const [left, right] = [edge(box.x, box.width, c), edge(box.x, box.width, c + 1)]
      if (isDark) pen.fillRect(left, top, right - left, bottom - top)
    })
  })
}

/** The printer’s crossed box for a picture that is still missing. */
function drawEmptyFrame(pen: Pen, { x, y, width, height }: Box, page: Drawing) {
  const line = Math.max(page.width, page.height) / 800
  const [left, top, right, bottom] = [x + line, y + line, x + width - line, y + height - line]
  pen.lineWidth = line
  pen.setLineDash([line * 6, line * 4])
  pen.strokeRect(left, top, right - left, bottom - top)
  pen.setLineDash([])
  pen.lineWidth = line / 2
  pen.beginPath()
  pen.moveTo(left, top)
  pen.lineTo(right, bottom)
  pen.moveTo(right, top)
  pen.lineTo(left, bottom)
  pen.stroke()
}

function drawPhoto({ photos, inks }: Required<Layers>, picture: ImageBitmap, print: Print) {
  const { box, mark } = print
  for (const pen of inks) pen.clearRect(box.x, box.y, box.width, box.height)
  if (mark.tones) printPicture([photos], picture, print)
  else drawFilling(photos, picture, box, mark.crop)
}
