import { sessionDays } from '#contract/limits.ts'
import {
  type CacheEntry,
  cacheEntryFor,
  earlierListPath,
  earlierOfflinePageFor,
  listPath,
  offlinePageFor,
  shellPathFor,
  siteCache,
  workspaceCache,
  zineCaches,
} from './cache-entries.ts'

/* Serves saved zines offline, and their list in place of any page that is unreachable. Opens a member's editor and layout
 table. All other requests go to the site. Registered only while a zine is saved or a member's workspace is. */
type WorkEvent = Event & { waitUntil: (promise: Promise<unknown>) => void }
type FetchEvent = Event & { request: Request; respondWith: (response: Promise<Response>) => void }
/** Only some browsers have `addRoutes`. */
type InstallEvent = WorkEvent & {
  addRoutes?: (route: { condition: { or: { requestMethod: string }[] }; source: 'network' }) => Promise<void>
}
type Worker = {
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void
  addEventListener(type: 'install', listener: (event: InstallEvent) => void): void
  addEventListener(type: 'activate' | 'message', listener: (event: WorkEvent) => void): void
  skipWaiting: () => Promise<void>
  clients: { claim: () => Promise<void> }
}
const worker = globalThis as unknown as Worker

/** How long to wait for the site when a saved copy exists, in milliseconds. */
const timeoutMs = 5_000

let cacheNameByPath: Map<string, string> | undefined
let loading = loadIndex()

worker.addEventListener('install', (event) => {
  // Writes go past the worker: a save from a page that is being closed may be lost while it starts.
  const writes = ['POST', 'PUT', 'PATCH', 'DELETE'].map((requestMethod) => ({ requestMethod }))
  event.waitUntil(
    event.addRoutes?.({ condition: { or: writes }, source: 'network' }).catch(() => undefined) ?? Promise.resolve(),
  )
  event.waitUntil(worker.skipWaiting())
})
worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()))
worker.addEventListener('message', (event) => {
  loading = loadIndex()
  event.waitUntil(loading)
})
worker.addEventListener('fetch', (event) => {
  const { request } = event
  const entry = entryFor(request)
  const isStored = mayBeStored(entry?.path)
  const isPage =
    isPageVisit(request) && [listPath, earlierListPath, shellPathFor(new URL(request.url))].some(mayBeStored)
  if (!isStored && !isPage) return
  // If the cache is unreadable, requests go to the site as if there were no worker.
  const response = entry && isStored ? respond(request, entry).catch(() => fetch(request)) : fetch(request)
  event.respondWith(isPage ? response.catch((error) => openOffline(request, error)) : response)
})

/** True while the caches have not been listed yet. */
const mayBeStored = (path: string | undefined) => path !== undefined && cacheNameByPath?.has(path) !== false

/** Requests that bypass the HTTP cache bypass this one too. */
function entryFor({ method, cache, url }: Request) {
  if (method !== 'GET' || cache === 'no-store') return undefined
  const address = new URL(url)
  return address.origin === location.origin ? cacheEntryFor(address) : undefined
}

/** Excludes frames of other sites, and downloads from the API. */
const isPageVisit = ({ method, mode, destination, url }: Request) =>
  method === 'GET' && mode === 'navigate' && destination === 'document' && new URL(url).pathname.split('/')[1] !== 'api'

/**
 * The workspace page, or the list of saved zines. Redirects to the list, because a page renders only at its own address.
 * Fails without a saved list, which would redirect forever.
 */
async function openOffline({ url }: Request, error: unknown) {
  await loading
  const shell = await findShell(new URL(url))
  if (shell) return shell
  if (await findStored(listPath))
    return Response.redirect(new URL(url).pathname === earlierListPath ? listPath : offlinePageFor(url))
  if (await findStored(earlierListPath)) return Response.redirect(earlierOfflinePageFor(url))
  throw error
}

/** Undefined when the member's session must have ended. The page is renewed by every day with a connection. */
async function findShell(address: URL) {
  const path = shellPathFor(address)
  const shell = path ? await findStored(path) : undefined
  if (!shell) return undefined
  const ageMs = Date.now() - Date.parse(shell.headers.get('date') ?? '')
  if (ageMs < sessionDays * 86_400_000) return shell
  await caches.delete(workspaceCache)
  return undefined
}

async function respond(request: Request, { path, isFile }: CacheEntry) {
  await loading
  const stored = await findStored(path)
  if (!stored) return fetch(request)
  if (isFile) return rangeResponse(stored, request.headers.get('range'))
  // Prefers a slow API response to an old one, because members edit the data and send it back.
  if (path.split('/')[1] === 'api') return fetch(request).catch(() => stored)
  return (await fetchInTime(request)) ?? atRequestedPage(stored, request)
}

async function findStored(path: string) {
  const cacheName = cacheNameByPath?.get(path)
  return cacheName ? caches.match(path, { cacheName, ignoreVary: true }) : undefined
}

/** Undefined if the site is unreachable, too slow, or returns an error. */
async function fetchInTime(request: Request) {
  const timeout = new Promise<undefined>((resolve) => setTimeout(resolve, timeoutMs))
  const response = await Promise.race([fetch(request).catch(() => undefined), timeout])
  return response && response.status < 500 ? response : undefined
}

/** The saved reader shows the cover, so this redirects to it with the requested page in the fragment. */
function atRequestedPage(stored: Response, { mode, url }: Request) {
  const { pathname, searchParams } = new URL(url)
  const page = Number(searchParams.get('page'))
  return mode === 'navigate' && page > 1 ? Response.redirect(`${pathname}#page=${page}`) : stored
}

async function loadIndex() {
  const names = (await caches.keys()).filter(
    (name) => name === siteCache || name === workspaceCache || name.startsWith(zineCaches),
  )
  const entries = await Promise.all(
    names.map(async (name) => {
      const requests = await (await caches.open(name)).keys()
      return requests.map(({ url }) => [new URL(url).pathname, name] as const)
    }),
  )
  cacheNameByPath = new Map(entries.flat())
}

/** The requested byte range of a saved file, for video players. Without a range, the whole file. */
export async function rangeResponse(response: Response, range: string | null): Promise<Response> {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(range ?? '') ?? []
  if (!first && !last) return response
  const file = await response.blob()
  const start = first ? Number(first) : Math.max(file.size - Number(last), 0)
  const end = first && last ? Math.min(Number(last), file.size - 1) : file.size - 1
  if (start > end) return new Response(null, { status: 416, headers: { 'content-range': `bytes */${file.size}` } })
  const headers = {
    'content-type': response.headers.get('content-type') ?? '',
    'content-range': `bytes ${start}-${end}/${file.size}`,
    'accept-ranges': 'bytes',
  }
  return new Response(file.slice(start, end + 1), { status: 206, headers })
}
