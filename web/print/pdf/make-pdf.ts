import type * as contract from '#contract/zines.ts'
import { ApiError, call } from '#web/api/call.ts'
import type { Answered, Asked } from './pdf-worker.ts'
import type { MadeFile, PrintJob } from './write-pdf.ts'

const readPrintPicture = call<typeof contract.readPrintPicture>('GET', '/api/zines/:id/pages/:page/print.jpg')

const patience = 120_000

export class PageFailed extends Error {
  readonly page: number
  constructor(page: number, cause: unknown) {
    super(`Page ${page} could not be read`, { cause })
    this.page = page
  }
}

export class NotFetched extends Error {}

type Making = {
  zine: { id: string; pages: number }
  job: PrintJob
  signal: AbortSignal
  onPage: (page: number) => void
}

/** Makes PDFs in a worker, one picture at a time, to keep the page responsive and memory low. */
export async function makePdf({ zine, job, signal, onPage }: Making): Promise<MadeFile[]> {
  const worker = new Worker(new URL('./pdf-worker.ts', import.meta.url), { type: 'module' })
  try {
    await ask(worker, { ask: 'begin', job }, signal)
    for (let page = 1; page <= zine.pages; page += 1) {
      onPage(page)
      await addPage(worker, { id: zine.id, page }, signal)
    }
    return await ask(worker, { ask: 'finish' }, signal)
  } finally {
    worker.terminate()
  }
}

async function addPage(worker: Worker, { id, page }: { id: string; page: number }, signal: AbortSignal) {
  try {
    const bytes = await fetchBytes(readPrintPicture.path({ params: { id, page } }), signal)
    await ask(worker, { ask: 'picture', page, bytes }, signal)
  } catch (error) {
    throw signal.aborted ? signal.reason : new PageFailed(page, error)
  }
}

async function fetchBytes(path: string, signal: AbortSignal) {
  const answer = await fetch(path, {
    credentials: 'include',
    signal: AbortSignal.any([signal, AbortSignal.timeout(patience)]),
  })
  if (!answer.ok) throw new ApiError(answer.status, answer.statusText, await answer.text())
  return answer.arrayBuffer()
}

function ask(worker: Worker, asked: Asked, signal: AbortSignal) {
  const { promise, resolve, reject } = Promise.withResolvers<MadeFile[]>()
  const giveUp = () => reject(signal.reason)
  signal.throwIfAborted()
  signal.addEventListener('abort', giveUp)
  worker.onmessage = ({ data }: MessageEvent<Answered>) =>
    'files' in data ? resolve(data.files) : reject(new Error(data.error))
  // An error thrown by the script has a message. A script that failed to load has none.
  worker.onerror = ({ message }) => reject(message ? new Error(message) : new NotFetched())
  worker.postMessage(asked, asked.ask === 'picture' ? [asked.bytes] : [])
  return promise.finally(() => signal.removeEventListener('abort', giveUp))
}
