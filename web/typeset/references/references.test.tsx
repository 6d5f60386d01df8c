import { expect, inject, test } from 'vitest'
import { commands } from 'vitest/browser'
import { type PageRecipe, pageTemplates } from '#contract/page-recipe.ts'
import demoRecipes from '#demo/pages/recipes.json' with { type: 'json' }
import { drawPage } from '../draw/draw-page.ts'
import { drawFilling, openPen } from '../draw/pen.ts'
import type { Drawing } from '../drawing.ts'
import { loadType } from '../fonts/type-styles.ts'
import { pageSize } from '../page-size.ts'
import { layoutPage } from '../templates/layout-page.ts'
import { examplePicture } from './example-pictures.testing.ts'
import { comics, frames, sharedSizes, templatePages, treatments } from './reference-recipes.testing.ts'
import { covers, scripts, sizesInScripts, treatmentsInScripts } from './reference-scripts.testing.ts'

declare module 'vitest' {
  interface ProvidedContext {
    updatesReferences: boolean
  }
}

/** The pictures have this fraction of the size for printing. */
const scale = 0.25

const recipes: Record<string, PageRecipe> = {
  ...templatePages,
  ...scripts,
  ...sharedSizes,
  ...comics,
  ...covers,
  ...frames,
  ...treatments,
  ...sizesInScripts,
  ...treatmentsInScripts,
}

test('every template has a reference', () => {
  const templates = new Set(Object.values(templatePages).map(({ template }) => template))
  expect([...templates].toSorted()).toEqual([...pageTemplates].toSorted())
})

test.each(Object.keys(recipes))('%s looks like its reference', async (name) => {
  const recipe = recipes[name] as PageRecipe
  await loadType(recipe)
  const drawing = layoutPage(recipe, pageSize('a-size', name.endsWith('landscape')))
  expect(drawing.overflow).toBe('')
  await expectReference(name, await draw(drawing, recipe))
})

test.each(Object.entries(demoRecipes))('%s of the demo is what its recipe draws', async (name, pageOfDemo) => {
  const recipe = pageOfDemo as PageRecipe
  const path = `demo/pages/${name}`
  await loadType(recipe)
  const drawing = layoutPage(recipe, pageSize('a-size'))
  if (inject('updatesReferences')) {
    const picture = await draw(drawing, recipe, demoWidth / drawing.width)
    await commands.writeFile(path, await toBase64(picture, 'image/webp'), 'base64')
  }
  const { mean } = await compare(await draw(drawing, recipe), path)
  // The pictures are smaller than printed and have lossy compression, which changes the grain.
  expect(mean, 'mean difference, of 255').toBeLessThan(6)
})

const demoWidth = 1200

async function draw(drawing: Drawing, recipe: PageRecipe, drawingScale = scale) {
  const pictures = await Promise.all(recipe.pictures.map(examplePicture))
  const size = [drawing.width, drawing.height].map((length) => Math.round(length * drawingScale))
  const pen = openPen(new OffscreenCanvas(size[0] ?? 0, size[1] ?? 0))
  pen.scale(drawingScale, drawingScale)
  drawPage(pen, drawing, pictures)
  return pen.canvas as OffscreenCanvas
}

/** `UPDATE_REFERENCES=1` writes the references anew. */
async function expectReference(name: string, canvas: OffscreenCanvas) {
  const path = `web/typeset/references/${name}.png`
  if (inject('updatesReferences')) await commands.writeSmallPng(path, await toBase64(canvas, 'image/png'))
  const { mean, share } = await compare(canvas, path)
  expect(share, 'share of pixels that differ').toBeLessThan(0.01)
  // References have few colours, so pictures differ more.
  expect(mean, 'mean difference, of 255').toBeLessThan(recipes[name]?.pictures.length ? 6 : 1.5)
}

async function compare(canvas: OffscreenCanvas, path: string) {
  const { width, height } = canvas
  const bitmap = await createImageBitmap(new Blob([Uint8Array.fromBase64(await commands.readFile(path, 'base64'))]))
  expect(bitmap.width / bitmap.height).toBeCloseTo(width / height, 2)
  const pen = openPen(new OffscreenCanvas(width, height))
  drawFilling(pen, bitmap, { x: 0, y: 0, width, height })
  return difference(openPen(canvas).getImageData(0, 0, width, height).data, pen.getImageData(0, 0, width, height).data)
}

function difference(actual: Uint8ClampedArray, expected: Uint8ClampedArray) {
  let [sum, different] = [0, 0]
  for (let pixel = 0; pixel < actual.length; pixel += 4) {
    const channels = [0, 1, 2].map((n) => Math.abs((actual[pixel + n] ?? 0) - (expected[pixel + n] ?? 0)))
    sum += channels.reduce((total, channel) => total + channel, 0) / 3
    if (Math.max(...channels) > 64) different += 1
  }
  return { mean: (sum * 4) / actual.length, share: (different * 4) / actual.length }
}

async function toBase64(canvas: OffscreenCanvas, type: string) {
  const bytes = new Uint8Array(await (await canvas.convertToBlob({ type, quality: 0.8 })).arrayBuffer())
  return bytes.toBase64()
}
