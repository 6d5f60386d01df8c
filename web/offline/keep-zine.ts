import { coversPage } from '#contract/covering.ts'
import type { OpenZine } from '#contract/zines.ts'
import { keptAs, siteCache, zineCache } from './kept-as.ts'
import { fetchDocument, filesOf, type KeptDocument, zineAnswer, zinePath } from './kept-documents.ts'
import {
  alone,
  type KeptZine,
  keepOnly,
  listKept,
  mostKept,
  recordPath,
  startWorker,
  tellChange,
  tidyUp,
  writeRecord,
} from './kept-zines.ts'

export type Progress = { done: number; of: number }
type OnProgress = (progress: Progress) => void

/** Number of parallel downloads, and the timeout of each in milliseconds. */
const atOnce = 3
const patience = 60_000

export class NoRoom extends Error {}

/** Downloads only what is missing or has changed. The previous copy stays until the new one is complete. */
export const keepZine = (id: string, onProgress: OnProgress = () => undefined): Promise<KeptZine> =>
  alone(async () => {
    const kept = await listKept()
    if (kept.length >= mostKept && !kept.some((zine) => zine.id === id)) throw new NoRoom()
    try {
      await startWorker()
      return await fetchZine(id, onProgress)
    } finally {
      await tidyUp()
      await tellChange()
    }
  })

async function fetchZine(id: string, onProgress: OnProgress) {
  const pages = await Promise.all(['', '/read', '/text'].map((end) => fetchDocument(`/zine/${id}${end}`)))
  const list = await fetchDocument('/kept')
  const zines = pages.map((page) => zineAnswer(page, id).zine)
  const [zine] = zines.toSorted((one, other) => one.version - other.version) as [OpenZine]
  const files = [
    ...new Set([...pages, list].flatMap(({ document }) => filesOf(document)).concat(filesHere())),
  ]
  const media = [...new Set(zines.flatMap(mediaOf))]
  const [site, own] = await Promise.all([caches.open(siteCache), caches.open(zineCache(id))])

  const progress = { done: 0, of: files.length + media.length }
  const step = async (cache: Cache, path: string) => {
    await storeFile(cache, path)
    progress.done += 1
    onProgress({ ...progress })
  }
  const failed = await eachOf(files, (path) => step(site, path))
  if (failed.length > 0) throw failed[0]
  const missing = await eachOf(media, (path) => step(own, path))
  const noRoom = missing.find((error) => error instanceof DOMException && error.name === 'QuotaExceededError')
  if (noRoom) throw noRoom

  await site.put('/kept', list.answer())
  await storePages(own, pages, id)
  const paths = [...media.map(pathOf), ...pages.map(({ path }) => path), zinePath(id), recordPath]
  await keepOnly(own, new Set(paths))
  const record = { ...recordOf(zine), bytes: await sizeOf(own), missing: missing.length, files }
  await writeRecord(own, record)
  return record
}

async function storePages(own: Cache, pages: KeptDocument[], id: string) {
  for (const page of pages) await own.put(page.path, page.answer())
  const [, read] = pages
  if (read) await own.put(zinePath(id), Response.json(zineAnswer(read, id)))
}

function recordOf(zine: OpenZine) {
  const { id, title, creator, pages, version } = zine
  const [cover] = pages
  const isShown = cover && !coversPage(zine, cover)
  const now = Date.now()
  return {
    id,
    title,
    username: creator.username,
    coverUrl: isShown ? (cover.kind === 'image' ? cover.url : cover.posterUrl) : null,
    pageCount: pages.length,
    version,
    keptAt: now,
    checkedAt: now,
  }
}

const mediaOf = ({ pages, creator }: OpenZine) =>
  [...pages.flatMap(({ url, posterUrl }) => [url, posterUrl]), creator.profileImageUrl].filter(
    (path) => path !== null && keptAs({ pathname: path }) !== undefined,
  ) as string[]

/** Files this page has loaded so far, including fonts for titles and lazy chunks. */
const filesHere = () =>
  performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name))
    .filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith('/assets/'))
    .map(({ pathname }) => pathname)

const pathOf = (path: string) => keptAs({ pathname: path })?.path ?? path

/** Fetches each file only once, because files are immutable. */
async function storeFile(cache: Cache, address: string) {
  const path = pathOf(address)
  if (await cache.match(path, { ignoreVary: true })) return
  const answer = await fetch(address, { credentials: 'omit', signal: AbortSignal.timeout(patience) })
  if (answer.status !== 200) throw new Error(`${address} was answered with ${answer.status}`)
  await cache.put(path, answer)
}

async function eachOf(paths: string[], act: (path: string) => Promise<void>) {
  const waiting = [...paths]
  const failed: unknown[] = []
  const work = async () => {
    for (let path = waiting.shift(); path !== undefined; path = waiting.shift())
      await act(path).catch((error: unknown) => failed.push(error))
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return failed
}

async function sizeOf(cache: Cache) {
  let bytes = 0
  for (const answer of await cache.matchAll()) bytes += (await answer.blob()).size
  return bytes
}
