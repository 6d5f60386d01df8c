import type { PageRecipe } from '#contract/page-recipe.ts'
import type { Drawing } from '../drawing.ts'
import { type FontFile, loadFontFiles } from '../fonts/load-font-files.ts'
import { drawPage } from './draw-page.ts'
import { loadPictures } from './load-pictures.ts'
import { openPen } from './pen.ts'

export type DrawingToRender = { drawing: Drawing; fonts: FontFile[]; pictures: PageRecipe['pictures'] }

/** Draws a page at print size, in a worker or a page. */
export async function renderDrawing({ drawing, fonts, ...recipe }: DrawingToRender, signal?: AbortSignal) {
  const pictures = await loadPictures(recipe, signal)
  try {
    await loadFontFiles(fonts)
    signal?.throwIfAborted()
    const { width, height, bleed = 0 } = drawing
    const canvas = new OffscreenCanvas(width + 2 * bleed, height + 2 * bleed)
    drawPage(openPen(canvas), drawing, pictures)
    return await canvas.convertToBlob({ type: 'image/png' })
  } finally {
    for (const picture of pictures) picture?.close()
  }
}
