/** How long the site waits for whoever is at the other end, in milliseconds. Tests have less time. */
export const timeouts = {
  /** For the headers of a request. */
  headers: 15_000,
  /** For the whole body of an ordinary call. */
  body: 30_000,
  /** For the next bytes of a body or an upload. */
  idle: 30_000,
  /** After an answer, for what is left of a body that nobody reads. */
  leftover: 10_000,
  /** For the next bytes of an answer to be taken. */
  unread: 60_000,
  /** For everything that is open when the site stops. */
  stop: 15_000,
}

export type Timeouts = typeof timeouts

/**
 * The lowest rates, in bytes a second: of a body that waits in memory, of an upload that goes to disk, and of a download
 * that has a picture in memory.
 */
export const lowestRates = { body: 32_000, upload: 2_000, download: 16_000 }

/** The longest body, in bytes, of a call that does not say otherwise. */
export const ordinaryBody = 64 * 1024

/** Up to here a body is not counted: it takes no more memory than the headers that came with it. */
export const smallBody = 4 * 1024

/** Requests that may wait on one connection behind the one that is being answered. */
export const mostBehind = 7

/** Bytes of unread answers: counted from so many of one on, refused above so many in all to whoever has more than a share. */
export const unreadRoom = { from: 32 * 1024, all: 32 * 1024 * 1024, each: 4 * 1024 * 1024 }
