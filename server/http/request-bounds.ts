/** How long the site waits for whoever is at the other end, in milliseconds. Tests have less time. */
export const timeouts = {
  headers: 15_000,
  body: 30_000,
  idle: 30_000,
  /** After an answer, for what is left of a body that nobody reads. */
  leftover: 10_000,
  unread: 60_000,
  stop: 15_000,
}

export type Timeouts = typeof timeouts

/** The lowest rates in bytes a second: of a body in memory, an upload to disk, a download. */
export const lowestRates = { body: 32_000, upload: 2_000, download: 16_000 }

/** The longest body, in bytes, of a call that does not say otherwise. */
export const ordinaryBody = 64 * 1024

/** Up to here a body is not counted: it takes no more memory than the headers that came with it. */
export const smallBody = 4 * 1024

/** Requests that may wait on one connection behind the one that is being answered. */
export const mostBehind = 7

/** Bytes of unread answers: counted from so many of one on, refused above so many in all to whoever has more than a share. */
export const unreadRoom = { from: 32 * 1024, all: 32 * 1024 * 1024, each: 4 * 1024 * 1024 }
