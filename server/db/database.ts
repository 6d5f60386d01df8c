import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { Config } from '../config.ts'
import { openPool } from './connection.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded/embedded-postgres.ts'
import { migrate } from './migrate.ts'

export type Database = { pool: pg.Pool; stop(): Promise<void> }

/** The database of the settings, or the one that comes with Foldout, at the newest schema. */
export async function openDatabase(config: Pick<Config, 'databaseUrl' | 'dataDir'>): Promise<Database> {
  const database = config.databaseUrl ? external(config.databaseUrl) : await embedded(config.dataDir)
  try {
    await migrate(database.pool)
    return database
  } catch (error) {
    await database.stop()
    throw config.databaseUrl ? unreachable(error) : error
  }
}

function external(connectionString: string): Database {
  const pool = openPool({ connectionString })
  return { pool, stop: () => pool.end() }
}

async function embedded(dataDir: string): Promise<Database> {
  let server = await startEmbeddedPostgres({ dataDir })
  const pool = openPool(server.connection)
  let stopping = false
  /** A server that ends by itself is started again; the pool goes on with its new socket. */
  const keepAlive = async () => {
    await server.ended
    if (stopping) return
    server = await startAgain(dataDir)
    pool.options.host = server.connection.host
    void keepAlive()
  }
  void keepAlive()
  return {
    pool,
    stop: async () => {
      stopping = true
      await pool.end()
      await server.stop()
    },
  }
}

async function startAgain(dataDir: string): Promise<EmbeddedPostgres> {
  for (;;) {
    try {
      return await startEmbeddedPostgres({ dataDir })
    } catch (error) {
      console.error(`PostgreSQL could not be started again yet: ${(error as Error).message}`)
      await sleep(5_000)
    }
  }
}

/** Connection failures carry no password; the address they were tried at is left out all the same. */
function unreachable(error: unknown) {
  const reason =
    error instanceof Error ? error.message || String((error as NodeJS.ErrnoException).code) : String(error)
  return new Error(`Foldout cannot start: the database in DATABASE_URL did not take us in (${reason})`, {
    cause: error,
  })
}
