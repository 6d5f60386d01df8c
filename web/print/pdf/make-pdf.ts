import type * as contract from '#contract/zines.ts'
import { ApiError, call } from '#web/api/call.ts'
import type { WorkerRequest, WorkerResponse } from './pdf-worker.ts'
import type { PdfFile, PrintJob } from './write-pdf.ts'

const readPrintPicture = call<typeof contract.readPrintPicture>('GET', '/api/zines/:id/pages/:page/print.jpg')

const timeoutMs = 120_000

export class PageReadError extends Error {
  readonly page: number
  constructor(page: number, cause: unknown) {
    super(`Page ${page} could not be read`, { cause })
    this.page = page
  }
}

export class WorkerLoadError extends Error {}

type MakePdfOptions = {
  zine: { id: string; pages: number }
  job: PrintJob
  signal: AbortSignal
  onPage: (page: number) => void
}

/** Makes PDFs in a worker, one picture at a time, to keep the page responsive and memory low. */
export async function makePdf({ zine, job, signal, onPage }: MakePdfOptions): Promise<PdfFile[]> {
  const worker = new Worker(new URL('./pdf-worker.ts', import.meta.url), { type: 'module' })
  try {
    await request(worker, { type: 'begin', job }, signal)
    for (let page = 1; page <= zine.pages; page += 1) {
      onPage(page)
      await addPage(worker, { id: zine.id, page }, signal)
    }
    return await request(worker, { type: 'finish' }, signal)
  } finally {
    worker.terminate()
  }
}

async function addPage(worker: Worker, { id, page }: { id: string; page: number }, signal: AbortSignal) {
  try {
    const bytes = await fetchBytes(readPrintPicture.path({ params: { id, page } }), signal)
    await request(worker, { type: 'picture', page, bytes }, signal)
  } catch (error) {
    throw signal.aborted ? signal.reason : new PageReadError(page, error)
  }
}

async function fetchBytes(path: string, signal: AbortSignal) {
  const response = await fetch(path, {
    credentials: 'include',
    signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
  })
  if (!response.ok) throw new ApiError(response.status, response.statusText, await response.text())
  return response.arrayBuffer()
}

function request(worker: Worker, payload: WorkerRequest, signal: AbortSignal) {
  const { promise, resolve, reject } = Promise.withResolvers<PdfFile[]>()
  const onAbort = () => reject(signal.reason)
  signal.throwIfAborted()
  signal.addEventListener('abort', onAbort)
  worker.onmessage = ({ data }: MessageEvent<WorkerResponse>) =>
    'files' in data ? resolve(data.files) : reject(new Error(data.error))
  // An error thrown by the script has a message. A script that failed to load has none.
  worker.onerror = ({ message }) => reject(message ? new Error(message) : new WorkerLoadError())
  worker.postMessage(payload, payload.type === 'picture' ? [payload.bytes] : [])
  return promise.finally(() => signal.removeEventListener('abort', onAbort))
}
