import { afterEach, expect, test, vi } from 'vitest'
import { siteCache, zineCache, zineCaches } from './cache-entries.ts'
import {
  deleteUnusedFiles,
  listOfflineZines,
  type OfflineZine,
  removeOfflineZine,
  withOfflineLock,
  writeRecord,
} from './offline-zines.ts'
import { refreshOfflineZines } from './refresh-offline-zines.ts'

const ids = ['a', 'b', 'c'].map((end) => `0199a0b2-0000-7000-8000-00000000000${end}`)
const storedIds = async () => (await listOfflineZines()).map(({ id }) => id).sort()

/** Saves zines that were last checked long ago, one after the other. */
async function storeAll() {
  for (const [checkedAt, id] of ids.entries()) {
    const zine: OfflineZine = {
      id,
      title: id,
      username: 'wren',
      coverUrl: null,
      pageCount: 1,
      version: 1,
      keptAt: 1,
      checkedAt,
      bytes: 1,
      missing: 0,
      files: [],
    }
    await writeRecord(await caches.open(zineCache(id)), zine)
  }
}

afterEach(async () => {
  vi.restoreAllMocks()
  document.documentElement.lang = 'en'
  // Waits for the clean-up that follows a removal.
  await withOfflineLock(async () => undefined)
  for (const name of await caches.keys()) if (name.startsWith(zineCaches)) await caches.delete(name)
})

test('one failed request does not stop others from being refreshed', async () => {
  await storeAll()
  const site = vi.spyOn(window, 'fetch')
  site.mockImplementation(async (path) => new Response('', { status: `${path}`.endsWith('a') ? 500 : 404 }))
  await refreshOfflineZines()
  expect(await storedIds()).toEqual(ids.slice(0, 1))
})

test('no requests are sent once the site is unreachable', async () => {
  await storeAll()
  const site = vi.spyOn(window, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'))
  await refreshOfflineZines()
  expect([site.mock.calls.length, await storedIds()]).toEqual([1, ids])
})

test('a zine whose pages are in another language is saved again, in the language of the page', async () => {
  await storeAll()
  document.documentElement.lang = 'es'
  vi.spyOn(navigator.serviceWorker, 'register').mockResolvedValue({} as ServiceWorkerRegistration)
  vi.spyOn(navigator.serviceWorker, 'ready', 'get').mockResolvedValue({} as ServiceWorkerRegistration)
  const site = vi
    .spyOn(window, 'fetch')
    .mockImplementation(async (path) =>
      `${path}`.startsWith('/api/') ? Response.json({ zine: { version: 1 } }) : new Response('', { status: 500 }),
    )
  await refreshOfflineZines({ maxChecks: 1 })
  expect(site.mock.calls.map(([path]) => path)).toContain(`/zine/${ids[0]}/read?lang=es`)
})

test('a zine is removed while another is being fetched', async () => {
  await storeAll()
  const { promise, resolve } = Promise.withResolvers<void>()
  const fetching = withOfflineLock(() => promise)
  await removeOfflineZine(ids[0] ?? '')
  expect(await storedIds()).toEqual(ids.slice(1))
  resolve()
  await fetching
})

test('the list of 1.0 and its files stay until a new list is stored', async () => {
  await storeAll()
  const site = await caches.open(siteCache)
  const assets = { script: '/assets/of-list.js', styles: [], later: [] }
  const list = `<script id="page-data" type="application/json">${JSON.stringify({ assets })}</script>`
  const storedPaths = async () => (await site.keys()).map(({ url }) => new URL(url).pathname).sort()
  for (const path of ['/kept', '/assets/of-list.js', '/assets/unused.js']) await site.put(path, new Response(list))
  await deleteUnusedFiles()
  expect(await storedPaths()).toEqual(['/assets/of-list.js', '/kept'])
  await site.put('/offline', new Response(list))
  await deleteUnusedFiles()
  expect(await storedPaths()).toEqual(['/assets/of-list.js', '/offline'])
  await caches.delete(siteCache)
})
