import { afterEach, expect, test, vi } from 'vitest'
import { reachable } from './reachable.ts'

afterEach(() => vi.unstubAllGlobals())

test('the site is checked once for all waiters when the browser is online again', async () => {
  const answers = [new TypeError('no line'), new Response(null, { status: 503 }), new Response()]
  const asked: string[] = []
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path)
    const answer = answers.shift()
    if (answer instanceof Response) return answer
    throw answer
  })
  let settled = 0
  const both = [reachable(), reachable()].map((each) => each.then(() => settled++))
  for (let times = 1; times <= 3; times += 1) {
    expect(settled).toBe(0)
    window.dispatchEvent(new Event('online'))
    await expect.poll(() => asked).toHaveLength(times)
  }
  await Promise.all(both)
  expect(asked).toEqual(['/healthz', '/healthz', '/healthz'])
})
