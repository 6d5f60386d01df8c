import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { zineCache } from './cache-entries.ts'

const id = '0199a0b2-0000-7000-8000-00000000000d'
const [page, api] = [`/zine/${id}`, `/api/zines/${id}`]
let onFetch: (event: unknown) => void

beforeAll(async () => {
  const cache = await caches.open(zineCache(id))
  for (const path of [page, api]) await cache.put(path, new Response('kept'))
  const addListener = vi.spyOn(globalThis, 'addEventListener')
  addListener.mockImplementation((type: string, listener: unknown) => {
    if (type === 'fetch') onFetch = listener as typeof onFetch
  })
  await import('./service-worker.ts')
  addListener.mockRestore()
})
afterEach(() => void vi.restoreAllMocks())
afterAll(() => caches.delete(zineCache(id)))

async function responseText(path: string) {
  const respondWith = vi.fn<(response: Promise<Response>) => void>()
  onFetch({ request: new Request(path), respondWith })
  return (await respondWith.mock.calls[0]?.[0])?.text()
}

const mockSite = (respond: () => Promise<Response>) => vi.spyOn(globalThis, 'fetch').mockImplementation(respond)
const serverError = async () => new Response('failing', { status: 503 })

test('API responses are passed on, even errors; a failed page is replaced by the offline one', async () => {
  mockSite(serverError)
  expect([await responseText(api), await responseText(page)]).toEqual(['failing', 'kept'])
  mockSite(() => Promise.reject(new TypeError('Failed to fetch')))
  expect([await responseText(api), await responseText(page)]).toEqual(['kept', 'kept'])
})

test('if the cache cannot be read, the request goes to the site', async () => {
  vi.spyOn(caches, 'match').mockRejectedValue(new Error('Broken'))
  mockSite(serverError)
  expect(await responseText(page)).toBe('failing')
})
