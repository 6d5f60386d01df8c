import type { PageRecipe } from '#contract/page-recipe.ts'
import type { PageSize } from '../page-size.ts'
import { RenderError } from './render-error.ts'
import { type RenderedPage, renderRecipe } from './render-recipe.ts'
import type { WorkerRequest, WorkerResponse } from './render-worker.ts'

type RenderOptions = { signal?: AbortSignal }

const timeoutMs = 120_000

let lastRender: Promise<unknown> = Promise.resolve()

/** Draws a page at print size. Pages are drawn one after another, because each needs up to 100 MB of memory. */
export async function renderPage(recipe: PageRecipe, size: PageSize, { signal }: RenderOptions = {}) {
  const render = lastRender.then(() => renderNow(recipe, size, signal))
  lastRender = render.catch(() => {})
  return render
}

async function renderNow(recipe: PageRecipe, size: PageSize, signal?: AbortSignal) {
  signal?.throwIfAborted()
  const timeout = AbortSignal.timeout(timeoutMs)
  const limit = signal ? AbortSignal.any([signal, timeout]) : timeout
  try {
    const { png, drawing } = await renderInWorker({ recipe, size }, limit).catch((error) => {
      if (error instanceof WorkerUnavailableError) return renderRecipe(recipe, size, limit)
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

/** The worker is used again for the next page, unless it failed or was stopped. */
async function renderInWorker(request: WorkerRequest, signal: AbortSignal) {
  worker ??= new Worker(new URL('./render-worker.ts', import.meta.url), { type: 'module' })
  const { promise, resolve, reject } = Promise.withResolvers<RenderedPage>()
  const onAbort = () => reject(signal.reason)
  signal.addEventListener('abort', onAbort)
  worker.onmessage = ({ data }: MessageEvent<WorkerResponse>) => {
    if ('page' in data) return resolve(data.page)
    reject(data.isForMaker ? new RenderError(data.error) : new Error(data.error))
  }
  worker.onerror = () => reject(new WorkerUnavailableError())
  worker.postMessage(request)
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
