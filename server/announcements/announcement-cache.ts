import { setTimeout as pause } from 'node:timers/promises'
import type { Db } from '#server/db/connection.ts'
import { findAnnouncement } from './announcements.queries.ts'

/** Cache lifetime, in milliseconds. */
const ttlMs = 1_000
/** Timeout of the database query, in milliseconds. After it, the page shows the cached announcement. */
const maxWaitMs = 200

type Log = { warn(details: object, message: string): void }
type CachedAnnouncement = Awaited<ReturnType<typeof findAnnouncement>>

export type AnnouncementCache = ReturnType<typeof openAnnouncementCache>

export function openAnnouncementCache({ db, log }: { db: Db; log: Log }) {
  let cached: CachedAnnouncement
  let readAt = Number.NEGATIVE_INFINITY
  let pendingRead: Promise<void> | undefined

  async function read() {
    readAt = performance.now()
    try {
      cached = await findAnnouncement(db)
    } catch (err) {
      log.warn({ err }, 'the announcement could not be read')
    } finally {
      pendingRead = undefined
    }
  }

  return {
    async current() {
      if (performance.now() - readAt >= ttlMs) pendingRead ??= read()
      if (pendingRead) await Promise.race([pendingRead, pause(maxWaitMs)])
      const isExpired = cached?.until && cached.until <= new Date()
      return cached && !isExpired ? { id: cached.id, text: cached.text } : undefined
    },
    invalidate() {
      readAt = Number.NEGATIVE_INFINITY
    },
  }
}
