import { Server } from '@tus/server'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { errorStatus } from '#contract/errors.ts'
import { importMb, pdfMb } from '#contract/limits.ts'
import type { UploadedMedia } from '#contract/media.ts'
import * as contract from '#contract/media.ts'
import { imageAddress, videoAddress } from '#contract/media-address.ts'
import type { Config } from '#server/config/config.ts'
import { asRefusal, notFound, type Refusal, refuse } from '#server/http/errors.ts'
import type { App } from '#server/http/fastify.ts'
import { keyedNetwork } from '#server/http/limit.ts'
import { route } from '#server/http/route.ts'
import { requireViewer, viewerOf } from '#server/http/viewer.ts'
import { withBase64File } from './base64-file.ts'
import { bytesPerMb } from './decode/decode-task.ts'
import { tooManyBytes } from './decode/refused-file.ts'
import { ingest, ingestUpload } from './ingest.ts'
import type { Media } from './media.queries.ts'
import type { MediaDeps } from './media.ts'
import type { UploadLocks } from './upload-locks.ts'
import { newUploadId, type Uploads } from './uploads.ts'

export function mediaRoutes(app: App, deps: MediaDeps) {
  uploadRoutes(app, deps)

  app.route({
    ...route(contract.uploadZineMedia, { hasOwnQueue: true }),
    bodyLimit: base64Limit(deps.config.maxImageMb),
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
const base64Limit = (maxImageMb: number) => Math.ceil((maxImageMb * bytesPerMb * 4) / 3) + 4096

export function uploadedMedia({ kind, hash, extension, width, height, placeholder }: Media): UploadedMedia {
  const shown = { kind, width, height, placeholder }
  if (kind === 'image' || extension === 'webp') return { ...shown, url: imageAddress(hash), posterUrl: null }
  return { ...shown, url: videoAddress(hash, extension), posterUrl: imageAddress(hash) }
}

type UploadDeps = { config: Config; uploads: Uploads; locks: UploadLocks }

function uploadRoutes(app: App, { config, uploads, locks }: UploadDeps) {
  const tus = createTus({ config, uploads, locks })
  const unlisted = {
    schema: { hide: true },
    config: { changes: 'private', passesBodyOn: true, hasOwnQueue: true },
  } as const

  app.register(async (scope) => {
    // Leaves the body to tus: read here, it would be missing there without any error.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null))

    scope.post('/api/uploads', { ...unlisted, onRequest: requireViewer }, async (request, reply) => {
      assertMayCreate(request, config)
      return handOver(tus, { request, reply })
    })

    scope.route({
      method: ['HEAD', 'PATCH', 'DELETE'],
      url: '/api/uploads/:uploadId',
      ...unlisted,
      exposeHeadRoute: false,
      onRequest: requireViewer,
      handler: async (request, reply) => {
        const { uploadId } = request.params as { uploadId: string }
        const { id } = viewerOf(request)
        if (!(await uploads.findOwn(id, uploadId))) throw notFound('upload')
        if (request.method === 'PATCH') await uploads.goOn(id, uploadId)
        return handOver(tus, { request, reply, uploadId })
      },
    })
  })
}

function assertMayCreate(request: FastifyRequest, config: Config) {
  const size = Number(request.headers['upload-length'])
  if (!Number.isSafeInteger(size))
    throw refuse('invalid_request', 'An upload must declare its size at the start.')
  if (size === 0) throw refuse('media_refused', 'The file is empty.')
  const kind = kindOf(declaredType(request))
  const most = mostMb(config, kind)
  if (size > most * bytesPerMb) throw refuse('too_large', tooManyBytes(kind, most))
}

function kindOf(type: string) {
  if (type.startsWith('image/')) return 'image'
  if (type === 'application/pdf') return 'PDF'
  return /^application\/(x-)?zip/.test(type) ? 'zip' : 'video'
}

function mostMb({ maxImageMb, maxVideoMb }: Config, kind: ReturnType<typeof kindOf>) {
  if (kind === 'PDF') return pdfMb
  if (kind === 'zip') return importMb
  return kind === 'image' ? maxImageMb : Math.max(maxVideoMb, maxImageMb)
}

/** The type that the sender states: allows an early refusal, but is never trusted. */
function declaredType(request: FastifyRequest) {
  const encoded = /(?:^|,)\s*filetype ([A-Za-z0-9+/=]+)/.exec(
    String(request.headers['upload-metadata'] ?? ''),
  )?.[1]
  return Buffer.from(encoded ?? '', 'base64').toString()
}

/** `uploadId` is verified to be the viewer's; absent when an upload is created. */
type Handed = { request: FastifyRequest; reply: FastifyReply; uploadId?: string }

/** tus writes to the raw response, so the common headers are added here. */
async function handOver(tus: ReturnType<typeof createTus>, { request, reply, uploadId }: Handed) {
  const { id: ownerId } = viewerOf(request)
  const { ip, id: requestId, log } = request
  tus.owners.set(request.raw, { ownerId, ip, requestId, uploadId, log })
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) reply.raw.setHeader(name, value)
  }
  reply.hijack()
  await tus.server.handle(request.raw, reply.raw).finally(() => request.giveBack?.())
}

type Owner = Pick<FastifyRequest, 'ip' | 'log'> & {
  ownerId: string
  requestId: string
  uploadId: string | undefined
}
type TusRequest = Parameters<NonNullable<ConstructorParameters<typeof Server>[0]['onUploadCreate']>>[0]

function createTus({ config, uploads, locks }: UploadDeps) {
  const owners = new WeakMap<object, Owner>()
  const ownerOf = (request: TusRequest) => {
    const owner = request.runtime?.node && owners.get(request.runtime.node.req)
    if (!owner) throw new Error('An upload reached tus without its owner.')
    return owner
  }
  const server = new JsonServer({
    path: '/api/uploads',
    datastore: uploads,
    locker: locks,
    relativeLocation: true,
    allowedOrigins: [],
    maxSize: Math.max(config.maxVideoMb, config.maxImageMb, pdfMb, importMb) * bytesPerMb,
    // By default tus takes the id from the end of the URL, including the query, which is not the verified id.
    getFileIdFromRequest: (request) => ownerOf(request).uploadId,
    namingFunction: (request) => newUploadId(ownerOf(request).ownerId),
    onUploadCreate: async (request) => {
      const { ownerId, ip } = ownerOf(request)
      return { metadata: { ownerId, network: keyedNetwork(config, ip) } }
    },
    onResponseError: (request, error) => {
      if ('status_code' in error) return undefined
      const refusal = asRefusal(error as FastifyError)
      if (refusal.code === 'internal') ownerOf(request).log.error({ err: error }, 'request failed')
      const { retryAfter } = refusal
      if (retryAfter !== undefined) request.runtime?.node?.res?.setHeader('retry-after', retryAfter)
      return answerFor(refusal, ownerOf(request).requestId)
    },
  })
  return { server, owners }
}

/** tus sets no content type, so Node would send its JSON as text. */
class JsonServer extends Server {
  override write(...[context, headers, status, body]: Parameters<Server['write']>) {
    if (body?.startsWith('{')) headers.set('content-type', 'application/json; charset=utf-8')
    return super.write(context, headers, status, body)
  }
}

const answerFor = ({ code, message }: Refusal, requestId: string) => ({
  status_code: errorStatus[code],
  body: `${JSON.stringify({ error: message, code, requestId })}\n`,
})
