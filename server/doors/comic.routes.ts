import { Readable } from 'node:stream'
import { downloadComic } from '#contract/doors.ts'
import { imageAddress } from '#contract/media-address.ts'
import { seriesSlug } from '#contract/series.ts'
import { visibleLine } from '#contract/visible-text.ts'
import type { Config } from '#server/config/config.ts'
import { notFound, refuse } from '#server/http/errors.ts'
import { createFairQueue } from '#server/http/fair-queue.ts'
import type { App } from '#server/http/fastify.ts'
import { type Limits, personOf } from '#server/http/limit.ts'
import { route } from '#server/http/route.ts'
import { beginRead, type MediaStorage, printEnding } from '#server/media/storage/storage.ts'
import { streamZip } from '#server/media/stream-zip.ts'
import { type ComicPage, listComicPages } from './comic.queries.ts'
import { comicInfo } from './comic-info.ts'
import { letThroughUncounted } from './guest-searches.ts'
import { openZine } from './open-zine.ts'

type Deps = { config: Config; limits: Limits; storage: MediaStorage }

/** A place is held until the file has left. Nobody waits long, as a call that waits keeps other reads out. */
const downloads = {
  ...{ atOnce: 4, mostEach: 3, longestWait: 500, retryAfter: 5 },
  busy: 'Several zines are being downloaded from here already. Please wait until one is there and try again.',
}

/** A zine for readers of comics. It is made of the pictures for paper, so whoever may not print it does not get it. */
export function comicRoutes(app: App, { config: { publicUrl }, limits, storage }: Deps) {
  const places = createFairQueue(downloads)
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
      const leave = await places.enter(personOf(request))
      const file = comic(storage, info, pages).once('close', leave)
      reply.headers({ ...forWhoMayPrint, 'content-disposition': named })
      return reply.type('application/vnd.comicbook+zip').send(file)
    },
  })
}

const notPermitted = () =>
  refuse(
    'not_yours',
    'The maker of this zine has not allowed others to print it, so it is not to be downloaded.',
  )

/** A permission can be taken back. */
const forWhoMayPrint = { 'cache-control': 'private, no-store', vary: 'authorization, cookie' }

/** Pictures are compressed already. One that is gone meanwhile breaks the file off, which then does not look whole. */
const comic = (storage: MediaStorage, info: string, pages: ComicPage[]) =>
  streamZip(async (zip) => {
    await zip.add('ComicInfo.xml', Readable.from([info]), true)
    for (const [index, { hash, isKept }] of pages.entries()) {
      const name = isKept ? hash + printEnding : imageAddress(hash).slice('/media/'.length)
      const file = await storage.find(name)
      const content = file && (await beginRead(file))
      if (!content) throw new Error('A picture of a zine was removed while it was downloaded.')
      await zip.add(`${pageNumber(index)}.${isKept ? 'jpg' : 'webp'}`, content, false)
    }
  })

/** Readers order pages by their names. */
const pageNumber = (index: number) => String(index + 1).padStart(3, '0')

/** Named by its title, for old clients in ASCII. */
function attachment(title: string) {
  const ascii =
    seriesSlug(title)
      .replace(/[^a-z0-9-]/g, '')
      .slice(0, 60) || 'zine'
  const name = `${visibleLine(title.slice(0, 120).toWellFormed()).replace(/[\s/\\:*?"<>|]+/g, ' ') || 'zine'}.cbz`
  return `attachment; filename="${ascii}.cbz"; filename*=UTF-8''${encodeURIComponent(name).replaceAll("'", '%27')}`
}
