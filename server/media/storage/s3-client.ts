import type { Readable } from 'node:stream'
import { S3Client, type S3ClientConfig } from '@aws-sdk/client-s3'
import type { Config } from '#server/config/config.ts'
import { Refusal, storageFull } from '#server/http/errors.ts'

export type S3Settings = NonNullable<Config['s3']>

/** Timeouts in milliseconds: to connect, for the start of a response, and for silence afterwards. */
export type S3Times = { connecting: number; answering?: number; silent?: number }

const wait = { connecting: 3_000, longest: 8_000 }
export const s3Times: S3Times = { connecting: wait.connecting, silent: wait.longest }
/** For requests up to the size of an upload part: they always end, however slow the store is. */
export const s3TimesOfParts: S3Times = { ...s3Times, answering: 60_000 }
/** No timeout once the response has started: a slow client may pause the store for as long as it likes. */
export const s3TimesOfReading: S3Times = { connecting: wait.connecting, answering: wait.longest }

/** The client's default checksums frame a streamed body, and some compatible servers store the frames in the file. */
export const s3ClientConfig = (
  { endpoint, region, accessKeyId, secretAccessKey }: S3Settings,
  times: S3Times,
): S3ClientConfig => ({
  endpoint,
  region,
  credentials: { accessKeyId, secretAccessKey },
  forcePathStyle: true,
  requestChecksumCalculation: 'WHEN_REQUIRED',
  responseChecksumValidation: 'WHEN_REQUIRED',
  maxAttempts: 2,
  requestHandler: {
    connectionTimeout: times.connecting,
    ...(times.answering && { requestTimeout: times.answering, throwOnRequestTimeout: true }),
    ...(times.silent && { socketTimeout: times.silent }),
  },
})

export const openS3Client = (settings: S3Settings, times = s3Times) =>
  sayingWhenAway(new S3Client(s3ClientConfig(settings, times)))

/** Turns an unavailable or full store into a refusal with a message for the user. */
export function sayingWhenAway<Client extends Pick<S3Client, 'middlewareStack'>>(client: Client) {
  client.middlewareStack.add(
    (next) => (call) =>
      next(call).catch((error) => {
        throw asS3Refusal(error)
      }),
    { step: 'initialize', name: 'sayingWhenAway' },
  )
  return client
}

type S3Error = Error & { code?: string; $metadata?: { httpStatusCode?: number } }

export function asS3Refusal(error: S3Error): Error {
  const status = error.$metadata?.httpStatusCode ?? 0
  if (status === 507 || hasNoRoom.test(error.name)) return Object.assign(storageFull(), { cause: error })
  const isAway =
    status >= 500 || status === 429 || lostNames.test(error.name) || lostCodes.test(error.code ?? '')
  return isAway ? storeIsAway(error) : error
}

export const storeIsAway = (cause?: Error) =>
  Object.assign(new Refusal('unavailable', away, { retryAfter: 5 }), { cause })

const longestOf = (bytes: number) => 10_000 + bytes / 1000

/** Checks the length and limits the time: a store may fail, end too early, or send very slowly. */
export async function* wholeFromS3(body: Readable, bytes: number, longest = longestOf(bytes)) {
  const end = setTimeout(() => body.destroy(storeIsAway()), longest)
  let came = 0
  try {
    for await (const chunk of body as AsyncIterable<Uint8Array>) {
      came += chunk.length
      yield chunk
    }
  } catch (error) {
    throw asS3Refusal(error as Error)
  } finally {
    clearTimeout(end)
  }
  if (came !== bytes) throw storeIsAway()
}

const hasNoRoom = /StorageFull|QuotaExceeded/i
const lostNames = /^(TimeoutError|SlowDown|RequestTimeout|AbortError)$/
const lostCodes =
  /^(ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)$/
const away =
  'The file storage is unavailable right now. Your upload so far is saved; please try again in a moment.'

export const isAbsentInS3 = ({ name }: Error) => /^(NotFound|NoSuchKey|NoSuchUpload)$/.test(name)

export function absentInS3(error: Error) {
  if (isAbsentInS3(error)) return undefined
  throw error
}
