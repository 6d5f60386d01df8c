import { afterEach, expect, test, vi } from 'vitest'
import { waitUntilReachable } from './wait-until-reachable.ts'

afterEach(() => vi.unstubAllGlobals())

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
