import { RenderError } from '#web/typeset/draw/render-error.ts'
import { renderPage } from '#web/typeset/draw/render-page.ts'
import type { Trim } from '../imposition/trims.ts'
import { madePage } from '../pdf/made-page.ts'
import type { Printable } from '../print-plan.ts'

type Page = { index: number; trim: Trim; signal: AbortSignal }

/** The picture of a page made here, with its bleed. */
export async function drawWithBleed(zine: Printable, { index, trim, signal }: Page) {
  const made = madePage(zine, index)
  if (!made) return undefined
  const bleed = Math.round((trim.bleed * made.size.width) / trim.width)
  try {
    const { file } = await renderPage(made.recipe, made.size, { signal, bleed })
    return await file.arrayBuffer()
  } catch (error) {
    throw error instanceof RenderError ? error.cause : error
  }
}
