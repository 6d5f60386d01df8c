import { setTimeout as sleep } from 'node:timers/promises'
import type { Call, ClientResponse } from '#trials/site/client.ts'
import type { Meter } from './meter.ts'

type RequestOptions = Parameters<Call>[2]

const retryPauseMs = 500

/**
 * Calls with retries, as people make them: delayed or interrupted requests are repeated with the same ids until they succeed.
 * Each attempt counts. A page is read even if its picture does not load.
 */
export function patient(
  originalCall: Call,
  meter: Pick<Meter, 'counting' | 'createDeadline'>,
  pauseMs = retryPauseMs,
): Call {
  const call = meter.counting(originalCall)
  return async (method, path, sent) => {
    const deadline = meter.createDeadline(method, path)
    const firstResult = await settleRequest(call(method, path, sent))
    let result = firstResult
    while (isRetryable(result) && !path.startsWith('/media/') && deadline.shouldRetry()) {
      await sleep(pauseMs)
      const remaining = method === 'PATCH' ? await remainingUpload(call, path, sent) : sent
      result = await settleRequest(call(method, path, remaining))
    }
    if (result instanceof Error) throw result
    return result === firstResult ? result : normaliseRepeated(method, result)
  }
}

const settleRequest = (pending: Promise<ClientResponse>) => pending.catch((error: Error) => error)

const isRetryable = (result: ClientResponse | Error) => result instanceof Error || result.status >= 500

/** A 404 means that the interrupted attempt had already deleted it. */
const normaliseRepeated = (method: string, response: ClientResponse): ClientResponse =>
  method === 'DELETE' && response.status === 404 ? { ...response, status: 200 } : response

/** Resumes an upload at the received offset. */
async function remainingUpload(call: Call, path: string, sent: RequestOptions): Promise<RequestOptions> {
  const headers = { 'tus-resumable': '1.0.0' }
  const head = await call('HEAD', path, { headers }).catch(() => undefined)
  const offset = Number(head?.headers['upload-offset'] ?? 0)
  const bytes = (sent?.bytes ?? Buffer.alloc(0)).subarray(offset)
  return { ...sent, bytes, headers: { ...sent?.headers, 'upload-offset': String(offset) } }
}
