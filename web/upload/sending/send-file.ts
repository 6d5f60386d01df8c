import { ph, t } from '@lingui/core/macro'
import type { DetailedError, Upload } from 'tus-js-client'
import type * as contract from '#contract/media.ts'
import type { UploadedMedia } from '#contract/media.ts'
import { ApiError, acceptLanguage, call, pathStart } from '#web/api/call.ts'
import type { MediaKind } from '../upload-rules.ts'

/** `waiting` for a slot, `paused` offline, `checking` by the server, `stopped` by the user. */
export type UploadStatus = 'waiting' | 'sending' | 'paused' | 'checking' | 'ready' | 'failed' | 'stopped'

export type PageProgress = {
  kind: MediaKind
  status: UploadStatus
  sent: number
}

export type Progress = { status: UploadStatus; sent?: number }

export type Sender<Result = UploadedMedia> = {
  send: (signal: AbortSignal, report: (progress: Progress) => void) => Promise<Result>
}

const retryDelays = [0, 1_000, 3_000, 5_000, 10_000, 20_000]
/** Limit in bytes: the checksum of a larger file would use too much memory. */
const checksumLimit = 64 * 1024 * 1024

const ingestUpload = call<typeof contract.ingestUpload>('POST', '/api/uploads/:uploadId/media')
const uploads = pathStart<typeof contract.ingestUpload>('/api/uploads')

type Report = (progress: Progress) => void

/** Called early where a file may be sent offline, so that it waits for a connection. */
export const loadTus = () => import('tus-js-client')

export class UploadFailure extends Error {}

export const fileSender = (file: File): Sender =>
  sendThen(file, ({ uploadId, sha256 }) => ingestUpload({ params: { uploadId }, body: { sha256 } }))

type Uploaded = { uploadId: string; sha256: string | undefined }

/** Uploads by tus, which resumes after a lost connection, and then calls `make`. */
export function sendThen<Result>(file: File, make: (uploaded: Uploaded) => Promise<Result>): Sender<Result> {
  let uploadUrl: string | null = null
  return {
    async send(signal, report) {
      const checksum = sha256Of(file)
      const url = await transfer(file, uploadUrl, signal, report, (newUrl) => {
        uploadUrl = newUrl
      })
      report({ status: 'checking', sent: 1 })
      const uploadId = new URL(url, location.href).pathname.split('/').at(-1) ?? ''
      const sha256 = await checksum
      return retryDuringOutage(() => make({ uploadId, sha256 }), {
        signal,
        report,
        delays: retryDelays,
      }).catch((error) => {
        throw error instanceof ApiError ? withMessage(error) : error
      })
    },
  }
}

async function transfer(
  file: File,
  uploadUrl: string | null,
  signal: AbortSignal,
  report: Report,
  onUrl: (url: string | null) => void,
): Promise<string> {
  const tus = await retryDuringOutage(loadTus, { signal, report, delays: retryDelays })
  signal.throwIfAborted()
  return new Promise((resolve, reject) => {
    const upload: Upload = new tus.Upload(file, {
      endpoint: uploads,
      headers: acceptLanguage(),
      uploadUrl,
      metadata: { filename: file.name, filetype: file.type },
      retryDelays,
      storeFingerprintForResuming: false,
      onUploadUrlAvailable: () => upload.url && onUrl(upload.url),
      onShouldRetry: (error) => {
        if (!isRetryable(error)) return false
        isPaused = true
        report({ status: 'paused' })
        return true
      },
      onProgress: (sent, total) => {
        isPaused = false
        report({ status: 'sending', sent: total ? sent / total : 1 })
      },
      onSuccess: () => {
        end()
        if (upload.url) resolve(upload.url)
        else reject(new UploadFailure(t`No URL returned from upload`))
      },
      onError: (error) => {
        if (!statusOf(error) && !navigator.onLine) return
        end()
        reject(toApiError(error))
      },
    })
    let isPaused = false
    // Without waiting for the next retry.
    const resume = () => isPaused && void upload.abort().then(() => signal.aborted || upload.start())
    const end = () => {
      signal.removeEventListener('abort', stop)
      removeEventListener('online', resume)
    }
    const stop = () => {
      end()
      onUrl(null)
      upload.abort(true).catch(() => undefined)
      reject(signal.reason)
    }
    signal.addEventListener('abort', stop)
    addEventListener('online', resume)
    upload.start()
  })
}

/** Whether a retry may help. It does not after a refusal by the server. */
function isRetryable(error: Error | DetailedError) {
  const status = statusOf(error)
  return status < 400 || status >= 500 || [408, 409, 423].includes(status)
}

const statusOf = (error: Error | DetailedError) =>
  ('originalResponse' in error && error.originalResponse?.getStatus()) || 0

function toApiError(error: Error | DetailedError) {
  const status = statusOf(error)
  if (!status || !('originalResponse' in error)) return error
  const request: XMLHttpRequest | undefined = error.originalRequest?.getUnderlyingObject()
  return withMessage(new ApiError(status, request?.statusText ?? '', error.originalResponse?.getBody() ?? ''))
}

/** Our server explains its refusals. A proxy sends only a status, and over HTTP/2 no status text. */
const withMessage = (error: ApiError) =>
  error.code ? error : new UploadFailure(t`Upload failed: ${ph({ reason: error.statusText || error.status })}`)

/** Undefined without https or for files above the limit. */
async function sha256Of(file: File) {
  if (file.size > checksumLimit || !globalThis.crypto?.subtle) return undefined
  const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer())
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

type RetryOptions = {
  signal: AbortSignal
  report: (progress: Progress) => void
  /** Milliseconds to wait before each retry. */
  delays: number[]
}

/** Retries an idempotent call during an outage. */
export async function retryDuringOutage<Result>(
  call: () => Promise<Result>,
  { signal, report, delays }: RetryOptions,
): Promise<Result> {
  for (const delay of delays) {
    try {
      return await call()
    } catch (error) {
      if (error instanceof ApiError && !isOutage(error)) throw error
    }
    report({ status: 'paused' })
    await new Promise((resolve) => setTimeout(resolve, delay))
    signal.throwIfAborted()
    report({ status: 'checking' })
  }
  return call()
}

/** Statuses of an outage: the database, the store or all nodes behind the proxy are down. */
const isOutage = ({ status }: ApiError) => status === 502 || status === 503 || status === 504
