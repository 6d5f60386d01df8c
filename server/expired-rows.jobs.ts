import type { TaskList } from 'graphile-worker'
import { deleteExpiredAnnouncement } from './announcements/announcements.queries.ts'
import { deleteExpiredAuthRows } from './auth/expired-rows.queries.ts'
import type { Db } from './db/connection.ts'
import { deleteFailedJobs } from './db/jobs.ts'
import { deleteRemovedSessions } from './focus/focus.queries.ts'
import { deleteExpiredLimits } from './http/rate-limits.ts'
import { deleteOldImports } from './import/imports.queries.ts'

/** Hourly. Expired rows have no effect; this keeps tables small. Retention limits: docs/architecture.md. */
export const expiredRowsCrontab = '41 * * * * sweep-expired ?jobKey=sweep-expired'

export const expiredRowsJobs = ({ db }: { db: Db }): TaskList => ({
  'sweep-expired': () => sweepExpired(db),
})

export async function sweepExpired(db: Db) {
  await deleteExpiredAuthRows(db)
  await deleteExpiredAnnouncement(db)
  await deleteExpiredLimits(db)
  await deleteOldImports(db)
  await deleteRemovedSessions(db)
  await deleteFailedJobs(db)
}
