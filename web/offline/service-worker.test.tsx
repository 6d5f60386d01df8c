import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { offlinePageFor, siteCache, zineCache } from './cache-entries.ts'

const id = '0199a0b2-0000-7000-8000-00000000000d'
const [page, api] = [`/zine/${id}`, `/api/zines/${id}`]
let onFetch: (event: unknown) => void

beforeAll(async () => {
  const cache = await caches.open(zineCache(id))
  for (const path of [page, api]) await cache.put(path, new Response('kept'))
  await (await caches.open(siteCache)).put('/kept', new Response('list'))
  const addListener = vi.spyOn(globalThis, 'addEventListener')
  addListener.mockImplementation((type: string, listener: unknown) => {
    if (type === 'fetch') onFetch = listener as typeof onFetch
  })
  await import('./service-worker.ts')
  addListener.mockRestore()
})
afterEach(() => void vi.restoreAllMocks())
afterAll(() => Promise.all([caches.delete(zineCache(id)), caches.delete(siteCache)]))

function responseTo(request: object) {
  const respondWith = vi.fn<(response: Promise<Response>) => void>()
  onFetch({ request, respondWith })
  return respondWith.mock.calls[0]?.[0]
}

const responseText = async (path: string) => (await responseTo(new Request(path)))?.text()

/** A request for a page, which scripts cannot construct. */
const pageVisit = (path: string, change: object = {}) => {
  const { url, method, headers, cache } = new Request(path)
  return { url, method, headers, cache, mode: 'navigate', destination: 'document', ...change }
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

test('any page that is unreachable is replaced by the list of saved zines, and a saved one by its copy', async () => {
  mockSite(() => Promise.reject(new TypeError('Failed to fetch')))
  for (const path of ['/', '/about?x=1', '/profile', '/zine/0199a0b2-0000-7000-8000-00000000000e'])
    expect([path, new URL((await responseTo(pageVisit(path)))?.headers.get('location') ?? '').href]).toEqual([
      path,
      new URL(offlinePageFor(location.origin + path), location.origin).href,
    ])
  expect(await (await responseTo(pageVisit('/kept')))?.text()).toBe('list')
  expect(await (await responseTo(pageVisit(page)))?.text()).toBe('kept')
})

test('the site’s own answers, API calls, frames and writes are left alone', async () => {
  mockSite(serverError)
  expect((await responseTo(pageVisit('/about')))?.status).toBe(503)
  for (const request of [
    new Request('/api/zines'),
    new Request('/about'),
    pageVisit('/api/users/1/export'),
    pageVisit('/about', { destination: 'iframe' }),
    pageVisit('/about', { method: 'POST' }),
  ])
    expect(responseTo(request)).toBeUndefined()
})

test('without a saved list, an unreachable page fails as if there were no worker', async () => {
  await (await caches.open(siteCache)).delete('/kept')
  mockSite(() => Promise.reject(new TypeError('Failed to fetch')))
  await expect(responseTo(pageVisit('/about'))).rejects.toThrow('Failed to fetch')
})
