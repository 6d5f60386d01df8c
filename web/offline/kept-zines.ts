import { tellTabs } from '#web/browser/tab-channel.ts'
import { siteCache, zineCache, zineCaches } from './kept-as.ts'
import { filesOf, readDocument } from './kept-documents.ts'

export const mostKept = 100
export const keptChannel = 'foldout:kept'

export type KeptZine = {
  id: string
  title: string
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

export async function listKept(): Promise<KeptZine[]> {
  const found = await Promise.all((await keptIds()).map(findKept))
  return found.filter((zine) => zine !== null).sort((one, other) => other.keptAt - one.keptAt)
}

export async function findKept(id: string): Promise<KeptZine | null> {
  const record = await caches.match(recordPath, { cacheName: zineCache(id) })
  return record ? record.json() : null
}

/** Writes into the open cache, so that a concurrently removed zine is not created again. */
export const writeRecord = (cache: Cache, zine: KeptZine) => cache.put(recordPath, Response.json(zine))

export const markChecked = (id: string) =>
  alone(async () => {
    if (!(await caches.has(zineCache(id)))) return
    const cache = await caches.open(zineCache(id))
    const record = await cache.match(recordPath)
    if (record) await writeRecord(cache, { ...(await record.json()), checkedAt: Date.now() })
  })

/** Runs one action at a time across all tabs. */
export const alone = <Result>(act: () => Promise<Result>): Promise<Result> =>
  navigator.locks.request('foldout:kept', act)

/** Does not wait for a running download. Removes shared files afterwards. */
export async function removeKept(id: string) {
  await caches.delete(zineCache(id))
  await tellChange()
  void alone(async () => {
    await tidyUp()
    await tellChange()
  }).catch(() => undefined)
}

/** Removes unused files and incomplete copies, and the service worker with the last zine. */
export async function tidyUp() {
  const zines = await listKept()
  for (const id of await keptIds())
    if (!zines.some((zine) => zine.id === id)) await caches.delete(zineCache(id))
  if (zines.length === 0) {
    await caches.delete(siteCache)
    return stopWorker()
  }
  const site = await caches.open(siteCache)
  const list = await site.match('/kept', { ignoreVary: true })
  const needed = new Set(zines.flatMap(({ files }) => files))
  if (list) for (const path of filesOf(readDocument(await list.text()))) needed.add(path)
  await keepOnly(site, new Set([...needed, '/kept']))
}

export async function keepOnly(cache: Cache, paths: Set<string>) {
  for (const request of await cache.keys())
    if (!paths.has(new URL(request.url).pathname)) await cache.delete(request)
}

export async function tellChange() {
  await tellWorker()
  tellTabs(keptChannel, 'changed')
}

const keptIds = async () =>
  (await caches.keys())
    .filter((name) => name.startsWith(zineCaches))
    .map((name) => name.slice(zineCaches.length))

const address = '/service-worker.js'

/** Whether zines can be saved offline. The development server has no service worker. */
export const canKeep = () =>
  import.meta.env.PROD && 'serviceWorker' in navigator && 'caches' in window && 'locks' in navigator

export async function startWorker() {
  await navigator.serviceWorker.register(address, { scope: '/', updateViaCache: 'none' })
  await navigator.serviceWorker.ready
}

async function stopWorker() {
  const registration = await navigator.serviceWorker.getRegistration()
  await registration?.unregister()
}

async function tellWorker() {
  const registration = await navigator.serviceWorker.getRegistration()
  registration?.active?.postMessage('changed')
}
