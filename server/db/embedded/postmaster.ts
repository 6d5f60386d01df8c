import { closeSync, fstatSync, openSync, readFileSync, renameSync, statSync } from 'node:fs'
import { copyFile, mkdtemp, realpath, rm, stat, truncate } from 'node:fs/promises'
import { tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Binaries } from './binaries.ts'
import { type PidFile, readPidFile } from './pid-file.ts'
import { canEnter, changeOwner, type ServiceUser } from './service-user.ts'
import { EmbeddedPostgresError, explainFailure } from './start-error.ts'
import { spawnWithWatchdog, type Watchdog } from './watchdog.ts'

type Postmaster = { socketFolder: string; ended: Promise<void>; stop(): Promise<void> }

type StartOptions = {
  cluster: string
  binaries: Binaries
  user: ServiceUser | undefined
  durable: boolean
  dataDir: string
  log: (line: string) => void
}

/** After this a shutdown becomes immediate: the next start replays the WAL, and no committed data is lost. */
const fastShutdownMs = 20_000
const orphanTimeoutMs = 10_000

/** Runs the server and returns when it accepts connections, however long recovery takes. */
export async function startPostmaster(options: StartOptions): Promise<Postmaster> {
  const startedAt = Date.now()
  for (;;) {
    const log = openServerLog(options.dataDir)
    const socketFolder = await createSocketFolder(options.user)
    const watchdog = launch(options, socketFolder, log.fd)
    const isReady = await waitUntilReady(options.cluster, socketFolder, watchdog)
    const output = isReady ? '' : log.read()
    log.close()
    if (isReady) {
      // A running server does not prevent a finished script from exiting; waiting for the server's end does.
      watchdog.child.unref()
      void watchdog.ended.then(limitServerLog(options.dataDir))
      return { socketFolder, ended: watchdog.ended, stop: createStop(options, socketFolder, watchdog) }
    }
    await rm(socketFolder, { recursive: true, force: true })
    const orphansRemain = /pre-existing shared memory block/.test(output)
    if (!orphansRemain || Date.now() - startedAt > orphanTimeoutMs) {
      throw explainFailure('PostgreSQL did not start', output, options.cluster)
    }
    await sleep(200)
  }
}

function launch({ cluster, binaries, user, durable }: StartOptions, socketFolder: string, logFd: number): Watchdog {
  const command = [join(binaries.folder, 'postgres'), '-D', cluster, ...settingsFor({ socketFolder, durable })]
  return spawnWithWatchdog(command, { user, cwd: cluster, socketFolder, logFd })
}

async function waitUntilReady(cluster: string, socketFolder: string, watchdog: Watchdog): Promise<boolean> {
  let hasEnded = false
  watchdog.ended.then(() => {
    hasEnded = true
  })
  while (!hasEnded) {
    if (ownPidFile(cluster, socketFolder)?.status === 'ready') return true
    await sleep(5)
  }
  return false
}

function createStop({ cluster, log }: StartOptions, socketFolder: string, watchdog: Watchdog): () => Promise<void> {
  let stopping: Promise<void> | undefined
  watchdog.ended.then(() => {
    if (!stopping) log('PostgreSQL exited unexpectedly; see postgres.log in the data folder.')
  })
  return () => {
    stopping ??= stop(cluster, socketFolder, watchdog)
    return stopping
  }
}

async function stop(cluster: string, socketFolder: string, watchdog: Watchdog): Promise<void> {
  const forceTimer = setTimeout(() => {
    const server = ownPidFile(cluster, socketFolder)
    if (server) process.kill(server.pid, 'SIGQUIT')
  }, fastShutdownMs)
  await watchdog.release()
  clearTimeout(forceTimer)
}

/** Every start has its own socket folder, so the file of a crashed or another server names a different one. */
function ownPidFile(cluster: string, socketFolder: string): PidFile | undefined {
  const file = readPidFile(cluster)
  return file?.socketFolder === socketFolder ? file : undefined
}

/** Socket paths are limited to 107 bytes (103 on macOS), of which `/foldout-XXXXXX/.s.PGSQL.5432.lock` takes 35. */
const maxParentLength = 68

/** Mode 0700: access to this folder is the only credential for the database. */
async function createSocketFolder(user: ServiceUser | undefined): Promise<string> {
  for (const parent of [tmpdir(), '/tmp', '/run', '/dev/shm']) {
    const folder = await tryFolder(parent, user)
    if (folder) return folder
  }
  throw new EmbeddedPostgresError(
    'No temporary folder is short enough for PostgreSQL’s socket. Set TMPDIR to a short path.',
  )
}

async function tryFolder(parent: string, user: ServiceUser | undefined): Promise<string | undefined> {
  try {
    const short = await realpath(parent)
    if (Buffer.byteLength(short) > maxParentLength || !canEnter(user, short)) return undefined
    const folder = await mkdtemp(join(short, 'foldout-'))
    changeOwner(user, folder)
    return folder
  } catch {
    return undefined
  }
}

/** Passed on the command line, so that they follow Foldout's version and not a file in the data folder. */
function settingsFor({ socketFolder, durable }: { socketFolder: string; durable: boolean }): string[] {
  return Object.entries({
    ...socketSettings(socketFolder),
    ...memorySettings,
    ...logSettings,
    ...(durable ? {} : nonDurableSettings),
  }).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

const socketSettings = (socketFolder: string) => ({
  listen_addresses: '',
  unix_socket_directories: socketFolder,
  port: '5432',
})

const megabyte = 1024 * 1024

/** A share of the machine's memory, allocated only when used: what searches and lists read should be cached. */
const shareOfMemory = (divisor: number, maxMb: number) =>
  `${Math.round(Math.min(maxMb, Math.max(128, totalmem() / megabyte / divisor)))}MB`

const memorySettings = {
  cluster_name: 'foldout',
  max_connections: '50',
  shared_buffers: shareOfMemory(16, 1024),
  effective_cache_size: shareOfMemory(2, 65_536),
  work_mem: '8MB',
  maintenance_work_mem: '64MB',
  random_page_cost: '1.1',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
}

/** A rejected insert is an expected result, and its details would write email addresses to the log. */
const logSettings = {
  log_checkpoints: 'off',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
}

const nonDurableSettings = {
  max_connections: '200',
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
}

const maxLogBytes = 5_000_000

type ServerLog = {
  fd: number
  read(): string
  close(): void
}

const logPath = (dataDir: string) => join(dataDir, 'postgres.log')

/** Opened here and inherited, so that the server's user needs no access to the data folder. */
export function openServerLog(dataDir: string): ServerLog {
  const path = logPath(dataDir)
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0
  if (size > maxLogBytes) renameSync(path, `${path}.1`)
  const fd = openSync(path, 'a', 0o600)
  const start = fstatSync(fd).size
  return {
    fd,
    read: () => readFileSync(path).subarray(start).toString(),
    close: () => closeSync(fd),
  }
}

export function limitServerLog(dataDir: string, { checkIntervalMs = 10_000, maxBytes = maxLogBytes } = {}) {
  const check = () => void truncateIfLarge(dataDir, maxBytes).catch(() => undefined)
  const timer = setInterval(check, checkIntervalMs).unref()
  return () => clearInterval(timer)
}

/** PostgreSQL appends to its open log, so the log is copied and truncated; on a full disk it is only truncated. */
export async function truncateIfLarge(dataDir: string, maxBytes = maxLogBytes) {
  const path = logPath(dataDir)
  if ((await stat(path)).size <= maxBytes) return
  await copyFile(path, `${path}.1`).catch(() => undefined)
  await truncate(path)
}
