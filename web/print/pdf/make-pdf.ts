import { ApiError } from '#web/api/call.ts'
import type { WorkerRequest, WorkerResponse } from './pdf-worker.ts'
import type { TestTexts } from './test-sheets.ts'
import type { PdfFile, PrintJob } from './write-pdf.ts'

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
  /** The addresses of the print pictures. */
  pictures: readonly string[]
  job: PrintJob
  texts: TestTexts
  signal: AbortSignal
  onPage: (page: number) => void
}

/** Makes PDFs in a worker, one picture at a time, to keep the page responsive and memory low. */
export async function makePdf({ pictures, job, texts, signal, onPage }: MakePdfOptions): Promise<PdfFile[]> {
  const worker = new Worker(new URL('./pdf-worker.ts', import.meta.url), { type: 'module' })
  try {
    await request(worker, { type: 'begin', job, texts }, signal)
    for (const [index, path] of pictures.entries()) {
      onPage(index + 1)
      await addPage(worker, { path, page: index + 1 }, signal)
    }
    return await request(worker, { type: 'finish' }, signal)
  } finally {
    worker.terminate()
  }
}

async function addPage(worker: Worker, { path, page }: { path: string; page: number }, signal: AbortSignal) {
  try {
    const bytes = await fetchBytes(path, signal)
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
