import { afterEach, expect, test, vi } from 'vitest'
import { saveProject } from './save-project.ts'

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

/** Sends notes of this length. Returns the request timeout in milliseconds. */
async function timeoutFor(length: number) {
  const timeout = vi.spyOn(AbortSignal, 'timeout')
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  await saveProject({ userId: 'wren', projectId: 'moths' }, { title: '', notes: 'я'.repeat(length) }, 1)
  return timeout.mock.calls[0]?.[0] ?? 0
}

test('a short note has twenty seconds, and a long one as long as a slow connection needs', async () => {
  expect(Math.round((await timeoutFor(100)) / 1_000)).toBe(20)
  vi.restoreAllMocks()
  expect(await timeoutFor(500_000)).toBeGreaterThanOrEqual(220_000)
})
