import { keptAs, type Place, siteCache, zineCaches } from './kept-as.ts'

/* Serves saved zines offline. All other requests go to the site. Registered only while a zine is saved. */
type WorkEvent = Event & { waitUntil: (work: Promise<unknown>) => void }
type FetchEvent = Event & { request: Request; respondWith: (answer: Promise<Response>) => void }
type Worker = {
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void
  addEventListener(type: 'install' | 'activate' | 'message', listener: (event: WorkEvent) => void): void
  skipWaiting: () => Promise<void>
  clients: { claim: () => Promise<void> }
}
const worker = globalThis as unknown as Worker

/** How long to wait for the site when a saved copy exists, in milliseconds. */
const patience = 5_000

let kept: Map<string, string> | undefined
let reading = readKept()

worker.addEventListener('install', (event) => event.waitUntil(worker.skipWaiting()))
worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()))
worker.addEventListener('message', (event) => {
  reading = readKept()
  event.waitUntil(reading)
})
worker.addEventListener('fetch', (event) => {
  const place = placeOf(event.request)
  if (!place || kept?.has(place.path) === false) return
  // If the cache is unreadable, requests go to the site as if there were no worker.
  event.respondWith(answer(event.request, place).catch(() => fetch(event.request)))
})

/** Requests that bypass the HTTP cache bypass this one too. */
function placeOf({ method, cache, url }: Request) {
  if (method !== 'GET' || cache === 'no-store') return undefined
  const address = new URL(url)
  return address.origin === location.origin ? keptAs(address) : undefined
}

async function answer(request: Request, { path, isFile }: Place) {
  await reading
  const found = await findKept(path)
  if (!found) return fetch(request)
  if (isFile) return partOf(found, request.headers.get('range'))
  // Prefers a slow API response to an old one, because members edit the data and send it back.
  if (path.split('/')[1] === 'api') return fetch(request).catch(() => found)
  return (await fromSite(request)) ?? opened(found, request)
}

async function findKept(path: string) {
  const cacheName = kept?.get(path)
  return cacheName ? caches.match(path, { cacheName, ignoreVary: true }) : undefined
}

/** Undefined if the site is unreachable, too slow, or returns an error. */
async function fromSite(request: Request) {
  const late = new Promise<undefined>((settle) => setTimeout(settle, patience))
  const given = await Promise.race([fetch(request).catch(() => undefined), late])
  return given && given.status < 500 ? given : undefined
}

/** The saved reader shows the cover, so this redirects to it with the requested page in the fragment. */
function opened(found: Response, { mode, url }: Request) {
  const { pathname, searchParams } = new URL(url)
  const page = Number(searchParams.get('page'))
  return mode === 'navigate' && page > 1 ? Response.redirect(`${pathname}#page=${page}`) : found
}

async function readKept() {
  const names = (await caches.keys()).filter((name) => name === siteCache || name.startsWith(zineCaches))
  const found = await Promise.all(
    names.map(async (name) => {
      const requests = await (await caches.open(name)).keys()
      return requests.map(({ url }) => [new URL(url).pathname, name] as const)
    }),
  )
  kept = new Map(found.flat())
}

/** The requested byte range of a saved file, for video players. Without a range, the whole file. */
export async function partOf(whole: Response, range: string | null): Promise<Response> {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(range ?? '') ?? []
  if (!from && !to) return whole
  const file = await whole.blob()
  const start = from ? Number(from) : Math.max(file.size - Number(to), 0)
  const end = from && to ? Math.min(Number(to), file.size - 1) : file.size - 1
  if (start > end)
    return new Response(null, { status: 416, headers: { 'content-range': `bytes */${file.size}` } })
  const headers = {
    'content-type': whole.headers.get('content-type') ?? '',
    'content-range': `bytes ${start}-${end}/${file.size}`,
    'accept-ranges': 'bytes',
  }
  return new Response(file.slice(start, end + 1), { status: 206, headers })
}
