import { expect, test, vi } from 'vitest'
import { ApiError } from '#web/api/call.ts'
import type { Progress } from './send-file.ts'
import { fileSender, retryDuringOutage } from './send-file.ts'

type UploadOptions = { onShouldRetry: (error: object) => boolean }

/** The real library needs a network. This mock records the options, including whether an upload would retry. */
const { createdUploads, calls } = vi.hoisted(() => ({ createdUploads: [] as UploadOptions[], calls: [] as string[][] }))
vi.mock('tus-js-client', () => ({
  Upload: class {
    calls: string[] = []
    constructor(_file: File, options: UploadOptions) {
      createdUploads.push(options)
      calls.push(this.calls)
    }
    start() {
      this.calls.push('start')
    }
    async abort() {
      this.calls.push('abort')
    }
  },
}))

/** A call that throws these errors in turn and then succeeds. */
async function callWithFailures(...failures: Error[]) {
  const [statuses, remaining]: [string[], Error[]] = [[], [...failures]]
  const call = async () => {
    const failure = remaining.shift()
    if (failure) throw failure
    return 'made'
  }
  const report = ({ status }: Progress) => void statuses.push(status)
  const options = { signal: new AbortController().signal, report, delays: [0, 0, 0] }
  const outcome = await retryDuringOutage(call, options).catch((error: Error) => error)
  return { outcome, statuses }
}

const apiErrorOf = (status: number) => new ApiError(status, 'Refused', '')
const retryStatuses = ['paused', 'checking']

const outages: [string, Error][] = [
  ['a lost connection', new TypeError('Failed to fetch')],
  ...[502, 503, 504].map((status): [string, Error] => [`a ${status} of an outage`, apiErrorOf(status)]),
]

test.each(outages)('after %s it is retried until it succeeds', async (_name, failure) => {
  expect(await callWithFailures(failure, failure)).toEqual({
    outcome: 'made',
    statuses: [...retryStatuses, ...retryStatuses],
  })
})

test.each([400, 401, 403, 413, 500, 507])('a %i is an answer', async (status) => {
  const failure = apiErrorOf(status)
  expect(await callWithFailures(failure)).toEqual({ outcome: failure, statuses: [] })
})

test('an outage that does not end is said in the end', async () => {
  const failures = Array.from({ length: 4 }, () => apiErrorOf(503))
  expect(await callWithFailures(...failures)).toEqual({
    outcome: failures[3],
    statuses: [...retryStatuses, ...retryStatuses, ...retryStatuses],
  })
})

test.each([
  ...[0, 408, 409, 423, 500, 503].map((status) => [status, true] as const),
  ...[400, 401, 403, 413].map((status) => [status, false] as const),
])('a part of an upload answered with %i is sent again: %s', async (status, isRetried) => {
  const statuses: string[] = []
  const report = ({ status }: Progress) => void statuses.push(status)
  void fileSender(new File(['x'], 'a.png')).send(new AbortController().signal, report)
  const { onShouldRetry } = await vi.waitUntil(() => createdUploads.pop())
  expect(onShouldRetry({ originalResponse: { getStatus: () => status } })).toBe(isRetried)
  expect(statuses).toEqual(isRetried ? ['paused'] : [])
})

test('a paused upload resumes when the connection is back, without waiting for the next retry', async () => {
  const count = calls.length
  const stop = new AbortController()
  void fileSender(new File(['x'], 'x.png'))
    .send(stop.signal, () => undefined)
    .catch(() => undefined)
  await vi.waitFor(() => expect(calls[count]).toEqual(['start']))
  window.dispatchEvent(new Event('online'))
  expect(calls[count]).toEqual(['start'])
  createdUploads.at(-1)?.onShouldRetry(new Error('Failed to fetch'))
  window.dispatchEvent(new Event('online'))
  await vi.waitFor(() => expect(calls[count]).toEqual(['start', 'abort', 'start']))
  stop.abort()
  window.dispatchEvent(new Event('online'))
  await Promise.resolve()
  expect(calls[count]?.filter((call) => call === 'start')).toHaveLength(2)
})
