import { msg } from '@lingui/core/runtime-macro'
import type pg from 'pg'
import { backupNameAt, findNewestBackup, openBackup } from '#server/backup/backup-folder.ts'
import { siteFingerprints } from '#server/backup/manifest.ts'
import type { Config } from '#server/config/config.ts'
import { shellCommand } from '#server/process/shell-command.ts'
import { timeText } from '../print-result.ts'
import { awaitsFirstBackup } from '../verify.command.ts'
import { type Finding, joinFindings, messageOf, ok, problem, warning } from './finding.ts'

/** As in the alert rules. */
const maxAgeHours = 48

type BackupConfig = Pick<Config, 'backupDir' | 'secrets'>

/** `pool` is undefined if the database cannot be reached. */
export async function checkBackups(config: BackupConfig, pool: pg.Pool | undefined, now = new Date()) {
  const { backupDir } = config
  if (backupDir === undefined)
    return warning(
      msg`BACKUP_DIR is not set, so there are no nightly backups.`,
      msg`Set it to a folder on another disk.`,
    )
  const makeOne = msg`${{ command: shellCommand('backup', backupDir) }} makes a backup now.`
  const failure = pool ? await findFailure(pool) : undefined
  const newest = await findNewestBackup(backupDir, now).catch(messageOf)
  if (typeof newest === 'string') return problem(newest, msg`Give the user of the site access to BACKUP_DIR.`)
  const isNewSite = pool !== undefined && (await awaitsFirstBackup(config, pool))
  return joinFindings(
    [
      failure !== undefined &&
        problem(msg`The nightly backup failed: ${{ failure }}`, msg`Correct this; the site retries it.`),
      !newest && (isNewSite ? warning : problem)(msg`There is no backup in ${{ folder: backupDir }}.`, makeOne),
      newest && (await findProblem({ ...config, backupDir }, newest)),
      newest &&
        now.getTime() - newest.getTime() > maxAgeHours * 3_600_000 &&
        problem(msg`The newest backup is of ${{ time: timeText(newest) }}.`, msg`The log may say why. ${{ makeOne }}`),
    ],
    ok(
      msg`The newest backup is of ${{ time: newest && timeText(newest) }}. ${{ command: shellCommand('admin', 'verify') }} checks its files.`,
    ),
  )
}

async function findProblem(config: BackupConfig & { backupDir: string }, newest: Date): Promise<Finding | undefined> {
  const opened = await openBackup(config.backupDir, backupNameAt(newest)).catch(messageOf)
  if (typeof opened === 'string') return problem(opened, msg`Make another backup.`)
  const { site, media } = opened.manifest
  if (!siteFingerprints(config).includes(site))
    return problem(msg`The newest backup is of another site.`, msg`Set BACKUP_DIR to a folder of this site alone.`)
  const { length } = media.missing
  if (length === 0) return undefined
  return warning(
    msg`Files missing in the newest backup: ${{ files: length }}.`,
    msg`${{ command: shellCommand('admin', 'verify') }} lists them.`,
  )
}

/** The first line of the error of a nightly backup that is being retried or was given up. */
async function findFailure(pool: pg.Pool) {
  const { rows } = await pool.query<{ error: string }>(
    `select split_part(last_error, E'\\n', 1) as error from graphile_worker.jobs
     where task_identifier = 'make-backup' and last_error is not null limit 1`,
  )
  return rows[0]?.error
}
