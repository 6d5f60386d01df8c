import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { sessionDays } from '#contract/limits.ts'
import { earlierOfflinePageFor, offlinePageFor, siteCache, workspaceCache, zineCache } from './cache-entries.ts'

const id = '0199a0b2-0000-7000-8000-00000000000d'
const [page, api] = [`/zine/${id}`, `/api/zines/${id}`]
const [editor, table] = [`/project/${id}/edit`, `/draft/${id}`]
const listeners: Record<string, (event: unknown) => void> = {}

beforeAll(async () => {
  const cache = await caches.open(zineCache(id))
  for (const path of [page, api]) await cache.put(path, new Response('kept'))
  await (await caches.open(siteCache)).put('/offline', new Response('list'))
  const addListener = vi.spyOn(globalThis, 'addEventListener')
  addListener.mockImplementation((type: string, listener: unknown) => {
    listeners[type] = listener as (event: unknown) => void
  })
  await import('./service-worker.ts')
  addListener.mockRestore()
})
afterEach(() => void vi.restoreAllMocks())
afterAll(() => Promise.all([zineCache(id), siteCache, workspaceCache].map((name) => caches.delete(name))))

/** Tells the worker that the caches have changed. */
const listCaches = () =>
  new Promise<unknown>((resolve) => listeners.message?.({ waitUntil: (done: Promise<void>) => resolve(done) }))

async function saveWorkspace(savedAt: number) {
  const headers = { date: new Date(savedAt).toUTCString() }
  const cache = await caches.open(workspaceCache)
  await cache.put('/project/offline/edit', new Response('editor', { headers }))
  await cache.put('/draft/offline', new Response('table', { headers }))
  await listCaches()
}

const unreachable = () => Promise.reject(new TypeError('Failed to fetch'))

function responseTo(request: object) {
  const respondWith = vi.fn<(response: Promise<Response>) => void>()
  listeners.fetch?.({ request, respondWith })
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
  mockSite(unreachable)
  expect([await responseText(api), await responseText(page)]).toEqual(['kept', 'kept'])
})

test('if the cache cannot be read, the request goes to the site', async () => {
  vi.spyOn(caches, 'match').mockRejectedValue(new Error('Broken'))
  mockSite(serverError)
  expect(await responseText(page)).toBe('failing')
})

test('any page that is unreachable is replaced by the list of saved zines, and a saved one by its copy', async () => {
  mockSite(unreachable)
  for (const path of ['/', '/about?x=1', '/profile', '/zine/0199a0b2-0000-7000-8000-00000000000e'])
    expect([path, new URL((await responseTo(pageVisit(path)))?.headers.get('location') ?? '').href]).toEqual([
      path,
      new URL(offlinePageFor(location.origin + path), location.origin).href,
    ])
  expect(await (await responseTo(pageVisit('/offline')))?.text()).toBe('list')
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

test('a list that was saved by 1.0 opens at its address, until a new list replaces it and its address leads there', async () => {
  mockSite(unreachable)
  const redirectOf = async (path: string) => {
    const { href } = new URL((await responseTo(pageVisit(path)))?.headers.get('location') ?? '', location.origin)
    return href.slice(location.origin.length)
  }
  expect(await redirectOf('/kept')).toBe('/offline')
  const site = await caches.open(siteCache)
  await site.delete('/offline')
  await site.put('/kept', new Response('list of 1.0'))
  await listCaches()
  expect(await redirectOf('/about')).toBe(earlierOfflinePageFor(`${location.origin}/about`))
  expect(await (await responseTo(pageVisit('/kept')))?.text()).toBe('list of 1.0')
  expect(await (await responseTo(pageVisit(page)))?.text()).toBe('kept')
  await site.delete('/kept')
})

test('without a saved list, an unreachable page fails as if there were no worker', async () => {
  await (await caches.open(siteCache)).delete('/offline')
  mockSite(unreachable)
  await expect(responseTo(pageVisit('/about'))).rejects.toThrow('Failed to fetch')
})

test('a saved workspace opens any project and draft, and only if the site does not answer', async () => {
  await saveWorkspace(Date.now())
  const visits = [editor, table, `${table}/print`, `/zine/${id}/edit`, '/project/offline/edit']
  const answers = () => Promise.all(visits.map((path) => responseTo(pageVisit(path))?.then((answer) => answer.text())))
  mockSite(serverError)
  expect(await answers()).toEqual(['failing', 'failing', undefined, undefined, undefined])
  mockSite(unreachable)
  expect(await answers()).toEqual(['editor', 'table', undefined, undefined, undefined])
  // The API has no offline answers, and scripts do not get the pages.
  expect(responseTo(new Request(`/api/projects/${id}`))).toBeUndefined()
  expect(responseTo(new Request(editor))).toBeUndefined()
})

test('a workspace is deleted when the session of its member must have ended', async () => {
  await saveWorkspace(Date.now() - (sessionDays + 1) * 86_400_000)
  mockSite(unreachable)
  await expect(responseTo(pageVisit(editor))).rejects.toThrow('Failed to fetch')
  expect(await caches.has(workspaceCache)).toBe(false)
})
