import { expect, inject, test } from 'vitest'
import { commands } from 'vitest/browser'
import { type PageRecipe, pageTemplates } from '#contract/page-recipe.ts'
import { drawPage } from '../draw/draw-page.ts'
import { openPen } from '../draw/pen.ts'
import type { Drawing } from '../drawing.ts'
import { layoutPage } from '../layout/layout-page.ts'
import { pageSize } from '../page-size.ts'
import { loadType } from '../type-styles.ts'
import { examplePicture, scripts, templatePages } from './reference-recipes.testing.ts'

declare module 'vitest' {
  interface ProvidedContext {
    updatesReferences: boolean
  }
}

/** Of the size for printing. */
const scale = 0.25

const recipes: Record<string, PageRecipe> = { ...templatePages, ...scripts }

test('every template has a reference', () => {
  const templates = new Set(Object.values(templatePages).map(({ template }) => template))
  expect([...templates].toSorted()).toEqual([...pageTemplates].toSorted())
})

test.each(Object.keys(recipes))('%s looks like its reference', async (name) => {
  const recipe = recipes[name] as PageRecipe
  await loadType(recipe)
  const drawing = layoutPage(recipe, pageSize('a-size', name.endsWith('landscape')))
  expect(drawing.overflow).toBe('')
  // Each system has its own emoji.
  if (name !== 'emoji') await expectReference(name, await draw(drawing, recipe))
})

async function draw(drawing: Drawing, recipe: PageRecipe) {
  const pictures = await Promise.all(recipe.pictures.map(examplePicture))
  const pen = openPen(new OffscreenCanvas(Math.round(drawing.width * scale), Math.round(drawing.height * scale)))
  pen.scale(scale, scale)
  drawPage(pen, drawing, pictures)
  return pen.canvas as OffscreenCanvas
}

/** `UPDATE_REFERENCES=1` writes the references anew. */
async function expectReference(name: string, canvas: OffscreenCanvas) {
  const path = `web/typeset/references/${name}.png`
  if (inject('updatesReferences')) await commands.writeSmallPng(path, await toBase64(canvas))
  const reference = await readPng(await commands.readFile(path, 'base64'))
  const actual = openPen(canvas).getImageData(0, 0, canvas.width, canvas.height)
  expect([reference.width, reference.height], name).toEqual([actual.width, actual.height])
  const { mean, share } = difference(actual.data, reference.data)
  expect(share, 'share of pixels that differ').toBeLessThan(0.01)
  // References have few colours, so pictures differ more.
  expect(mean, 'mean difference, of 255').toBeLessThan(recipes[name]?.pictures.length ? 6 : 1.5)
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

async function toBase64(canvas: OffscreenCanvas) {
  const bytes = new Uint8Array(await (await canvas.convertToBlob({ type: 'image/png' })).arrayBuffer())
  return bytes.toBase64()
}

async function readPng(base64: string) {
  const bitmap = await createImageBitmap(new Blob([Uint8Array.fromBase64(base64)]))
  const pen = openPen(new OffscreenCanvas(bitmap.width, bitmap.height))
  pen.drawImage(bitmap, 0, 0)
  return pen.getImageData(0, 0, bitmap.width, bitmap.height)
}
