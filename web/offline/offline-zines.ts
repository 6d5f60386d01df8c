import { broadcastToTabs } from '#web/browser/tab-channel.ts'
import { earlierListPath, listPath, siteCache, workspaceCache, zineCache, zineCaches } from './cache-entries.ts'
import { filesOf, readDocument } from './offline-documents.ts'

export const maxOfflineZines = 100
export const offlineChannel = 'foldout:kept'

export type OfflineZine = {
  id: string
  title: string
  /** Missing in zines saved before languages were. */
  language?: string | null
  /** The language of the site’s texts in its pages. Missing before 1.2. */
  pageLanguage?: string
  username: string
  coverUrl: string | null
  pageCount: number
  version: number
  /** When this version was saved and last checked, in milliseconds since the epoch. */
  keptAt: number
  checkedAt: number
  bytes: number
  missing: number
  files: string[]
}

/** Path of the zine's record in its cache. Written last, so a cache without a record is incomplete. */
export const recordPath = '/kept-zine.json'

export async function listOfflineZines(): Promise<OfflineZine[]> {
  const zines = await Promise.all((await listCachedIds()).map(findOfflineZine))
  return zines.filter((zine) => zine !== null).sort((one, other) => other.keptAt - one.keptAt)
}

export async function findOfflineZine(id: string): Promise<OfflineZine | null> {
  const record = await caches.match(recordPath, { cacheName: zineCache(id) })
  return record ? record.json() : null
}

/** Writes into the open cache, so that a concurrently removed zine is not created again. */
export const writeRecord = (cache: Cache, zine: OfflineZine) => cache.put(recordPath, Response.json(zine))

export const markChecked = (id: string) =>
  withOfflineLock(async () => {
    if (!(await caches.has(zineCache(id)))) return
    const cache = await caches.open(zineCache(id))
    const record = await cache.match(recordPath)
    if (record) await writeRecord(cache, { ...(await record.json()), checkedAt: Date.now() })
  })

/** Runs one action at a time across all tabs. */
export const withOfflineLock = <Result>(task: () => Promise<Result>): Promise<Result> =>
  navigator.locks.request('foldout:kept', task)

/** Does not wait for a running download. Removes shared files afterwards. */
export async function removeOfflineZine(id: string) {
  await caches.delete(zineCache(id))
  await notifyChange()
  void withOfflineLock(async () => {
    await deleteUnusedFiles()
    await notifyChange()
  }).catch(() => undefined)
}

/** Removes unused files and incomplete copies, and the service worker if nothing is saved. */
export async function deleteUnusedFiles() {
  const zines = await listOfflineZines()
  for (const id of await listCachedIds()) if (!zines.some((zine) => zine.id === id)) await caches.delete(zineCache(id))
  if (zines.length === 0) {
    await caches.delete(siteCache)
    if (!(await caches.has(workspaceCache))) await stopWorker()
    return
  }
  const site = await caches.open(siteCache)
  const usedListPath = (await site.match(listPath)) ? listPath : earlierListPath
  const list = await site.match(usedListPath, { ignoreVary: true })
  const needed = new Set(zines.flatMap(({ files }) => files))
  if (list) for (const path of filesOf(readDocument(await list.text()))) needed.add(path)
  await deleteOthers(site, new Set([...needed, usedListPath]))
}

export async function deleteOthers(cache: Cache, paths: Set<string>) {
  for (const request of await cache.keys()) if (!paths.has(new URL(request.url).pathname)) await cache.delete(request)
}

export async function notifyChange() {
  await notifyWorker()
  broadcastToTabs(offlineChannel, 'changed')
}

const listCachedIds = async () =>
  (await caches.keys()).filter((name) => name.startsWith(zineCaches)).map((name) => name.slice(zineCaches.length))

const workerPath = '/service-worker.js'

/** Whether zines can be saved offline. The development server has no service worker. */
export const isOfflineSupported = () =>
  import.meta.env.PROD && 'serviceWorker' in navigator && 'caches' in window && 'locks' in navigator

export async function startWorker() {
  await navigator.serviceWorker.register(workerPath, { scope: '/', updateViaCache: 'none' })
  await navigator.serviceWorker.ready
}

async function stopWorker() {
  const registration = await navigator.serviceWorker.getRegistration()
  await registration?.unregister()
}

export async function notifyWorker() {
  const registration = await navigator.serviceWorker.getRegistration()
  registration?.active?.postMessage('changed')
}
