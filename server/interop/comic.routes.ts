import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { msg } from '@lingui/core/runtime-macro'
import type { FastifyRequest } from 'fastify'
import { downloadComic } from '#contract/interop.ts'
import { imageAddress } from '#contract/media-address.ts'
import { seriesSlug } from '#contract/series.ts'
import { toVisibleLine } from '#contract/visible-text.ts'
import type { Config } from '#server/config/config.ts'
import { statement } from '#server/db/statement.ts'
import { createByteCount } from '#server/http/byte-budget.ts'
import { ApiError, apiError, notFound } from '#server/http/errors.ts'
import { createFairQueue } from '#server/http/fair-queue.ts'
import type { App } from '#server/http/fastify.ts'
import { clientOf, type Limits, normaliseAddress } from '#server/http/rate-limits.ts'
import type { Timeouts } from '#server/http/request-limits.ts'
import { route } from '#server/http/route.ts'
import { enforceDownloadRate } from '#server/http/transfer-rates.ts'
import { type MediaStorage, openRead, printSuffix, type StoredFile } from '#server/media/storage/storage.ts'
import { streamZip } from '#server/media/stream-zip.ts'
import { ignoreUncounted } from './cached-search.ts'
import { comicInfo } from './comic-info.ts'
import { openZine } from './zine-description.ts'

type Deps = { config: Config; limits: Limits; storage: MediaStorage; timeouts: Pick<Timeouts, 'idle'> }

/** Concurrent reads of picture parts from storage. A slot is released before the part is sent. */
const storageReads = {
  concurrency: 4,
  maxPerClient: 3,
  maxWaitMs: 10_000,
  retryAfter: 5,
  busyMessage: msg`Too many downloads from your network at once. Wait until one is done, then try again.`,
}

/** Concurrent downloads per address or member, and in total, because each has a picture part in memory. */
const maxDownloads = { perClient: 3, total: 60 }

/** A zine for comic readers. It contains the print pictures, so it requires the permission to print. */
export function comicRoutes(app: App, { config: { publicUrl }, limits, storage, timeouts }: Deps) {
  const readSlots = createFairQueue(storageReads)
  const downloads = createDownloadLimit()
  app.route({
    ...route(downloadComic),
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      const { params, readPool, viewer } = request
      const { id } = params
      const zine = await openZine(readPool, viewer?.id ?? null, id)
      if (!zine.mayPrint && zine.creatorId !== viewer?.id) throw notPermittedError()
      const pages = await listComicPages(readPool, id)
      if (pages.length === 0 || pages.length < zine.pages.length) throw notFound('picture')
      await limits.consume('comics', request.ip).catch(ignoreUncounted)
      const [info, disposition] = [comicInfo(zine, publicUrl), contentDisposition(zine.title)]
      const release = downloads.acquire(request)
      let isReading = false
      const read = async (work: () => Promise<Buffer>) => {
        isReading = true
        return readSlots.run(clientOf(request), work).finally(() => {
          isReading = false
        })
      }
      const file = comic({ storage, read }, info, pages).once('close', release)
      enforceDownloadRate(request, file, { ...timeouts, isServerSlow: () => isReading })
      reply.headers({ ...privateHeaders, 'content-disposition': disposition })
      return reply.type('application/vnd.comicbook+zip').send(file)
    },
  })
}

const notPermittedError = () =>
  apiError('not_yours', msg`The creator of this zine does not allow printing, so it cannot be downloaded.`)

/** A permission can be withdrawn. */
const privateHeaders = { 'cache-control': 'private, no-store', vary: 'authorization, cookie' }

/** A member counts as a member and as an address: several accounts at one address get no more than a guest there. */
function createDownloadLimit() {
  const counts = createByteCount()
  let total = 0
  return {
    acquire({ viewer, ip }: FastifyRequest) {
      const clients = [normaliseAddress(ip), ...(viewer ? [viewer.id] : [])]
      if (clients.some((client) => counts.ofClient(client) >= maxDownloads.perClient))
        throw new ApiError('too_many_requests', storageReads.busyMessage, { retryAfter: 5 })
      if (total >= maxDownloads.total) throw new ApiError('unavailable', tooManyDownloadsMessage, { retryAfter: 30 })
      total += 1
      for (const client of clients) counts.add(client, 1)
      return () => {
        total -= 1
        for (const client of clients) counts.add(client, -1)
      }
    },
  }
}

const tooManyDownloadsMessage = msg`Too many zines are being downloaded right now. Try again in 30 seconds.`

type Read = (work: () => Promise<Buffer>) => Promise<Buffer>

/** Pictures are already compressed. If one is deleted meanwhile, the file breaks off and does not look complete. */
const comic = (from: { storage: MediaStorage; read: Read }, info: string, pages: ComicPage[]) =>
  streamZip(async (zip) => {
    await zip.add('ComicInfo.xml', Readable.from([info]), true)
    for (const [index, { hash, hasPrint }] of pages.entries()) {
      const name = hasPrint ? hash + printSuffix : imageAddress(hash).slice('/media/'.length)
      const file = await from.storage.find(name)
      if (!file) throw new Error(removedMessage)
      const content = Readable.from(readParts(file, from.read), { highWaterMark: 1 })
      await zip.add(`${pageNumber(index)}.${hasPrint ? 'jpg' : 'webp'}`, content, false)
    }
  })

/** In bytes: what a download has in memory. */
const partBytes = 512 * 1024

async function* readParts(file: StoredFile, read: Read) {
  for (let start = 0; start < file.size; start += partBytes) {
    const end = Math.min(start + partBytes, file.size) - 1
    yield await read(async () => {
      const content = await openRead(file, { start, end })
      if (!content) throw new Error(removedMessage)
      return buffer(content)
    })
  }
}

const removedMessage = 'An image of a zine was removed during its download.'

/** Comic readers sort pages by name. */
const pageNumber = (index: number) => String(index + 1).padStart(3, '0')

function contentDisposition(title: string) {
  const ascii =
    seriesSlug(title)
      .replace(/[^a-z0-9-]/g, '')
      .slice(0, 60) || 'zine'
  const name = `${toVisibleLine(title.slice(0, 120).toWellFormed()).replace(/[\s/\\:*?"<>|]+/g, ' ') || 'zine'}.cbz`
  return `attachment; filename="${ascii}.cbz"; filename*=UTF-8''${encodeURIComponent(name).replaceAll("'", '%27')}`
}

export type ComicPage = { hash: string; hasPrint: boolean }

const listComicPages = statement<ComicPage, [zineId: string]>(
  'comic-pages',
  `select m.hash, m.print_width is not null as "hasPrint"
   from zine_pages zp join media m on m.id = zp.media_id
   where zp.zine_id = $1 and m.kind = 'image' order by zp.position`,
)
