import type pg from 'pg'
import { recordAction } from '#server/audit/audit.queries.ts'
import { listBackups } from '#server/backup/backup-folder.ts'
import { maxPerKind, type Problem } from '#server/backup/verify/problems.ts'
import { verifySite } from '#server/backup/verify/verify-site.ts'
import { statement } from '#server/db/statement.ts'
import { command, optionally, type Site, textParameter } from './command.ts'

export const verifyCommand = command({
  name: 'verify',
  summary: 'Checks that stored data is consistent. Exits with 1 if it finds a problem.',
  details:
    'Compares counters with rows, rows with files, the search index with its sources, and the newest backup with its manifest.',
  options: {
    backups: { ...optionally(textParameter('the backup folder (default: BACKUP_DIR)')), value: 'FOLDER' },
  },
  run: async ({ config, db, pool, reportProgress }, input) => {
    const hasNoneYet = input.backups === undefined && (await awaitsFirstBackup(config, pool))
    const backups = hasNoneYet ? undefined : (input.backups ?? config.backupDir)
    const problems = await verifySite({
      config,
      pool,
      backups,
      onProgress: (progress) => reportProgress(`${progress}…`),
    })
    // A timer often runs it, for which no person is responsible.
    await recordAction(db, { actor: 'site', act: 'site checked', detail: { problems: problems.length } })
    if (problems.length > 0)
      return { rows: problems, passed: false, ...(isTruncated(problems) && { says: truncatedMessage }) }
    if (hasNoneYet) return { says: `No problems found. There is no backup in ${config.backupDir} yet.` }
    const and =
      backups === undefined ? 'No backup was checked, because BACKUP_DIR is not set.' : 'The newest backup is intact.'
    return { says: `No problems found. ${and}` }
  },
})

const siteAge = statement<{ isNew: boolean }, []>(
  'site-age',
  `select min(timestamp)::timestamptz > now() - interval '1 day' as "isNew" from kysely_migration`,
)

/** On a site that is older than a day, missing backups are a problem. */
export async function awaitsFirstBackup({ backupDir }: Pick<Site['config'], 'backupDir'>, pool: pg.Pool) {
  if (backupDir === undefined) return false
  const names = await listBackups(backupDir).catch(() => undefined)
  if (names?.length !== 0) return false
  const [site] = await siteAge(pool)
  return site?.isNew === true
}

const isTruncated = (problems: Problem[]) =>
  [...Map.groupBy(problems, ({ kind }) => kind).values()].some(({ length }) => length >= maxPerKind)

const truncatedMessage = `Shows at most ${maxPerKind} problems of each kind. Fix these, then run the command again.`
