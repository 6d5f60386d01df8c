import type { IncomingHttpHeaders } from 'node:http'
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { notFound } from '#server/http/errors.ts'
import type { App } from '#server/http/fastify.ts'
import type { MediaDeps } from './media.ts'
import {
  type ByteRange,
  beginRead,
  type MediaStorage,
  mediaFileName,
  mediaTypeOf,
  type StoredFile,
} from './storage/storage.ts'

/** Looks up no session: a page of covers should not query the database for each. Only restricted media is checked. */
export function mediaFileRoutes(app: App, { storage, withheld }: Pick<MediaDeps, 'storage' | 'withheld'>) {
  app.route({
    method: ['GET', 'HEAD'],
    url: '/media/:name',
    schema: { hide: true },
    config: { reads: 'primary first' },
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      const { name } = request.params as { name: string }
      if (!mediaFileName.test(name)) throw notFound('file')
      const hash = name.slice(0, 32)
      const who = withheld.mayBe(hash) ? await withheld.whoMayRead(hash, request) : 'everybody'
      // It may become visible again, so the 404 must not be cached.
      if (who === 'nobody') {
        reply.header('cache-control', 'no-store')
        throw notFound('file')
      }
      const kept = who === 'owner' ? forItsOwner : forEverybody
      const headers = { ...kept, 'content-disposition': `inline; filename="${name}"` }
      return sendStored(request, reply, { storage, name, headers })
    },
  })
}

type Sent = { storage: MediaStorage; name: string; headers: Record<string, string> }

export async function sendStored(
  request: FastifyRequest,
  reply: FastifyReply,
  { storage, name, headers: given }: Sent,
) {
  const file = await (storage.findServed ?? storage.find)(name)
  if (!file) throw notFound('file')
  const etag = `"${name}"`
  const headers = { ...fileHeaders, etag, 'content-type': mediaTypeOf(name), ...given }
  if (matches(request.headers['if-none-match'], etag)) return reply.headers(headers).code(304).send()
  const range = readRange(request.headers, { size: file.size, etag })
  if (range === 'outside')
    return reply.headers(headers).code(416).header('content-range', `bytes */${file.size}`).send()
  const content = request.method === 'HEAD' ? null : await contentOf(file, range)
  if (content === undefined) throw notFound('file')
  if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${file.size}`)
  reply.headers({ ...headers, 'content-length': range ? range.end - range.start + 1 : file.size })
  return content ? reply.send(content) : reply.send()
}

async function contentOf(file: StoredFile, range: ByteRange | undefined) {
  const whole = range ? undefined : await file.readWhole?.()
  if (whole) return whole
  const content = await beginRead(file, range)
  return content && Readable.from(content, { objectMode: false })
}

/** A file opened directly may not run anything, and browsers must not guess its type. */
const fileHeaders = {
  'accept-ranges': 'bytes',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
}

/** The content of an address never changes. */
const forEverybody = {
  'cache-control': 'public, max-age=31536000, immutable',
  'cross-origin-resource-policy': 'cross-origin',
}

/** For media that only its owner may see, such as a hidden zine. */
const forItsOwner = {
  'cache-control': 'private, no-store',
  'cross-origin-resource-policy': 'same-origin',
}

const matches = (ifNoneMatch: string | undefined, etag: string) =>
  ifNoneMatch?.split(',').some((known) => ['*', etag, `W/${etag}`].includes(known.trim())) ?? false

/** 'outside' if it contains no byte. Several ranges, other units or a stale If-Range mean the whole file (RFC 9110, 14.2). */
export function readRange(
  headers: IncomingHttpHeaders,
  { size, etag }: { size: number; etag: string },
): ByteRange | 'outside' | undefined {
  const [, from, to] = /^bytes=(\d*)-(\d*)$/.exec(headers.range ?? '') ?? []
  if (from === undefined || to === undefined || (from === '' && to === '')) return undefined
  const ifRange = headers['if-range']
  if (ifRange !== undefined && ifRange !== etag) return undefined
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from)
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1)
  if (from !== '' && to !== '' && Number(to) < start) return undefined
  return start < size && start <= end ? { start, end } : 'outside'
}
