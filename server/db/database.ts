import { realpath, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { Config } from '#server/config/config.ts'
import { logLine } from '#server/process/log-line.ts'
import { openPool, type PoolOptions } from './connection.ts'
import { findRunningPostgres } from './embedded/database.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded/embedded-postgres.ts'
import { assertWritable, openExternal, type Setting, toConnectionError } from './external-database.ts'
import { migrate, NewerDatabaseError } from './migrate.ts'
import { assertNoRestoreRunning } from './restore-lock.ts'

export type Database = {
  pool: pg.Pool
  url: string
  /** Locks, jobs, notices, migrations and backups use this pool, because it bypasses pgbouncer. */
  direct: pg.Pool
  directUrl: string
  stop(): Promise<void>
}

/** In milliseconds. A query sent over a dead connection must not run much later, after it was repeated elsewhere. */
const queryTimeoutMs = 10_000

export type DatabaseLocation = Pick<Config, 'databaseUrl' | 'dataDir'> &
  Partial<Pick<Config, 'databaseDirectUrl' | 'logLevel'>>

type OpenOptions = {
  connections?: number
  session?: PoolOptions['session']
  isMigrated?: boolean
  setting?: Setting
  /** Called with the new URL after the bundled database was restarted. */
  onUrlChange?: (url: string) => void
}

export async function openDatabase(config: DatabaseLocation, options: OpenOptions = {}): Promise<Database> {
  const database = config.databaseUrl ? await openExternal(config, options) : await openEmbedded(config, options)
  try {
    if (config.databaseUrl && !options.isMigrated) await assertWritable(database.direct)
    if (!options.isMigrated) await assertNoRestoreRunning(database.direct)
    if (!options.isMigrated) await migrate(database.direct, logAppliedMigration(config))
    // A dead connection reports no error. Migrations take longer, and commands set their own limits.
    if (config.databaseUrl && !options.session) Object.assign(database.pool.options, { query_timeout: queryTimeoutMs })
    return database
  } catch (error) {
    await database.stop()
    const setting = options.setting ?? (config.databaseDirectUrl ? 'DATABASE_DIRECT_URL' : 'DATABASE_URL')
    throw config.databaseUrl && !(error instanceof NewerDatabaseError) ? toConnectionError(error, setting) : error
  }
}

/** Not printed in a terminal: a new library applies dozens of migrations. */
const logAppliedMigration =
  ({ logLevel = 'silent' }: DatabaseLocation) =>
  (name: string, ms: number) => {
    const isLogged = ['info', 'debug', 'trace'].includes(logLevel)
    if (isLogged && !process.stdout.isTTY) logLine(`Applied the migration ${name} in ${ms} ms`)
  }

/** With `isMigrated`, nothing is changed: an older schema stays. */
export async function joinDatabase(
  { dataDir, ...config }: DatabaseLocation,
  options: Pick<OpenOptions, 'isMigrated'> = {},
): Promise<Database> {
  const databaseUrl = config.databaseDirectUrl ?? config.databaseUrl
  const setting = config.databaseDirectUrl ? 'DATABASE_DIRECT_URL' : 'DATABASE_URL'
  const running = databaseUrl ? undefined : findRunningPostgres(dataDir)
  if (!running) return openDatabase({ dataDir, databaseUrl }, { ...options, setting })
  const pool = openPool(running)
  const stop = () => pool.end()
  try {
    await assertNoRestoreRunning(pool)
  } catch (error) {
    await stop()
    throw error
  }
  const url = urlOf(running)
  return { pool, url, direct: pool, directUrl: url, stop }
}

/** Commands print text to standard error, so that their output stays readable for programs. */
const problemLog = ({ logLevel }: DatabaseLocation) =>
  logLevel === undefined ? console.warn : (line: string) => logLine(line, 40)

async function openEmbedded(location: DatabaseLocation, options: OpenOptions): Promise<Database> {
  const { dataDir } = location
  const { connections, session, onUrlChange } = options
  const log = problemLog(location)
  const stopping = new AbortController()
  await removeFormerReserve(dataDir)
  let server = await startEmbeddedPostgres({ dataDir, log })
  const pool = openPool(server.connection, connections, { ...(session && { session }) })
  /** Restarts a server that ends unexpectedly; the pool continues with its new socket. */
  const restartWhenEnded = async () => {
    await server.ended
    const restarted = await restart({ dataDir, log }, stopping.signal)
    if (!restarted) return
    server = restarted
    pool.options.host = server.connection.host
    onUrlChange?.(urlOf(server.connection))
    void restartWhenEnded()
  }
  void restartWhenEnded()
  const url = urlOf(server.connection)
  return {
    pool,
    url,
    direct: pool,
    directUrl: url,
    stop: async () => {
      stopping.abort()
      await pool.end()
      await server.stop()
    },
  }
}

const urlOf = ({ host, user, database }: EmbeddedPostgres['connection']) =>
  `postgres:///${database}?host=${encodeURIComponent(host)}&user=${user}`

type ServerOptions = { dataDir: string; log: (line: string) => void }

async function restart(options: ServerOptions, stopping: AbortSignal) {
  while (!stopping.aborted) {
    try {
      const server = await startEmbeddedPostgres(options)
      if (!stopping.aborted) return server
      await server.stop()
    } catch (error) {
      options.log(`PostgreSQL could not be started again yet: ${(error as Error).message}`)
      await sleep(5_000, undefined, { signal: stopping }).catch(() => undefined)
    }
  }
}

/** Deletes the file with which 1.0.0 reserved 64 MB of the disk. */
async function removeFormerReserve(dataDir: string) {
  const cluster = await realpath(join(dataDir, 'postgres')).catch(() => undefined)
  if (cluster) await rm(join(dirname(cluster), 'reserve'), { force: true })
}
