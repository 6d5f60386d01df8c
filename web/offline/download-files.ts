import { cacheEntryFor } from './cache-entries.ts'

/** Number of parallel downloads, and the timeout of each in milliseconds. */
const concurrency = 3
const timeoutMs = 60_000

/** Files this page has loaded so far, including fonts for titles and lazy chunks. */
export const loadedAssets = () =>
  performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name))
    .filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith('/assets/'))
    .map(({ pathname }) => pathname)

export const cachedPath = (path: string) => cacheEntryFor({ pathname: path })?.path ?? path

/** Fetches each file only once, because files are immutable. */
export async function storeFile(cache: Cache, address: string) {
  const path = cachedPath(address)
  if (await cache.match(path, { ignoreVary: true })) return
  // With the credentials of the page's own requests, the browser has most site files already.
  const credentials = path.startsWith('/assets/') ? 'same-origin' : 'omit'
  const response = await fetch(address, { credentials, signal: AbortSignal.timeout(timeoutMs) })
  if (response.status !== 200) throw new Error(`${address} was answered with ${response.status}`)
  await cache.put(path, response)
}

export async function downloadAll(paths: string[], download: (path: string) => Promise<void>) {
  const queue = [...paths]
  const failed: unknown[] = []
  const worker = async () => {
    for (let path = queue.shift(); path !== undefined; path = queue.shift())
      await download(path).catch((error: unknown) => failed.push(error))
  }
  await Promise.all(Array.from({ length: concurrency }, worker))
  return failed
}
