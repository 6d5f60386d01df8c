import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { notFound } from '#server/http/errors.ts'
import type { App } from '#server/http/fastify.ts'
import { collectingOften, countPassing } from './collect-often.ts'
import { readRange } from './range.ts'
import { type MediaStorage, mediaFileName, mediaTypeOf } from './storage/storage.ts'

/**
 * The files themselves, for anyone, whole or a range, cached for ever since an address never changes its content.
 * They belong outside the routes that look a session up: a page of covers should not ask the database for each.
 */
export function mediaFileRoutes(app: App, { storage }: { storage: MediaStorage }) {
  app.route({
    method: ['GET', 'HEAD'],
    url: '/media/:name',
    schema: { hide: true },
    exposeHeadRoute: false,
    handler: async (request, reply) => sendFile(storage, request, reply),
  })
}

async function sendFile(storage: MediaStorage, request: FastifyRequest, reply: FastifyReply) {
  const { name } = request.params as { name: string }
  const file = mediaFileName.test(name) ? await storage.find(name) : undefined
  if (!file) throw notFound('file')
  const etag = `"${name}"`
  reply.headers({
    ...fileHeaders,
    etag,
    'content-type': mediaTypeOf(name),
    'content-disposition': `inline; filename="${name}"`,
  })
  if (matches(request.headers['if-none-match'], etag)) return reply.code(304).send()
  const range = readRange(request.headers, { size: file.size, etag })
  if (range === 'outside') return reply.code(416).header('content-range', `bytes */${file.size}`).send()
  if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${file.size}`)
  reply.header('content-length', range ? range.end - range.start + 1 : file.size)
  if (request.method === 'HEAD') return reply.send()
  const whole = range ? undefined : await file.readWhole?.()
  if (whole) {
    countPassing(whole)
    return reply.send(whole)
  }
  return reply.send(Readable.from(collectingOften(await file.read(range)), { objectMode: false }))
}

/** Opened by itself a file may do nothing at all, and no type is ever guessed. */
const fileHeaders = {
  'cache-control': 'public, max-age=31536000, immutable',
  'accept-ranges': 'bytes',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  'cross-origin-resource-policy': 'cross-origin',
}

const matches = (ifNoneMatch: string | undefined, etag: string) =>
  ifNoneMatch?.split(',').some((known) => ['*', etag, `W/${etag}`].includes(known.trim())) ?? false
