import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { FastifyRequest } from 'fastify'
import { downloadComic } from '#contract/doors.ts'
import { imageAddress } from '#contract/media-address.ts'
import { seriesSlug } from '#contract/series.ts'
import { visibleLine } from '#contract/visible-text.ts'
import type { Config } from '#server/config/config.ts'
import { statement } from '#server/db/statement.ts'
import { createByteCount } from '#server/http/byte-budget.ts'
import { notFound, Refusal, refuse } from '#server/http/errors.ts'
import { createFairQueue } from '#server/http/fair-queue.ts'
import type { App } from '#server/http/fastify.ts'
import { type Limits, limitedAddress, personOf } from '#server/http/limit.ts'
import type { Timeouts } from '#server/http/request-bounds.ts'
import { route } from '#server/http/route.ts'
import { keepReadingPace } from '#server/http/upload-pace.ts'
import { beginRead, type MediaStorage, printEnding, type StoredFile } from '#server/media/storage/storage.ts'
import { streamZip } from '#server/media/stream-zip.ts'
import { comicInfo } from './comic-info.ts'
import { openZine } from './described.ts'
import { letThroughUncounted } from './guest-searches.ts'

type Deps = { config: Config; limits: Limits; storage: MediaStorage; timeouts: Pick<Timeouts, 'idle'> }

/** Concurrent reads of picture parts from storage. A slot is released before the part is sent. */
const storageReads = {
  ...{ atOnce: 4, mostEach: 3, longestWait: 10_000, retryAfter: 5 },
  busy: 'Too many downloads from your network at once. Wait until one is done, then try again.',
}

/** Concurrent downloads per address or member, and in total, because each has a picture part in memory. */
const openDownloads = { each: 3, all: 60 }

/** A zine for comic readers. It contains the print pictures, so it requires the permission to print. */
export function comicRoutes(app: App, { config: { publicUrl }, limits, storage, timeouts }: Deps) {
  const readSlots = createFairQueue(storageReads)
  const open = countDownloads()
  app.route({
    ...route(downloadComic),
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      const { params, reads, viewer } = request
      const { id } = params
      const zine = await openZine(reads, viewer?.id ?? null, id)
      if (!zine.mayPrint && zine.creatorId !== viewer?.id) throw notPermitted()
      const pages = await listComicPages(reads, id)
      if (pages.length === 0 || pages.length < zine.pages.length) throw notFound('picture')
      await limits.spend('comics', request.ip).catch(letThroughUncounted)
      const [info, named] = [comicInfo(zine, publicUrl), attachment(zine.title)]
      const leave = open.enter(request)
      let isReading = false
      const read = async (work: () => Promise<Buffer>) => {
        isReading = true
        return readSlots.run(personOf(request), work).finally(() => {
          isReading = false
        })
      }
      const file = comic({ storage, read }, info, pages).once('close', leave)
      keepReadingPace(request, file, { ...timeouts, isWaitingForUs: () => isReading })
      reply.headers({ ...forWhoMayPrint, 'content-disposition': named })
      return reply.type('application/vnd.comicbook+zip').send(file)
    },
  })
}

const notPermitted = () =>
  refuse('not_yours', 'The maker of this zine does not allow printing, so it cannot be downloaded.')

/** A permission can be withdrawn. */
const forWhoMayPrint = { 'cache-control': 'private, no-store', vary: 'authorization, cookie' }

/** A member counts as a member and as an address: several accounts at one address get no more than a guest there. */
function countDownloads() {
  const open = createByteCount()
  let all = 0
  return {
    enter({ viewer, ip }: FastifyRequest) {
      const clients = [limitedAddress(ip), ...(viewer ? [viewer.id] : [])]
      if (clients.some((client) => open.of(client) >= openDownloads.each))
        throw new Refusal('too_many_requests', storageReads.busy, { retryAfter: 5 })
      if (all >= openDownloads.all) throw new Refusal('unavailable', tooManyInAll, { retryAfter: 30 })
      all += 1
      for (const client of clients) open.add(client, 1)
      return () => {
        all -= 1
        for (const client of clients) open.add(client, -1)
      }
    },
  }
}

const tooManyInAll = 'Too many zines are being downloaded right now. Try again in 30 seconds.'

type Read = (work: () => Promise<Buffer>) => Promise<Buffer>

/** Pictures are already compressed. If one is deleted meanwhile, the file breaks off and does not look complete. */
const comic = (from: { storage: MediaStorage; read: Read }, info: string, pages: ComicPage[]) =>
  streamZip(async (zip) => {
    await zip.add('ComicInfo.xml', Readable.from([info]), true)
    for (const [index, { hash, isKept }] of pages.entries()) {
      const name = isKept ? hash + printEnding : imageAddress(hash).slice('/media/'.length)
      const file = await from.storage.find(name)
      if (!file) throw new Error(goneMeanwhile)
      const content = Readable.from(partsOf(file, from.read), { highWaterMark: 1 })
      await zip.add(`${pageNumber(index)}.${isKept ? 'jpg' : 'webp'}`, content, false)
    }
  })

/** In bytes: what a download has in memory. */
const partLength = 512 * 1024

async function* partsOf(file: StoredFile, read: Read) {
  for (let start = 0; start < file.size; start += partLength) {
    const end = Math.min(start + partLength, file.size) - 1
    yield await read(async () => {
      const content = await beginRead(file, { start, end })
      if (!content) throw new Error(goneMeanwhile)
      return buffer(content)
    })
  }
}

const goneMeanwhile = 'A picture of a zine was removed during its download.'

/** Comic readers sort pages by name. */
const pageNumber = (index: number) => String(index + 1).padStart(3, '0')

function attachment(title: string) {
  const ascii =
    seriesSlug(title)
      .replace(/[^a-z0-9-]/g, '')
      .slice(0, 60) || 'zine'
  const name = `${visibleLine(title.slice(0, 120).toWellFormed()).replace(/[\s/\\:*?"<>|]+/g, ' ') || 'zine'}.cbz`
  return `attachment; filename="${ascii}.cbz"; filename*=UTF-8''${encodeURIComponent(name).replaceAll("'", '%27')}`
}

export type ComicPage = { hash: string; isKept: boolean }

const listComicPages = statement<ComicPage, [zineId: string]>(
  'comic-pages',
  `select m.hash, m.print_width is not null as "isKept"
   from zine_pages zp join media m on m.id = zp.media_id
   where zp.zine_id = $1 and m.kind = 'image' order by zp.position`,
)
