import { expect, test, vi } from 'vitest'
import { ApiError } from '#web/api/call.ts'
import type { Progress } from './send-file.ts'
import { fileSender, throughOutages } from './send-file.ts'

type UploadOptions = { onShouldRetry: (error: object) => boolean }

/** The real library needs a network. This mock records the options, including whether an upload would retry. */
const begun = vi.hoisted(() => [] as UploadOptions[])
vi.mock('tus-js-client', () => ({
  Upload: class {
    constructor(_file: File, options: UploadOptions) {
      begun.push(options)
    }
    start() {}
  },
}))

/** A call that throws these errors in turn and then succeeds. */
async function asking(...failures: Error[]) {
  const [steps, left]: [string[], Error[]] = [[], [...failures]]
  const call = async () => {
    const failure = left.shift()
    if (failure) throw failure
    return 'made'
  }
  const report = ({ step }: Progress) => void steps.push(step)
  const how = { signal: new AbortController().signal, report, delays: [0, 0, 0] }
  const outcome = await throughOutages(call, how).catch((error: Error) => error)
  return { outcome, steps }
}

const refused = (status: number) => new ApiError(status, 'Refused', '')
const again = ['paused', 'checking']

const outages: [string, Error][] = [
  ['a lost connection', new TypeError('Failed to fetch')],
  ...[502, 503, 504].map((status): [string, Error] => [`a ${status} of an outage`, refused(status)]),
]

test.each(outages)('after %s it is retried until it succeeds', async (_what, failure) => {
  expect(await asking(failure, failure)).toEqual({ outcome: 'made', steps: [...again, ...again] })
})

test.each([400, 401, 403, 413, 500, 507])('a %i is an answer', async (status) => {
  const failure = refused(status)
  expect(await asking(failure)).toEqual({ outcome: failure, steps: [] })
})

test('an outage that does not end is said in the end', async () => {
  const failures = Array.from({ length: 4 }, () => refused(503))
  expect(await asking(...failures)).toEqual({ outcome: failures[3], steps: [...again, ...again, ...again] })
})

test.each([
  ...[0, 408, 409, 423, 500, 503].map((status) => [status, true] as const),
  ...[400, 401, 403, 413].map((status) => [status, false] as const),
])('a part of an upload answered with %i is sent again: %s', async (status, isRetried) => {
  const steps: string[] = []
  const report = ({ step }: Progress) => void steps.push(step)
  void fileSender(new File(['x'], 'a.png')).send(new AbortController().signal, report)
  const { onShouldRetry } = await vi.waitUntil(() => begun.pop())
  expect(onShouldRetry({ originalResponse: { getStatus: () => status } })).toBe(isRetried)
  expect(steps).toEqual(isRetried ? ['paused'] : [])
})
