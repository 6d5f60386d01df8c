import type { Readable } from 'node:stream'
import { S3Client, type S3ClientConfig } from '@aws-sdk/client-s3'
import { msg } from '@lingui/core/runtime-macro'
import type { Config } from '#server/config/config.ts'
import { ApiError, storageFull } from '#server/http/errors.ts'

export type S3Settings = NonNullable<Config['s3']>

/** Timeouts in milliseconds: to connect, for the start of a response, and for silence afterwards. */
export type S3Timeouts = { connectMs: number; responseMs?: number; idleMs?: number }

const limitsMs = { connectMs: 3_000, maxMs: 8_000 }
export const defaultS3Timeouts: S3Timeouts = { connectMs: limitsMs.connectMs, idleMs: limitsMs.maxMs }
/** Requests up to the size of an upload part always end, however slow the store is. */
export const partTimeouts: S3Timeouts = { ...defaultS3Timeouts, responseMs: 60_000 }
/** No timeout once the response has started: a slow client may pause the store for as long as it likes. */
export const readTimeouts: S3Timeouts = { connectMs: limitsMs.connectMs, responseMs: limitsMs.maxMs }

/** The client's default checksums frame a streamed body, and some compatible servers store the frames in the file. */
export const s3ClientConfig = (
  { endpoint, region, accessKeyId, secretAccessKey }: S3Settings,
  timeouts: S3Timeouts,
): S3ClientConfig => ({
  endpoint,
  region,
  credentials: { accessKeyId, secretAccessKey },
  forcePathStyle: true,
  requestChecksumCalculation: 'WHEN_REQUIRED',
  responseChecksumValidation: 'WHEN_REQUIRED',
  maxAttempts: 2,
  requestHandler: {
    connectionTimeout: timeouts.connectMs,
    ...(timeouts.responseMs && { requestTimeout: timeouts.responseMs, throwOnRequestTimeout: true }),
    ...(timeouts.idleMs && { socketTimeout: timeouts.idleMs }),
  },
})

export const openS3Client = (settings: S3Settings, timeouts = defaultS3Timeouts) =>
  withApiErrors(new S3Client(s3ClientConfig(settings, timeouts)))

/** Turns an unavailable or full store into a refusal with a message for the user. */
export function withApiErrors<Client extends Pick<S3Client, 'middlewareStack'>>(client: Client) {
  client.middlewareStack.add(
    (next) => (args) =>
      next(args).catch((error) => {
        throw toS3ApiError(error)
      }),
    { step: 'initialize', name: 'withApiErrors' },
  )
  return client
}

type S3Error = Error & { code?: string; $metadata?: { httpStatusCode?: number } }

export function toS3ApiError(error: S3Error): Error {
  const status = error.$metadata?.httpStatusCode ?? 0
  if (status === 507 || storageFullNames.test(error.name)) return Object.assign(storageFull(), { cause: error })
  const isUnavailable =
    status >= 500 || status === 429 || unavailableNames.test(error.name) || unavailableCodes.test(error.code ?? '')
  return isUnavailable ? storageUnavailable(error) : error
}

export const storageUnavailable = (cause?: Error) =>
  Object.assign(new ApiError('unavailable', unavailableMessage, { retryAfter: 5 }), { cause })

const defaultTimeout = (bytes: number) => 10_000 + bytes / 1000

/** Checks the length and limits the time: a store may fail, end too early, or send very slowly. */
export async function* readExactly(body: Readable, bytes: number, timeoutMs = defaultTimeout(bytes)) {
  const timer = setTimeout(() => body.destroy(storageUnavailable()), timeoutMs)
  let received = 0
  try {
    for await (const chunk of body as AsyncIterable<Uint8Array>) {
      received += chunk.length
      yield chunk
    }
  } catch (error) {
    throw toS3ApiError(error as Error)
  } finally {
    clearTimeout(timer)
  }
  if (received !== bytes) throw storageUnavailable()
}

const storageFullNames = /StorageFull|QuotaExceeded/i
const unavailableNames = /^(TimeoutError|SlowDown|RequestTimeout|AbortError)$/
const unavailableCodes =
  /^(ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)$/
const unavailableMessage = msg`The file storage is unavailable right now. Your upload so far is saved; please try again in a moment.`

export const isNotFoundInS3 = ({ name }: Error) => /^(NotFound|NoSuchKey|NoSuchUpload)$/.test(name)

export function ignoreNotFoundInS3(error: Error) {
  if (isNotFoundInS3(error)) return undefined
  throw error
}
