import type { IncomingHttpHeaders } from 'node:http'
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { notFound } from '#server/http/errors.ts'
import type { App } from '#server/http/fastify.ts'
import type { MediaDeps } from './media.ts'
import {
  type ByteRange,
  type MediaStorage,
  mediaFilePattern,
  mediaTypeOf,
  openRead,
  type StoredFile,
} from './storage/storage.ts'

/** Looks up no session: a page of covers should not query the database for each. Only restricted media is checked. */
export function mediaFileRoutes(app: App, { storage, restricted }: Pick<MediaDeps, 'storage' | 'restricted'>) {
  app.route({
    method: ['GET', 'HEAD'],
    url: '/media/:name',
    schema: { hide: true },
    config: { reads: 'primary first' },
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      const { name } = request.params as { name: string }
      if (!mediaFilePattern.test(name)) throw notFound('file')
      const hash = name.slice(0, 32)
      const access = restricted.mayBeRestricted(hash) ? await restricted.findAccess(hash, request) : 'public'
      // It may become visible again, so the 404 must not be cached.
      if (access === 'none') {
        reply.header('cache-control', 'no-store')
        throw notFound('file')
      }
      const cacheHeaders = access === 'owner' ? ownerHeaders : publicHeaders
      const headers = { ...cacheHeaders, 'content-disposition': `inline; filename="${name}"` }
      return sendStoredFile(request, reply, { storage, name, headers })
    },
  })
}

type StoredResponse = { storage: MediaStorage; name: string; headers: Record<string, string> }

export async function sendStoredFile(
  request: FastifyRequest,
  reply: FastifyReply,
  { storage, name, headers: extraHeaders }: StoredResponse,
) {
  const file = await (storage.findForReading ?? storage.find)(name)
  if (!file) throw notFound('file')
  const etag = `"${name}"`
  const headers = { ...safetyHeaders, etag, 'content-type': mediaTypeOf(name), ...extraHeaders }
  if (isNotModified(request.headers['if-none-match'], etag)) return reply.headers(headers).code(304).send()
  const range = parseRange(request.headers, { size: file.size, etag })
  if (range === 'outside')
    return reply.headers(headers).code(416).header('content-range', `bytes */${file.size}`).send()
  const content = request.method === 'HEAD' ? null : await openContent(file, range)
  if (content === undefined) throw notFound('file')
  if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${file.size}`)
  reply.headers({ ...headers, 'content-length': range ? range.end - range.start + 1 : file.size })
  return content ? reply.send(content) : reply.send()
}

async function openContent(file: StoredFile, range: ByteRange | undefined) {
  const wholeFile = range ? undefined : await file.readWhole?.()
  if (wholeFile) return wholeFile
  const content = await openRead(file, range)
  return content && Readable.from(content, { objectMode: false })
}

/** A file opened directly may not run anything, and browsers must not guess its type. */
const safetyHeaders = {
  'accept-ranges': 'bytes',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
}

/** The content of an address never changes. */
const publicHeaders = {
  'cache-control': 'public, max-age=31536000, immutable',
  'cross-origin-resource-policy': 'cross-origin',
}

/** Serves media that only its owner and operators may see, such as that of a hidden zine. */
export const ownerHeaders = {
  'cache-control': 'private, no-store',
  'cross-origin-resource-policy': 'same-origin',
}

const isNotModified = (ifNoneMatch: string | undefined, etag: string) =>
  ifNoneMatch?.split(',').some((candidate) => ['*', etag, `W/${etag}`].includes(candidate.trim())) ?? false

/** 'outside' if it contains no byte. Several ranges, other units or a stale If-Range mean the whole file (RFC 9110, 14.2). */
export function parseRange(
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
