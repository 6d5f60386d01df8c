import { ApiError } from '#web/api/call.ts'
import type { WorkerRequest } from './pdf-worker.ts'
import type { TestTexts } from './test-sheets.ts'
import { callWorker } from './worker-calls.ts'
import type { PdfFile, PrintJob } from './write-pdf.ts'

const timeoutMs = 120_000

export class PageReadError extends Error {
  readonly page: number
  constructor(page: number, cause: unknown) {
    super(`Page ${page} could not be read`, { cause })
    this.page = page
  }
}

export type MakeOptions = {
  signal: AbortSignal
  onPage: (page: number) => void
}

type MakePdfOptions = MakeOptions & {
  /** The addresses of the print pictures. */
  pictures: readonly string[]
  /** Draws the picture of a page made here, or undefined for other pages. */
  draw?: ((index: number, signal: AbortSignal) => Promise<ArrayBuffer | undefined>) | undefined
  job: PrintJob
  texts: TestTexts
}

/** Makes PDFs in a worker, one picture at a time, to keep the page responsive and memory low. */
export async function makePdf({ pictures, draw, job, texts, signal, onPage }: MakePdfOptions): Promise<PdfFile[]> {
  const worker = new Worker(new URL('./pdf-worker.ts', import.meta.url), { type: 'module' })
  const call = (request: WorkerRequest, transfer?: Transferable[]) =>
    callWorker<PdfFile[]>(worker, request, { signal, transfer })
  try {
    await call({ type: 'begin', job, texts })
    for (const [index, path] of pictures.entries()) {
      const page = index + 1
      onPage(page)
      await readPage({ page, signal }, async () => {
        const bytes = (await draw?.(index, signal)) ?? (await fetchBytes(path, signal))
        await call({ type: 'picture', page, bytes }, [bytes])
      })
    }
    return await call({ type: 'finish' })
  } finally {
    worker.terminate()
  }
}

/** An error of this work is one of the page, unless it was cancelled. */
export async function readPage<Result>(
  { page, signal }: { page: number; signal: AbortSignal },
  work: () => Promise<Result>,
) {
  try {
    return await work()
  } catch (error) {
    throw signal.aborted ? signal.reason : new PageReadError(page, error)
  }
}

export async function fetchBytes(path: string, signal: AbortSignal) {
  const response = await fetch(path, {
    credentials: 'include',
    signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
  })
  if (!response.ok) throw new ApiError(response.status, response.statusText, await response.text())
  return response.arrayBuffer()
}
