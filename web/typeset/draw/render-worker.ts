import { type DrawingToRender, renderDrawing } from './render-drawing.ts'
import { RenderError } from './render-error.ts'

export type WorkerResponse = { png: Blob } | { error: string; isForMaker: boolean }

// The page then draws without a worker.
if (!('fonts' in globalThis)) throw new Error('This browser can’t load fonts in a worker')

addEventListener('message', ({ data }: MessageEvent<DrawingToRender>) => {
  renderDrawing(data).then(
    (png) => postMessage({ png } satisfies WorkerResponse),
    (error: unknown) => {
      const isForMaker = error instanceof RenderError
      const text = isForMaker ? error.message : String(error)
      postMessage({ error: text, isForMaker } satisfies WorkerResponse)
    },
  )
})
