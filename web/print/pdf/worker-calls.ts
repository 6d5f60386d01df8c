type Answer<Result> = { result: Result } | { error: string }

export class WorkerLoadError extends Error {}

/** In a worker: answers each request. */
export const answerCalls = <Request>(handle: (request: Request) => Promise<unknown>) =>
  addEventListener('message', ({ data }: MessageEvent<Request>) => {
    handle(data).then(
      (result) => postMessage({ result } satisfies Answer<unknown>),
      (error: unknown) => postMessage({ error: String(error) } satisfies Answer<unknown>),
    )
  })

type CallOptions = { signal: AbortSignal; transfer?: Transferable[] | undefined }

/** Sends a request to a worker that has no other, and waits for the answer. */
export function callWorker<Result>(worker: Worker, request: unknown, { signal, transfer = [] }: CallOptions) {
  const { promise, resolve, reject } = Promise.withResolvers<Result>()
  const onAbort = () => reject(signal.reason)
  signal.throwIfAborted()
  signal.addEventListener('abort', onAbort)
  worker.onmessage = ({ data }: MessageEvent<Answer<Result>>) =>
    'result' in data ? resolve(data.result) : reject(new Error(data.error))
  // An error thrown by the script has a message. A script that failed to load has none.
  worker.onerror = ({ message }) => reject(message ? new Error(message) : new WorkerLoadError())
  worker.postMessage(request, transfer)
  return promise.finally(() => signal.removeEventListener('abort', onAbort))
}
