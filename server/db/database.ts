import { randomBytes } from 'node:crypto'
import { open, realpath, rm, statfs } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { setInterval, setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { Config } from '#server/config/config.ts'
import { logLine } from '#server/process/log-line.ts'
import { openPool, type PoolOptions } from './connection.ts'
import { findRunningPostgres } from './embedded/database.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded/embedded-postgres.ts'
import { assertWritable, openExternal, type Setting, toConnectionError } from './external-database.ts'
import { freeBytes } from './free-bytes.ts'
import { migrate, NewerDatabaseError } from './migrate.ts'
import { assertNoRestoreRunning } from './restore-lock.ts'

export type Database = {
  pool: pg.Pool
  url: string
  /** For locks, jobs, notices, migrations and backups. Like `pool`, but bypasses pgbouncer. */
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

export async function joinDatabase({ dataDir, ...config }: DatabaseLocation): Promise<Database> {
  const databaseUrl = config.databaseDirectUrl ?? config.databaseUrl
  const setting = config.databaseDirectUrl ? 'DATABASE_DIRECT_URL' : 'DATABASE_URL'
  const running = databaseUrl ? undefined : findRunningPostgres(dataDir)
  if (!running) return openDatabase({ dataDir, databaseUrl }, { setting })
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
  const reserve = openDiskReserve(dataDir)
  const stopping = new AbortController()
  if (!findRunningPostgres(dataDir)) await reserve.releaseForStart()
  let server = await startServer({ dataDir, reserve, log })
  const pool = openPool(server.connection, connections, { ...(session && { session }) })
  /** Restarts a server that ends unexpectedly; the pool continues with its new socket. */
  const restartWhenEnded = async () => {
    await server.ended
    const restarted = await restart({ dataDir, reserve, log }, stopping.signal)
    if (!restarted) return
    server = restarted
    pool.options.host = server.connection.host
    onUrlChange?.(urlOf(server.connection))
    void restartWhenEnded()
  }
  void restartWhenEnded()
  void reserve.maintain(stopping.signal)
  const url = urlOf(server.connection)
  return {
    pool,
    url,
    direct: pool,
    directUrl: url,
    stop: async () => {
      stopping.abort()
      await pool.end()
      await reserve.releaseWhenFull()
      await server.stop()
    },
  }
}

const urlOf = ({ host, user, database }: EmbeddedPostgres['connection']) =>
  `postgres:///${database}?host=${encodeURIComponent(host)}&user=${user}`

type ServerOptions = { dataDir: string; reserve: DiskReserve; log: (line: string) => void }

async function restart(options: ServerOptions, stopping: AbortSignal) {
  while (!stopping.aborted) {
    try {
      const server = await startServer(options)
      if (!stopping.aborted) return server
      await server.stop()
    } catch (error) {
      options.log(`PostgreSQL could not be started again yet: ${(error as Error).message}`)
      await sleep(5_000, undefined, { signal: stopping }).catch(() => undefined)
    }
  }
}

async function startServer({ dataDir, reserve, log }: ServerOptions): Promise<EmbeddedPostgres> {
  await reserve.releaseWhenFull()
  return startEmbeddedPostgres({ dataDir, log })
}

const megabyte = 1024 * 1024
/** With less free space, PostgreSQL may not get the WAL file that it needs to start or stop cleanly. */
const minFreeBytes = 32 * megabyte
const checkIntervalMs = 30_000

type DiskReserve = ReturnType<typeof openDiskReserve>

/** A file that is deleted when the disk is full, so that the database can still stop and start. */
export const openDiskReserve = (dataDir: string) => ({
  async releaseWhenFull() {
    const folder = await findDatabaseFolder(dataDir)
    if (folder && (await freeBytes(folder)) < minFreeBytes) await rm(reservePath(folder), { force: true })
  },
  /** For a start on a full disk, while no site runs: frees the reserve and unfinished decoding work. */
  async releaseForStart() {
    const folder = await findDatabaseFolder(dataDir)
    if (!folder) return
    const before = await freeBytes(folder)
    if (before >= minFreeBytes) return
    await rm(reservePath(folder), { force: true })
    await rm(join(dataDir, 'media', 'work'), { recursive: true, force: true })
    const after = await freeBytes(folder)
    const released = Math.max(0, Math.floor((after - before) / megabyte))
    logLine(
      `The disk of ${folder} is full: ${Math.floor(before / megabyte)} MB were free. Released ${released} MB of reserve and unfinished work. ` +
        'Until more space is free, the site is read-only.',
      40,
    )
  },
  /** Creates the reserve only if there is plenty of space, so that it does not fill the disk itself. */
  async create() {
    const folder = await findDatabaseFolder(dataDir)
    if (!folder) return
    const size = await reserveSize(folder)
    await using file = await open(reservePath(folder), 'a', 0o600)
    const missingBytes = size - (await file.stat()).size
    if (missingBytes > 0 && (await freeBytes(folder)) > 3 * size) await appendRandomBytes(file, missingBytes)
  },
  async maintain(signal: AbortSignal) {
    try {
      for await (const _ of setInterval(checkIntervalMs, undefined, { signal, ref: false }))
        await this.create().catch(() => undefined)
    } catch {
      // The signal was aborted.
    }
  },
})

const reservePath = (folder: string) => join(folder, 'reserve')

async function findDatabaseFolder(dataDir: string) {
  const cluster = await realpath(join(dataDir, 'postgres')).catch(() => undefined)
  return cluster ? dirname(cluster) : realpath(resolve(dataDir)).catch(() => undefined)
}

async function reserveSize(folder: string) {
  const { blocks, bsize } = await statfs(folder)
  return Math.min(64, Math.floor((blocks * bsize) / 10 / megabyte)) * megabyte
}

/** Random bytes, which no file system can compress. */
async function appendRandomBytes(file: Awaited<ReturnType<typeof open>>, bytes: number) {
  const part = randomBytes(megabyte)
  for (let written = 0; written < bytes; written += part.length)
    await file.appendFile(part.subarray(0, bytes - written))
  await file.sync()
}
