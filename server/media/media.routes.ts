import { msg } from '@lingui/core/runtime-macro'
import { Server } from '@tus/server'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { errorStatus } from '#contract/errors.ts'
import { importMb, pdfMb } from '#contract/limits.ts'
import type { UploadedMedia } from '#contract/media.ts'
import * as contract from '#contract/media.ts'
import { imageAddress, videoAddress } from '#contract/media-address.ts'
import type { Config } from '#server/config/config.ts'
import { type ApiError, apiError, notFound, toApiError } from '#server/http/errors.ts'
import type { App } from '#server/http/fastify.ts'
import { hashNetwork } from '#server/http/rate-limits.ts'
import { route } from '#server/http/route.ts'
import { requireViewer, viewerOf } from '#server/http/viewer.ts'
import { withBase64File } from './base64-file.ts'
import { bytesPerMb } from './decode/decode-task.ts'
import { fileTooLargeMessage } from './decode/file-errors.ts'
import { ingest, ingestUpload } from './ingest.ts'
import type { Media } from './media.queries.ts'
import type { MediaDeps } from './media.ts'
import { ownPictureRoutes } from './own-picture.routes.ts'
import { newUploadId } from './uploads.ts'

export function mediaRoutes(app: App, deps: MediaDeps) {
  uploadRoutes(app, deps)
  ownPictureRoutes(app, deps)

  app.route({
    ...route(contract.uploadZineMedia, { hasOwnQueue: true }),
    bodyLimit: maxBase64Bytes(deps.config.maxImageMb),
    handler: async (request) => {
      const { id: ownerId } = viewerOf(request)
      return withBase64File(deps, { ownerId, text: request.body.base64String }, async (path) =>
        uploadedMedia(await ingest(deps, { ownerId, path })),
      )
    },
  })

  app.route({
    ...route(contract.ingestUpload, { hasOwnQueue: true }),
    handler: async (request) => {
      const { id: ownerId } = viewerOf(request)
      const upload = { ownerId, uploadId: request.params.uploadId, sha256: request.body.sha256 }
      return uploadedMedia(await ingestUpload(deps, upload))
    },
  })
}

/** Base64 is in memory as a whole, so it is limited to the size of an image. Larger videos need tus. */
const maxBase64Bytes = (maxImageMb: number) => Math.ceil((maxImageMb * bytesPerMb * 4) / 3) + 4096

export function uploadedMedia({ kind, hash, extension, width, height, placeholder }: Media): UploadedMedia {
  const fields = { kind, width, height, placeholder }
  if (kind === 'image' || extension === 'webp') return { ...fields, url: imageAddress(hash), posterUrl: null }
  return { ...fields, url: videoAddress(hash, extension), posterUrl: imageAddress(hash) }
}

type UploadDeps = Pick<MediaDeps, 'config' | 'uploads' | 'locks' | 'waitingDecoder'>

function uploadRoutes(app: App, deps: UploadDeps) {
  const { config, uploads } = deps
  const tus = createTus(deps)
  const hiddenRoute = {
    schema: { hide: true },
    config: { changes: 'private', streamsBody: true, hasOwnQueue: true },
  } as const

  app.register(async (scope) => {
    // Leaves the body to tus: read here, it would be missing there without any error.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null))

    scope.post('/api/uploads', { ...hiddenRoute, onRequest: requireViewer }, async (request, reply) => {
      assertUploadAllowed(request, config)
      return handleWithTus(tus, { request, reply })
    })

    scope.route({
      method: ['HEAD', 'PATCH', 'DELETE'],
      url: '/api/uploads/:uploadId',
      ...hiddenRoute,
      exposeHeadRoute: false,
      onRequest: requireViewer,
      handler: async (request, reply) => {
        const { uploadId } = request.params as { uploadId: string }
        const { id } = viewerOf(request)
        if (!(await uploads.findOwn(id, uploadId))) throw notFound('upload')
        if (request.method === 'PATCH') await uploads.resume(id, uploadId)
        return handleWithTus(tus, { request, reply, uploadId })
      },
    })
  })
}

function assertUploadAllowed(request: FastifyRequest, config: Config) {
  const size = Number(request.headers['upload-length'])
  if (!Number.isSafeInteger(size)) throw apiError('invalid_request', 'An upload must declare its size at the start.')
  if (size === 0) throw apiError('media_refused', msg`The file is empty.`)
  const kind = uploadKind(declaredType(request))
  const maxMb = maxMbOf(config, kind)
  if (size > maxMb * bytesPerMb) throw apiError('too_large', fileTooLargeMessage(kind, maxMb))
}

function uploadKind(type: string) {
  if (type.startsWith('image/')) return 'image'
  if (type === 'application/pdf') return 'PDF'
  return /^application\/(x-)?zip/.test(type) ? 'zip' : 'video'
}

function maxMbOf({ maxImageMb, maxVideoMb }: Config, kind: ReturnType<typeof uploadKind>) {
  if (kind === 'PDF') return pdfMb
  if (kind === 'zip') return importMb
  return kind === 'image' ? maxImageMb : Math.max(maxVideoMb, maxImageMb)
}

/** The type that the sender states: allows an early refusal, but is never trusted. */
function declaredType(request: FastifyRequest) {
  const encoded = /(?:^|,)\s*filetype ([A-Za-z0-9+/=]+)/.exec(String(request.headers['upload-metadata'] ?? ''))?.[1]
  return Buffer.from(encoded ?? '', 'base64').toString()
}

/** `uploadId` is verified to be the viewer's; absent when an upload is created. */
type TusRequestContext = { request: FastifyRequest; reply: FastifyReply; uploadId?: string }

/** tus writes to the raw response, so the common headers are added here. */
async function handleWithTus(tus: ReturnType<typeof createTus>, { request, reply, uploadId }: TusRequestContext) {
  const { id: ownerId } = viewerOf(request)
  const { ip, id: requestId, log } = request
  tus.contexts.set(request.raw, { ownerId, ip, requestId, uploadId, log })
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) reply.raw.setHeader(name, value)
  }
  reply.hijack()
  await tus.server.handle(request.raw, reply.raw).finally(() => request.releaseMemory?.())
}

type UploadContext = Pick<FastifyRequest, 'ip' | 'log'> & {
  ownerId: string
  requestId: string
  uploadId: string | undefined
}
type TusRequest = Parameters<NonNullable<ConstructorParameters<typeof Server>[0]['onUploadCreate']>>[0]

function createTus({ config, uploads, locks, waitingDecoder }: UploadDeps) {
  const contexts = new WeakMap<object, UploadContext>()
  const contextOf = (request: TusRequest) => {
    const uploadContext = request.runtime?.node && contexts.get(request.runtime.node.req)
    if (!uploadContext) throw new Error('An upload reached tus without its owner.')
    return uploadContext
  }
  const server = new JsonServer({
    path: '/api/uploads',
    datastore: uploads,
    locker: locks,
    relativeLocation: true,
    allowedOrigins: [],
    maxSize: Math.max(config.maxVideoMb, config.maxImageMb, pdfMb, importMb) * bytesPerMb,
    // By default tus takes the id from the end of the URL, including the query, which is not the verified id.
    getFileIdFromRequest: (request) => contextOf(request).uploadId,
    namingFunction: (request) => newUploadId(contextOf(request).ownerId),
    onUploadCreate: async (request) => {
      const { ownerId, ip } = contextOf(request)
      waitingDecoder.prepare()
      return { metadata: { ownerId, network: hashNetwork(config, ip) } }
    },
    onResponseError: (request, error) => {
      if ('status_code' in error) return undefined
      const apiError = toApiError(error as FastifyError)
      if (apiError.code === 'internal') contextOf(request).log.error({ err: error }, 'request failed')
      const { retryAfter } = apiError
      if (retryAfter !== undefined) request.runtime?.node?.res?.setHeader('retry-after', retryAfter)
      return toTusResponse(apiError, contextOf(request).requestId)
    },
  })
  return { server, contexts }
}

/** tus sets no content type, so Node would send its JSON as text. */
class JsonServer extends Server {
  override write(...[context, headers, status, body]: Parameters<Server['write']>) {
    if (body?.startsWith('{')) headers.set('content-type', 'application/json; charset=utf-8')
    return super.write(context, headers, status, body)
  }
}

const toTusResponse = ({ code, message }: ApiError, requestId: string) => ({
  status_code: errorStatus[code],
  body: `${JSON.stringify({ error: message, code, requestId })}\n`,
})
