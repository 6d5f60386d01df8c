import type { PageRecipe } from '#contract/page-recipe.ts'
import { loadType } from '../fonts/type-styles.ts'
import type { PageSize } from '../page-size.ts'
import { layoutPage } from '../templates/layout-page.ts'
import { type DrawingToRender, renderDrawing } from './render-drawing.ts'
import { RenderError } from './render-error.ts'
import type { WorkerResponse } from './render-worker.ts'

type RenderOptions = { signal?: AbortSignal; bleed?: number }

const timeoutMs = 120_000

let lastRender: Promise<unknown> = Promise.resolve()

/** Draws a page at print size. Pages are drawn one after another, because each needs up to 100 MB of memory. */
export async function renderPage(recipe: PageRecipe, size: PageSize, options: RenderOptions = {}) {
  const render = lastRender.then(() => renderNow(recipe, size, options))
  lastRender = render.catch(() => {})
  return render
}

async function renderNow(recipe: PageRecipe, size: PageSize, { signal, bleed = 0 }: RenderOptions) {
  signal?.throwIfAborted()
  const timeout = AbortSignal.timeout(timeoutMs)
  const limit = signal ? AbortSignal.any([signal, timeout]) : timeout
  try {
    const fonts = await loadType(recipe)
    const drawing = { ...layoutPage(recipe, size), bleed }
    const page = { drawing, fonts, pictures: recipe.pictures }
    const png = await renderInWorker(page, limit).catch((error) => {
      if (error instanceof WorkerUnavailableError) return renderDrawing(page, limit)
      throw error
    })
    return { file: new File([png], 'page.png', { type: 'image/png' }), drawing }
  } catch (cause) {
    signal?.throwIfAborted()
    throw cause instanceof RenderError ? cause : new RenderError('This page could not be drawn. Try again.', { cause })
  }
}

/** The script failed to load, or the browser cannot load fonts in a worker. */
class WorkerUnavailableError extends Error {}

let worker: Worker | undefined

/** The worker, which has no code for layout, is used again for the next page, unless it failed or was stopped. */
async function renderInWorker(page: DrawingToRender, signal: AbortSignal) {
  worker ??= new Worker(new URL('./render-worker.ts', import.meta.url), { type: 'module' })
  const { promise, resolve, reject } = Promise.withResolvers<Blob>()
  const onAbort = () => reject(signal.reason)
  signal.addEventListener('abort', onAbort)
  worker.onmessage = ({ data }: MessageEvent<WorkerResponse>) => {
    if ('png' in data) return resolve(data.png)
    reject(data.isForMaker ? new RenderError(data.error) : new Error(data.error))
  }
  worker.onerror = () => reject(new WorkerUnavailableError())
  worker.postMessage(page)
  try {
    return await promise
  } catch (error) {
    worker.terminate()
    worker = undefined
    throw error
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}
