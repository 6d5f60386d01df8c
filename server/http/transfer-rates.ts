import type { Readable } from 'node:stream'
import { msg } from '@lingui/core/runtime-macro'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { apiError, endWithError } from './errors.ts'
import { minRates, type Timeouts } from './request-limits.ts'

const checksPerIdle = 6
/** The rate is measured over this many idle timeouts, usually a minute. */
const idleTimesPerWindow = 2

/** Ends an upload that stalls or is too slow. Counts the bytes of the connection, since tus must read the stream. */
export function enforceUploadRate({ raw }: FastifyRequest, reply: FastifyReply, { idle }: Pick<Timeouts, 'idle'>) {
  let samples = [raw.socket.bytesRead]
  const check = () => {
    if (raw.complete || raw.destroyed) return clearInterval(timer)
    // Unread data arrived in time, so the server is the slow side.
    if (raw.readableLength > 0) samples = []
    samples = [...samples, raw.socket.bytesRead].slice(-(checksPerIdle * idleTimesPerWindow + 1))
    if (!isTooSlow(samples, idle)) return
    clearInterval(timer)
    endWithError(reply, apiError('timed_out', stalledMessage))
  }
  const timer = setInterval(check, idle / checksPerIdle).unref()
}

type DownloadRateOptions = Pick<Timeouts, 'idle'> & { isServerSlow: () => boolean }

export function enforceDownloadRate({ raw }: FastifyRequest, body: Readable, options: DownloadRateOptions) {
  let samples: number[] = []
  const check = () => {
    if (options.isServerSlow()) samples = []
    samples = [...samples, raw.socket.bytesWritten].slice(-(checksPerIdle * idleTimesPerWindow + 1))
    if (isTooSlow(samples, options.idle, minRates.download))
      body.destroy(new Error('The client reads the response too slowly.'))
  }
  const timer = setInterval(check, options.idle / checksPerIdle).unref()
  body.once('close', () => clearInterval(timer))
}

/** `samples` are the bytes received or sent at each check, latest last. `rate` is in bytes per second. */
export function isTooSlow(samples: number[], idle: number, rate = minRates.upload) {
  const last = samples.at(-1) ?? 0
  if (last === samples.at(-1 - checksPerIdle)) return true
  const isFullWindow = samples.length > checksPerIdle * idleTimesPerWindow
  const seconds = (idle * idleTimesPerWindow) / 1000
  return isFullWindow && last - (samples[0] ?? 0) < rate * seconds
}

const stalledMessage = msg`The upload stalled. It can resume from where it stopped.`
