import { setTimeout as pause } from 'node:timers/promises'
import type { Db } from '#server/db/connection.ts'
import { findAnnouncement } from './announcements.queries.ts'

/** Cache lifetime, in milliseconds. */
const currentFor = 1_000
/** Timeout of the database query, in milliseconds. After it, the page shows the cached announcement. */
const longestWait = 200

type Log = { warn(details: object, message: string): void }
type Found = Awaited<ReturnType<typeof findAnnouncement>>

export type ShownAnnouncement = ReturnType<typeof openShownAnnouncement>

export function openShownAnnouncement({ db, log }: { db: Db; log: Log }) {
  let found: Found
  let readAt = Number.NEGATIVE_INFINITY
  let reading: Promise<void> | undefined

  async function read() {
    readAt = performance.now()
    try {
      found = await findAnnouncement(db)
    } catch (err) {
      log.warn({ err }, 'the announcement could not be read')
    } finally {
      reading = undefined
    }
  }

  return {
    async now() {
      if (performance.now() - readAt >= currentFor) reading ??= read()
      if (reading) await Promise.race([reading, pause(longestWait)])
      const isOver = found?.until && found.until <= new Date()
      return found && !isOver ? { id: found.id, text: found.text } : undefined
    },
    forget() {
      readAt = Number.NEGATIVE_INFINITY
    },
  }
}
