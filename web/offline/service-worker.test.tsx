import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { zineCache } from './kept-as.ts'

const id = '0199a0b2-0000-7000-8000-00000000000d'
const [page, api] = [`/zine/${id}`, `/api/zines/${id}`]
let heard: (event: unknown) => void

beforeAll(async () => {
  const cache = await caches.open(zineCache(id))
  for (const path of [page, api]) await cache.put(path, new Response('kept'))
  const listening = vi.spyOn(globalThis, 'addEventListener')
  listening.mockImplementation((type: string, listener: unknown) => {
    if (type === 'fetch') heard = listener as typeof heard
  })
  await import('./service-worker.ts')
  listening.mockRestore()
})
afterEach(() => void vi.restoreAllMocks())
afterAll(() => caches.delete(zineCache(id)))

async function answered(path: string) {
  const respondWith = vi.fn<(answer: Promise<Response>) => void>()
  heard({ request: new Request(path), respondWith })
  return (await respondWith.mock.calls[0]?.[0])?.text()
}

const site = (answer: () => Promise<Response>) => vi.spyOn(globalThis, 'fetch').mockImplementation(answer)
const failing = async () => new Response('failing', { status: 503 })

test('API responses are passed on, even errors; a failed page is replaced by the offline one', async () => {
  site(failing)
  expect([await answered(api), await answered(page)]).toEqual(['failing', 'kept'])
  site(() => Promise.reject(new TypeError('Failed to fetch')))
  expect([await answered(api), await answered(page)]).toEqual(['kept', 'kept'])
})

test('if the cache cannot be read, the request goes to the site', async () => {
  vi.spyOn(caches, 'match').mockRejectedValue(new Error('Broken'))
  site(failing)
  expect(await answered(page)).toBe('failing')
})
