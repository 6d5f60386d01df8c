import { hidesPage } from '#contract/content-warning.ts'
import type { FullZine } from '#contract/zines.ts'
import { cacheEntryFor, listPath, siteCache, zineCache } from './cache-entries.ts'
import { cachedPath, downloadAll, loadedAssets, storeFile } from './download-files.ts'
import {
  fetchDocument,
  filesOf,
  type OfflineDocument,
  pageLanguage,
  zinePath,
  zineResponseIn,
} from './offline-documents.ts'
import {
  deleteOthers,
  deleteUnusedFiles,
  listOfflineZines,
  maxOfflineZines,
  notifyChange,
  type OfflineZine,
  recordPath,
  startWorker,
  withOfflineLock,
  writeRecord,
} from './offline-zines.ts'

export type Progress = { done: number; of: number }
type OnProgress = (progress: Progress) => void

export class OfflineLimitError extends Error {}

/** Downloads only what is missing or has changed. The previous copy stays until the new one is complete. */
export const saveOfflineZine = (id: string, onProgress: OnProgress = () => undefined): Promise<OfflineZine> =>
  withOfflineLock(async () => {
    const stored = await listOfflineZines()
    if (stored.length >= maxOfflineZines && !stored.some((zine) => zine.id === id)) throw new OfflineLimitError()
    try {
      await startWorker()
      return await fetchZine(id, onProgress)
    } finally {
      await deleteUnusedFiles()
      await notifyChange()
    }
  })

async function fetchZine(id: string, onProgress: OnProgress) {
  const pages = await Promise.all(['', '/read', '/text'].map((end) => fetchDocument(`/zine/${id}${end}`)))
  const list = await fetchDocument(listPath)
  const zines = pages.map((page) => zineResponseIn(page, id).zine)
  const [zine] = zines.toSorted((one, other) => one.version - other.version) as [FullZine]
  const files = [...new Set([...pages, list].flatMap(({ document }) => filesOf(document)).concat(loadedAssets()))]
  const media = [...new Set(zines.flatMap(mediaOf))]
  const [siteFiles, zineFiles] = await Promise.all([caches.open(siteCache), caches.open(zineCache(id))])

  const progress = { done: 0, of: files.length + media.length }
  const download = async (cache: Cache, path: string) => {
    await storeFile(cache, path)
    progress.done += 1
    onProgress({ ...progress })
  }
  const failed = await downloadAll(files, (path) => download(siteFiles, path))
  if (failed.length > 0) throw failed[0]
  const missing = await downloadAll(media, (path) => download(zineFiles, path))
  const quotaError = missing.find((error) => error instanceof DOMException && error.name === 'QuotaExceededError')
  if (quotaError) throw quotaError

  await siteFiles.put(listPath, list.toResponse())
  await storePages(zineFiles, pages, id)
  const paths = [...media.map(cachedPath), ...pages.map(({ path }) => path), zinePath(id), recordPath]
  await deleteOthers(zineFiles, new Set(paths))
  const record = { ...recordOf(zine), bytes: await sizeOf(zineFiles), missing: missing.length, files }
  await writeRecord(zineFiles, record)
  return record
}

async function storePages(cache: Cache, pages: OfflineDocument[], id: string) {
  for (const page of pages) await cache.put(page.path, page.toResponse())
  const [, read] = pages
  if (read) await cache.put(zinePath(id), Response.json(zineResponseIn(read, id)))
}

function recordOf(zine: FullZine) {
  const { id, title, language, creator, pages, version } = zine
  const [cover] = pages
  const isCoverVisible = cover && !hidesPage(zine, cover)
  const now = Date.now()
  return {
    id,
    title,
    language,
    pageLanguage: pageLanguage(),
    username: creator.username,
    coverUrl: isCoverVisible ? (cover.kind === 'image' ? cover.url : cover.posterUrl) : null,
    pageCount: pages.length,
    version,
    keptAt: now,
    checkedAt: now,
  }
}

const mediaOf = ({ pages, creator }: FullZine) =>
  [
    ...pages.flatMap(({ url, posterUrl, captions = [] }) => [url, posterUrl, ...captions.map((each) => each.url)]),
    creator.profileImageUrl,
  ].filter((path) => path !== null && cacheEntryFor({ pathname: path }) !== undefined) as string[]

async function sizeOf(cache: Cache) {
  let bytes = 0
  for (const response of await cache.matchAll()) bytes += (await response.blob()).size
  return bytes
}
