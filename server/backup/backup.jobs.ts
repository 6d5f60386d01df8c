import type { TaskList } from 'graphile-worker'
import type pg from 'pg'
import type { Config } from '#server/config/config.ts'
import { runNightly } from './run-nightly.ts'

/** At BACKUP_HOUR in UTC, or when the site is up again if it was not then. A failure is tried again four times. */
export const backupCrontab = ({ backupHour }: Pick<Config, 'backupHour'>) =>
  `13 ${backupHour} * * * make-backup ?jobKey=make-backup&fill=20h&max=5`

type Deps = { config: Config; pool: pg.Pool; now?: () => Date }

export const backupJobs = ({ config, pool, now = () => new Date() }: Deps): TaskList => ({
  'make-backup': async (_payload, { abortSignal, logger }) => {
    const { backupDir: folder, backupKeep: keep } = config
    if (!folder) return
    const made = await runNightly({ config, pool, folder, keep, now: now(), signal: abortSignal })
    if (made.missing.length > 0)
      logger.warn(`The backup ${made.name} lacks ${made.missing.length} files that the site does not have.`)
  },
})
