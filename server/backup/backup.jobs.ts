import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { extname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { TaskList } from 'graphile-worker'
import type pg from 'pg'
import type { Config } from '#server/config/config.ts'
import type { Connection, Tx } from '#server/db/connection.ts'
import { enqueueJob } from '#server/db/jobs.ts'
import type { BackupOptions, BackupResult } from './make-backup.ts'

declare module '#server/db/jobs.ts' {
  interface Jobs {
    'make-backup': object
  }
}

const backupKey = 'make-backup'
const maxTries = 5

/** Daily at BACKUP_HOUR (UTC), or at the next start if the site was down. A failure is retried four times. */
export const backupCrontab = ({ backupHour }: Pick<Config, 'backupHour'>) =>
  `13 ${backupHour} * * * make-backup ?jobKey=${backupKey}&fill=20h&max=${maxTries}`

/** Makes the nightly backup now. */
export const requestBackup = (tx: Tx) => enqueueJob(tx, 'make-backup', {}, { key: backupKey, maxTries })

type Deps = { config: Config; pool: pg.Pool; now?: () => Date }

export const backupJobs = ({ config, pool, now = () => new Date() }: Deps): TaskList => ({
  'make-backup': async (_payload, { abortSignal, logger }) => {
    const { backupDir: folder, backupKeep: keep } = config
    if (!folder) return
    const result = await runNightly({ config, pool, folder, keep, now: now(), signal: abortSignal })
    if (result.missing.length > 0)
      logger.warn(`The backup ${result.name} lacks ${result.missing.length} files that are missing from the site.`)
  },
})

/** Options of the backup process. They are sent to its standard input, because every user can see its arguments. */
export type NightlyInput = Pick<BackupOptions, 'config' | 'folder' | 'keep'> & {
  connection: Connection
  now: string
}

const nightlyProgram = join(import.meta.dirname, `nightly-main${extname(import.meta.filename)}`)

type NightlyOptions = Omit<BackupOptions, 'onProgress' | 'now'> & { now: Date }

/** Runs the backup in a separate process, so that its CPU and memory use does not slow down requests. */
async function runNightly({ config, pool, folder, keep, now, signal }: NightlyOptions): Promise<BackupResult> {
  const { dataDir, s3, secret, secrets, keepFreeMb } = config
  const input: NightlyInput = {
    config: { dataDir, s3, secret, secrets, keepFreeMb },
    folder,
    now: now.toISOString(),
    connection: connectionOf(pool),
    ...(keep && { keep }),
  }
  const child = spawn(process.execPath, [nightlyProgram], { signal, stdio: 'pipe' })
  // The exit code reports a process that ended before reading its input.
  child.stdin.on('error', () => undefined)
  child.stdin.end(JSON.stringify(input))
  const closed = once(child, 'close')
  const [output, error, [code]] = await Promise.all([text(child.stdout), text(child.stderr), closed])
  if (code !== 0) throw new Error(error.trim() || `The backup exited with ${code}.`)
  return JSON.parse(output)
}

function connectionOf({ options }: pg.Pool): Connection {
  const { connectionString, host, port, user, database } = options
  if (connectionString) return { connectionString }
  return {
    ...(host && { host }),
    ...(port && { port }),
    ...(user && { user }),
    ...(database && { database }),
  }
}
