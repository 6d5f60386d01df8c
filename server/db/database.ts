import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { Config } from '#server/config/config.ts'
import { openPool } from './connection.ts'
import { findRunningPostgres } from './embedded/database.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded/embedded-postgres.ts'
import { openReserve, type Reserve } from './embedded/reserve.ts'
import { migrate } from './migrate.ts'
import { assertNotRestored } from './restore-turn.ts'

export type Database = { pool: pg.Pool; url: string; stop(): Promise<void> }

type Wishes = {
  /** The most that this process opens. */
  connections?: number
  /** Another process has brought it to the newest schema. */
  isMigrated?: boolean
  /** Called with the new address when the database that comes with Foldout had to be started again. */
  onMove?: (url: string) => void
}

/** The database of the settings, or the one that comes with Foldout, at the newest schema. */
export async function openDatabase(
  config: Pick<Config, 'databaseUrl' | 'dataDir'>,
  wishes: Wishes = {},
): Promise<Database> {
  const database = config.databaseUrl
    ? external(config.databaseUrl, wishes)
    : await embedded(config.dataDir, wishes)
  try {
    if (!wishes.isMigrated) await assertNotRestored(database.pool)
    if (!wishes.isMigrated) await migrate(database.pool)
    return database
  } catch (error) {
    await database.stop()
    throw config.databaseUrl ? unreachable(error) : error
  }
}

/** The same for a command beside a Foldout that may be at work: its database if it is, opened as at a start if not. */
export async function joinDatabase(config: Pick<Config, 'databaseUrl' | 'dataDir'>): Promise<Database> {
  if (!config.databaseUrl) assertKept(config.dataDir)
  const running = config.databaseUrl ? undefined : findRunningPostgres(config.dataDir)
  if (!running) return openDatabase(config)
  const pool = openPool(running)
  const stop = () => pool.end()
  try {
    await assertNotRestored(pool)
  } catch (error) {
    await stop()
    throw error
  }
  return { pool, url: urlOf(running), stop }
}

/** In the wrong folder a command would make a site of its own, and say of that one that all is well. */
function assertKept(dataDir: string) {
  if (existsSync(join(dataDir, 'postgres'))) return
  throw new Error(
    `There is no site in ${dataDir}, or none that this user may enter. ` +
      'Give the command in the folder of the site, as its user, or name its DATA_DIR.',
  )
}

function external(connectionString: string, { connections }: Wishes): Database {
  const pool = openPool({ connectionString }, connections)
  return { pool, url: connectionString, stop: () => pool.end() }
}

async function embedded(dataDir: string, { connections, onMove }: Wishes): Promise<Database> {
  const reserve = openReserve(dataDir)
  const stopping = new AbortController()
  let server = await startOn(dataDir, reserve)
  const pool = openPool(server.connection, connections)
  /** A server that ends by itself is started again; the pool goes on with its new socket. */
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
  return {
    pool,
    url: urlOf(server.connection),
    stop: async () => {
      stopping.abort()
      await pool.end()
      await reserve.giveUpWhenFull()
      await server.stop()
    },
  }
}

/** As `DATABASE_URL` would say it. */
const urlOf = ({ host, user, database }: EmbeddedPostgres['connection']) =>
  `postgres:///${database}?host=${encodeURIComponent(host)}&user=${user}`

/** Undefined when it was stopped meanwhile. */
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

/** Connection failures carry no password; the address they were tried at is left out all the same. */
function unreachable(error: unknown) {
  const reason =
    error instanceof Error ? error.message || String((error as NodeJS.ErrnoException).code) : String(error)
  return new Error(`Foldout cannot start: the database in DATABASE_URL did not take us in (${reason})`, {
    cause: error,
  })
}
