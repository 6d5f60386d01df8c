import type { TaskList } from 'graphile-worker'
import type { Db } from '#server/db/connection.ts'
import { sweepAudit } from './audit.queries.ts'

export const auditCrontab = '13 * * * * sweep-audit-log ?jobKey=sweep-audit-log'

export const auditJobs = ({ db }: { db: Db }): TaskList => ({ 'sweep-audit-log': () => sweepAudit(db) })
