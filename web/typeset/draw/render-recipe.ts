import type { PageRecipe } from '#contract/page-recipe.ts'
import type { Drawing } from '../drawing.ts'
import { layoutPage } from '../layout/layout-page.ts'
import type { PageSize } from '../page-size.ts'
import { loadType } from '../type-styles.ts'
import { drawPage } from './draw-page.ts'
import { loadPictures } from './load-pictures.ts'
import { openPen } from './pen.ts'

export type RenderedPage = { png: Blob; drawing: Drawing }

export async function renderRecipe(recipe: PageRecipe, size: PageSize, signal?: AbortSignal): Promise<RenderedPage> {
  const pictures = await loadPictures(recipe, signal)
  try {
    await loadType(recipe)
    signal?.throwIfAborted()
    const drawing = layoutPage(recipe, size)
    const canvas = new OffscreenCanvas(size.width, size.height)
    drawPage(openPen(canvas), drawing, pictures)
    return { png: await canvas.convertToBlob({ type: 'image/png' }), drawing }
  } finally {
    for (const picture of pictures) picture?.close()
  }
}
