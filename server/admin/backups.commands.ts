import { msg } from '@lingui/core/runtime-macro'
import { sql } from 'kysely'
import { recordAction } from '#server/audit/audit.queries.ts'
import { requestBackup } from '#server/backup/backup.jobs.ts'
import { BackupError } from '#server/backup/backup-error.ts'
import { listBackups, openBackup } from '#server/backup/backup-folder.ts'
import type { Db } from '#server/db/connection.ts'
import { apiError } from '#server/http/errors.ts'
import { command, limit, type Site } from './command.ts'

const list = command({
  name: 'backups list',
  summary: msg`Lists the backups in BACKUP_DIR, newest first.`,
  options: { limit },
  run: async ({ config, db }, { limit: maxRows }) => {
    const folder = folderOf(config)
    const names = await listBackups(folder)
    const check = await findLastCheck(db)
    return {
      fields: { lastCheck: check?.at, problems: check?.problems },
      rows: await Promise.all(names.slice(0, maxRows).map((name) => readBackup(folder, name))),
    }
  },
})

async function readBackup(folder: string, name: string) {
  try {
    const { madeAt, tables, media } = (await openBackup(folder, name)).manifest
    const rows = tables.reduce((total, table) => total + table.rows, 0)
    return {
      madeAt: new Date(madeAt),
      rows,
      files: media.files,
      missingFiles: media.missing.length,
      bytes: media.bytes,
      backup: name,
    }
  } catch (error) {
    if (error instanceof BackupError) return { backup: name, error: error.message }
    throw error
  }
}

const request = command({
  name: 'backups request',
  summary: msg`Asks the running site to make its nightly backup now.`,
  run: async ({ config, db, actor }) => {
    folderOf(config)
    await db.transaction().execute(async (tx) => {
      await requestBackup(tx)
      await recordAction(tx, { actor, act: 'backup requested' })
    })
    return { outcome: 'done', says: msg`A backup is requested. It is in the list when it is complete.` }
  },
})

function folderOf({ backupDir }: Site['config']) {
  if (backupDir) return backupDir
  throw apiError('not_offered', msg`BACKUP_DIR is not set, so this site makes no backups by itself.`)
}

export type Check = { at: Date; problems: number }

/** The result of the last `foldout admin verify`, for as long as the audit log keeps it. */
export async function findLastCheck(db: Db) {
  const { rows } = await sql<Check>`
    select at, (detail ->> 'problems')::int as problems from audit_log
    where act = 'site checked' order by at desc limit 1`.execute(db)
  return rows[0]
}

export const siteBackupCommands = [list, request]
