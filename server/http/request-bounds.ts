/** How long the server waits for a client, in milliseconds. Tests use shorter times. */
export const timeouts = {
  headers: 15_000,
  body: 30_000,
  idle: 30_000,
  /** After the response, for the unread rest of a body. */
  leftover: 10_000,
  unread: 60_000,
  stop: 15_000,
}

export type Timeouts = typeof timeouts

/** Lowest rates in bytes per second: a body in memory, an upload to disk, a download. */
export const lowestRates = { body: 32_000, upload: 2_000, download: 16_000 }

/** The default limit for a body, in bytes. */
export const ordinaryBody = 64 * 1024

/** Bodies up to this size are not counted, as they need no more memory than their headers. */
export const smallBody = 4 * 1024

/** Pipelined requests that may wait on one connection behind the current one. */
export const mostBehind = 7

/** Bytes of unread responses: minimum size to count, total above which requests are refused, and share of a client. */
export const unreadRoom = { from: 32 * 1024, all: 32 * 1024 * 1024, each: 4 * 1024 * 1024 }
