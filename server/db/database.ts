import { randomBytes } from 'node:crypto'
import { open, realpath, rm, statfs } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { setInterval, setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { Config } from '#server/config/config.ts'
import { sayLine } from '#server/process/say-line.ts'
import { openPool, type PoolWishes } from './connection.ts'
import { findRunningPostgres } from './embedded/database.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded/embedded-postgres.ts'
import { assertTakesWrites, openExternal, type Setting, unreachable } from './external-database.ts'
import { freeBytes } from './free-bytes.ts'
import { migrate, NewerDatabase, OlderDatabase } from './migrate.ts'
import { assertNotRestored } from './restore-turn.ts'

export type Database = {
  pool: pg.Pool
  url: string
  /** For locks, jobs, notices, migrations and backups. Like `pool`, but bypasses pgbouncer. */
  direct: pg.Pool
  directUrl: string
  stop(): Promise<void>
}

/** In milliseconds. A query sent over a dead connection must not run much later, after it was repeated elsewhere. */
const longestAnswer = 10_000

export type Whereabouts = Pick<Config, 'databaseUrl' | 'dataDir'> &
  Partial<Pick<Config, 'databaseDirectUrl' | 'logLevel'>>

type Wishes = {
  connections?: number
  session?: PoolWishes['session']
  isMigrated?: boolean
  setting?: Setting
  /** Called with the new URL after the bundled database was restarted. */
  onMove?: (url: string) => void
}

export async function openDatabase(config: Whereabouts, wishes: Wishes = {}): Promise<Database> {
  const database = config.databaseUrl
    ? await openExternal(config, wishes)
    : await embedded(config.dataDir, wishes)
  try {
    if (config.databaseUrl && !wishes.isMigrated) await assertTakesWrites(database.direct)
    if (!wishes.isMigrated) await assertNotRestored(database.direct)
    if (!wishes.isMigrated) await migrate(database.direct, sayApplied(config))
    // A dead connection reports no error. Migrations take longer, and commands set their own limits.
    if (config.databaseUrl && !wishes.session)
      Object.assign(database.pool.options, { query_timeout: longestAnswer })
    return database
  } catch (error) {
    await database.stop()
    const setting = wishes.setting ?? (config.databaseDirectUrl ? 'DATABASE_DIRECT_URL' : 'DATABASE_URL')
    const isOfAnotherVersion = error instanceof NewerDatabase || error instanceof OlderDatabase
    throw config.databaseUrl && !isOfAnotherVersion ? unreachable(error, setting) : error
  }
}

/** Not printed in a terminal: a new library applies dozens of migrations. */
const sayApplied =
  ({ logLevel = 'silent' }: Whereabouts) =>
  (name: string, ms: number) => {
    const isLogged = ['info', 'debug', 'trace'].includes(logLevel)
    if (isLogged && !process.stdout.isTTY) sayLine(`Applied the migration ${name} in ${ms} ms`)
  }

export async function joinDatabase({ dataDir, ...config }: Whereabouts): Promise<Database> {
  const databaseUrl = config.databaseDirectUrl ?? config.databaseUrl
  const setting = config.databaseDirectUrl ? 'DATABASE_DIRECT_URL' : 'DATABASE_URL'
  const running = databaseUrl ? undefined : findRunningPostgres(dataDir)
  if (!running) return openDatabase({ dataDir, databaseUrl }, { setting })
  const pool = openPool(running)
  const stop = () => pool.end()
  try {
    await assertNotRestored(pool)
  } catch (error) {
    await stop()
    throw error
  }
  const url = urlOf(running)
  return { pool, url, direct: pool, directUrl: url, stop }
}

async function embedded(dataDir: string, { connections, session, onMove }: Wishes): Promise<Database> {
  const reserve = openReserve(dataDir)
  const stopping = new AbortController()
  if (!findRunningPostgres(dataDir)) await reserve.releaseForStart()
  let server = await startOn(dataDir, reserve)
  const pool = openPool(server.connection, connections, { ...(session && { session }) })
  /** Restarts a server that ends unexpectedly; the pool continues with its new socket. */
  const keepAlive = async () => {
    await server.ended
    const again = await startAgain(dataDir, reserve, stopping.signal)
    if (!again) return
    server = again
    pool.options.host = server.connection.host
    onMove?.(urlOf(server.connection))
    void keepAlive()
  }
  void keepAlive()
  void reserve.keep(stopping.signal)
  const url = urlOf(server.connection)
  return {
    pool,
    url,
    direct: pool,
    directUrl: url,
    stop: async () => {
      stopping.abort()
      await pool.end()
      await reserve.giveUpWhenFull()
      await server.stop()
    },
  }
}

const urlOf = ({ host, user, database }: EmbeddedPostgres['connection']) =>
  `postgres:///${database}?host=${encodeURIComponent(host)}&user=${user}`

async function startAgain(dataDir: string, reserve: Reserve, stopping: AbortSignal) {
  while (!stopping.aborted) {
    try {
      const server = await startOn(dataDir, reserve)
      if (!stopping.aborted) return server
      await server.stop()
    } catch (error) {
      console.error(`PostgreSQL could not be started again yet: ${(error as Error).message}`)
      await sleep(5_000, undefined, { signal: stopping }).catch(() => undefined)
    }
  }
}

async function startOn(dataDir: string, reserve: Reserve): Promise<EmbeddedPostgres> {
  await reserve.giveUpWhenFull()
  return startEmbeddedPostgres({ dataDir })
}

const megabyte = 1024 * 1024
/** With less free space, PostgreSQL may not get the WAL file that it needs to start or stop cleanly. */
const enough = 32 * megabyte
const lookEvery = 30_000

type Reserve = ReturnType<typeof openReserve>

/** A file that is deleted when the disk is full, so that the database can still stop and start. */
export const openReserve = (dataDir: string) => ({
  async giveUpWhenFull() {
    const folder = await folderOf(dataDir)
    if (folder && (await freeBytes(folder)) < enough) await rm(pathIn(folder), { force: true })
  },
  /** For a start on a full disk, while no site runs: frees the reserve and unfinished decoding work. */
  async releaseForStart() {
    const folder = await folderOf(dataDir)
    if (!folder) return
    const before = await freeBytes(folder)
    if (before >= enough) return
    await rm(pathIn(folder), { force: true })
    await rm(join(dataDir, 'media', 'work'), { recursive: true, force: true })
    const after = await freeBytes(folder)
    const released = Math.max(0, Math.floor((after - before) / megabyte))
    sayLine(
      `The disk of ${folder} is full: ${Math.floor(before / megabyte)} MB were free. Released ${released} MB of reserve and unfinished work. ` +
        'Until more space is free, the site is read-only.',
      40,
    )
  },
  /** Creates the reserve only if there is plenty of space, so that it does not fill the disk itself. */
  async make() {
    const folder = await folderOf(dataDir)
    if (!folder) return
    const size = await sizeOn(folder)
    await using file = await open(pathIn(folder), 'a', 0o600)
    const left = size - (await file.stat()).size
    if (left > 0 && (await freeBytes(folder)) > 3 * size) await fill(file, left)
  },
  async keep(signal: AbortSignal) {
    try {
      for await (const _ of setInterval(lookEvery, undefined, { signal, ref: false }))
        await this.make().catch(() => undefined)
    } catch {
      // The signal was aborted.
    }
  },
})

const pathIn = (folder: string) => join(folder, 'reserve')

async function folderOf(dataDir: string) {
  const cluster = await realpath(join(dataDir, 'postgres')).catch(() => undefined)
  return cluster ? dirname(cluster) : realpath(resolve(dataDir)).catch(() => undefined)
}

async function sizeOn(folder: string) {
  const { blocks, bsize } = await statfs(folder)
  return Math.min(64, Math.floor((blocks * bsize) / 10 / megabyte)) * megabyte
}

/** Random bytes, which no file system can compress. */
async function fill(file: Awaited<ReturnType<typeof open>>, bytes: number) {
  const part = randomBytes(megabyte)
  for (let written = 0; written < bytes; written += part.length)
    await file.appendFile(part.subarray(0, bytes - written))
  await file.sync()
}
