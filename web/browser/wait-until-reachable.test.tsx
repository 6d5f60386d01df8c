import { afterEach, expect, test, vi } from 'vitest'
import { waitUntilReachable } from './wait-until-reachable.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('the site is checked once for all waiters when the browser is online again', async () => {
  const responses = [new TypeError('no line'), new Response(null, { status: 503 }), new Response()]
  const requests: string[] = []
  vi.stubGlobal('fetch', async (path: string) => {
    requests.push(path)
    const response = responses.shift()
    if (response instanceof Response) return response
    throw response
  })
  let resolvedCount = 0
  const pending = [waitUntilReachable(), waitUntilReachable()].map((promise) => promise.then(() => resolvedCount++))
  for (let times = 1; times <= 3; times += 1) {
    expect(resolvedCount).toBe(0)
    window.dispatchEvent(new Event('online'))
    await expect.poll(() => requests).toHaveLength(times)
  }
  await Promise.all(pending)
  expect(requests).toEqual(['/healthz', '/healthz', '/healthz'])
})

test('a browser that goes online is checked again soon, however long it was offline', async () => {
  vi.useFakeTimers()
  let isOffline = true
  vi.stubGlobal('fetch', async () => {
    if (isOffline) throw new TypeError('no line')
    return new Response()
  })
  const reached = vi.fn()
  void waitUntilReachable().then(reached)
  await vi.advanceTimersByTimeAsync(120_000)
  window.dispatchEvent(new Event('online'))
  await vi.advanceTimersByTimeAsync(0)
  isOffline = false
  await vi.advanceTimersByTimeAsync(2_000)
  expect(reached).toHaveBeenCalled()
})
