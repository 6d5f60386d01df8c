import sharp from 'sharp'
import {
  buildImage,
  type DecodedImage,
  displaySize,
  fitInside,
  type Pixels,
  printSizeOf,
  readPixels,
  type Size,
  scaleTo,
  sharpOptions,
  toRejectedFileError,
} from './image.ts'
import { sanitiseSvg } from './svg.ts'

/** An SVG has no pixels of its own, whatever size it states, so it is rendered at the size needed. */
export async function decodeSvg(
  bytes: Buffer,
  needsPrint: boolean,
  maxCpuMicros = slowCpuMicros,
): Promise<DecodedImage> {
  try {
    const { display, largest } = await renderSizes(bytes, needsPrint, maxCpuMicros)
    const { width, height } = largest.info
    return await buildImage({ original: { width, height }, display, largest }, needsPrint)
  } catch (error) {
    throw toRejectedFileError(error)
  }
}

export async function renderSizes(bytes: Buffer, needsPrint: boolean, maxCpuMicros: number) {
  const svg = sanitiseSvg(bytes)
  const source = { svg, declaredSize: await readDeclaredSize(svg) }
  const cpuStart = process.cpuUsage()
  const display = await renderSvg(source, displaySize)
  const { user, system } = process.cpuUsage(cpuStart)
  const isSlow = user + system > maxCpuMicros
  const printSize = printSizeOf(source.declaredSize)
  const isPrintLarger = scaleTo(printSize, source.declaredSize) > scaleTo(displaySize, source.declaredSize)
  const largest = needsPrint && isPrintLarger && !isSlow ? await renderSvg(source, printSize) : display
  return { display, largest }
}

/** In microseconds of CPU time. Slower drawings are printed from the web size instead of four times as large. */
const slowCpuMicros = 750_000

type SvgSource = { svg: Buffer; declaredSize: Size }

/** Wraps the drawing in one of the required size, so that its own size may have any unit or be in a style sheet. */
async function renderSvg({ svg, declaredSize }: SvgSource, targetSize: Size): Promise<Pixels> {
  const scale = scaleTo(targetSize, declaredSize)
  const length = (side: 'width' | 'height') => Math.max(1, Math.round(declaredSize[side] * scale)) / pixelsPerUnit
  const openingTag = `<svg xmlns="http://www.w3.org/2000/svg" width="${length('width')}" height="${length('height')}" viewBox="0 0 ${declaredSize.width} ${declaredSize.height}">`
  const sizedSvg = Buffer.from(`${openingTag}${removePosition(svg.toString())}</svg>`)
  return readPixels(sharp(sizedSvg, screenOptions).toColourspace('srgb').resize(fitInside(targetSize)))
}

/** An inch has 96 pixels, as in browsers. `px` is one pixel, but a number without unit is rendered a third larger. */
const screenOptions = { ...sharpOptions, density: 96 }
const pixelsPerUnit = 96 / 72

/** Measured sizes are rounded to whole pixels; sizes in pixels need not be whole. */
async function readDeclaredSize(svg: Buffer): Promise<Size> {
  const measured = await sharp(Buffer.concat([svgSignature, svg]), {
    ...screenOptions,
    limitInputPixels: false,
  }).metadata()
  const root = rootTagOf(svg.toString())
  const lengthInPixels = (side: 'width' | 'height') => {
    const length = measured[side] / pixelsPerUnit
    const declaredLength = Number(new RegExp(` ${side}="([0-9.]+)(px)?"`).exec(root)?.[1])
    return Math.abs(declaredLength - length) < 1 ? declaredLength : length
  }
  return { width: lengthInPixels('width'), height: lengthInPixels('height') }
}

/** The library recognises a drawing by these letters. They are missing if names have a prefix. */
const svgSignature = Buffer.from('<!--<svg-->')

/** The first tag of what `sanitiseSvg` wrote, without its end. It contains no other ">". */
const rootTagOf = (text: string) => text.slice(0, text.indexOf('>'))

/** x and y matter only inside another drawing. */
function removePosition(text: string) {
  const root = rootTagOf(text)
  return root.replaceAll(/ [xy]="[^"]*"/g, '') + text.slice(root.length)
}
