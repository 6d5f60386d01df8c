/** How long the server waits for a client, in milliseconds. Tests use shorter times. */
export const timeouts = {
  headers: 15_000,
  body: 30_000,
  idle: 30_000,
  /** After the response, for the unread rest of a body. */
  leftover: 10_000,
  unread: 60_000,
  /** How long requests in flight may take when the process stops. */
  stop: 25_000,
}

export type Timeouts = typeof timeouts

/** Lowest rates in bytes per second: a body in memory, an upload to disk, a download. */
export const minRates = { body: 32_000, upload: 2_000, download: 16_000 }

/** The default limit for a body, in bytes. */
export const defaultBodyBytes = 64 * 1024

/** Bodies up to this size are not counted, as they need no more memory than their headers. */
export const smallBodyBytes = 4 * 1024

/** Pipelined requests that may wait on one connection behind the current one. */
export const maxPipelined = 7

/** Bytes of unread responses: minimum size to count, total above which requests are refused, and share of a client. */
export const unreadLimits = { minBytes: 32 * 1024, maxTotal: 32 * 1024 * 1024, maxPerClient: 4 * 1024 * 1024 }
