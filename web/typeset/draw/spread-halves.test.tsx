import { expect, test } from 'vitest'
import { imageAddress } from '#contract/media-address.ts'
import type { PageRecipe, PictureTreatment } from '#contract/page-recipe.ts'
import { loadType } from '../fonts/type-styles.ts'
import { divideOverTwo } from '../picture-spread.ts'
import { blankRecipe } from '../recipe.ts'
import { layoutPage } from '../templates/layout-page.ts'
import { drawPage } from './draw-page.ts'
import { openPen } from './pen.ts'

const page = { width: 438, height: 620 }
const treatments: PictureTreatment[] = ['unchanged', 'fine', 'coarse', 'photocopy', 'lines', 'dither']

/** Draws a page on a canvas of this width. The parts of its picture that are beyond the page are drawn too. */
function pixelsOf(recipe: PageRecipe, picture: ImageBitmap, width: number) {
  const pen = openPen(new OffscreenCanvas(width, page.height))
  drawPage(pen, layoutPage(recipe, page), [picture])
  return (from: number) => pen.getImageData(from, 0, page.width, page.height).data
}

/** Discs of all tones, so that every column and row differs. */
function paintSea() {
  const pen = openPen(new OffscreenCanvas(1200, 800))
  for (let disc = 0; disc < 300; disc += 1) {
    pen.fillStyle = `hsl(${disc * 37} 60% ${(disc * 13) % 100}%)`
    pen.beginPath()
    pen.arc((disc * 331) % 1200, (disc * 173) % 800, 20 + (disc % 60), 0, 7)
    pen.fill()
  }
  return createImageBitmap(pen.canvas)
}

test.each(treatments)('the halves of a picture (%s) meet exactly at the fold', async (treatment) => {
  const sea = await paintSea()
  const frame = { x: 0.45, y: 0.5, zoom: 1.3, turn: 5 }
  const pictures = [{ url: imageAddress('a'.repeat(32)), altText: '', frame }]
  const recipe: PageRecipe = { ...blankRecipe('full-bleed'), pictures, treatment, inks: ['black', 'pink'] }
  await loadType(recipe)
  const [left, right] = divideOverTwo({ ...recipe, isTextured: false }, 'ltr') as [PageRecipe, PageRecipe]
  // A colour of a turned picture can be rounded otherwise.
  const both = pixelsOf(left, sea, page.width * 2)
  const difference = (one: Uint8ClampedArray, other: Uint8ClampedArray) =>
    one.reduce((largest, value, at) => Math.max(largest, Math.abs(value - (other[at] as number))), 0)
  expect(difference(pixelsOf(left, sea, page.width)(0), both(0))).toBe(0)
  expect(difference(pixelsOf(right, sea, page.width)(0), both(page.width))).toBeLessThanOrEqual(1)
  expect(difference(both(0), both(page.width))).toBeGreaterThan(100)
})
