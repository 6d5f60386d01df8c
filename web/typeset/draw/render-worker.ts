import type { PageRecipe } from '#contract/page-recipe.ts'
import type { PageSize } from '../page-size.ts'
import { RenderError } from './render-error.ts'
import { type RenderedPage, renderRecipe } from './render-recipe.ts'

export type WorkerRequest = { recipe: PageRecipe; size: PageSize }
export type WorkerResponse = { page: RenderedPage } | { error: string; isForMaker: boolean }

// The page then draws without a worker.
if (!('fonts' in globalThis)) throw new Error('This browser can’t load fonts in a worker')

addEventListener('message', ({ data: { recipe, size } }: MessageEvent<WorkerRequest>) => {
  renderRecipe(recipe, size).then(
    (page) => postMessage({ page } satisfies WorkerResponse),
    (error: unknown) => {
      const isForMaker = error instanceof RenderError
      const text = isForMaker ? error.message : String(error)
      postMessage({ error: text, isForMaker } satisfies WorkerResponse)
    },
  )
})
