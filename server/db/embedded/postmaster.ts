import { closeSync, fstatSync, openSync, readFileSync, renameSync, statSync } from 'node:fs'
import { copyFile, mkdtemp, realpath, rm, stat, truncate } from 'node:fs/promises'
import { tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Binaries } from './binaries.ts'
import { type Lifeline, spawnOnLifeline } from './lifeline.ts'
import { type PidFile, readPidFile } from './pid-file.ts'
import { canEnter, giveTo, type ServiceUser } from './service-user.ts'
import { EmbeddedPostgresError, explainFailure } from './start-error.ts'

type Postmaster = { socketFolder: string; ended: Promise<void>; stop(): Promise<void> }

type Start = {
  cluster: string
  binaries: Binaries
  user: ServiceUser | undefined
  durable: boolean
  dataDir: string
  log: (line: string) => void
}

/** After this a shutdown becomes immediate: the next start replays the WAL, and no committed data is lost. */
const patienceMs = 20_000
const orphansLeaveMs = 10_000

/** Runs the server and returns when it accepts connections, however long recovery takes. */
export async function startPostmaster(start: Start): Promise<Postmaster> {
  const began = Date.now()
  for (;;) {
    const log = openServerLog(start.dataDir)
    const socketFolder = await createSocketFolder(start.user)
    const lifeline = launch(start, socketFolder, log.fd)
    const isReady = await becomesReady(start.cluster, socketFolder, lifeline)
    const output = isReady ? '' : log.read()
    log.close()
    if (isReady) {
      // A running server does not prevent a finished script from exiting; waiting for the server's end does.
      lifeline.child.unref()
      void lifeline.ended.then(boundServerLog(start.dataDir))
      return { socketFolder, ended: lifeline.ended, stop: stopOnce(start, socketFolder, lifeline) }
    }
    await rm(socketFolder, { recursive: true, force: true })
    const orphansRemain = /pre-existing shared memory block/.test(output)
    if (!orphansRemain || Date.now() - began > orphansLeaveMs) {
      throw explainFailure('PostgreSQL did not start', output, start.cluster)
    }
    await sleep(200)
  }
}

function launch({ cluster, binaries, user, durable }: Start, socketFolder: string, logFd: number): Lifeline {
  const command = [
    join(binaries.folder, 'postgres'),
    '-D',
    cluster,
    ...settingsFor({ socketFolder, durable }),
  ]
  return spawnOnLifeline(command, { user, cwd: cluster, socketFolder, logFd })
}

async function becomesReady(cluster: string, socketFolder: string, lifeline: Lifeline): Promise<boolean> {
  let hasEnded = false
  lifeline.ended.then(() => {
    hasEnded = true
  })
  while (!hasEnded) {
    if (ownPidFile(cluster, socketFolder)?.status === 'ready') return true
    await sleep(5)
  }
  return false
}

function stopOnce({ cluster, log }: Start, socketFolder: string, lifeline: Lifeline): () => Promise<void> {
  let stopping: Promise<void> | undefined
  lifeline.ended.then(() => {
    if (!stopping) log('PostgreSQL exited unexpectedly; see postgres.log in the data folder.')
  })
  return () => {
    stopping ??= stop(cluster, socketFolder, lifeline)
    return stopping
  }
}

async function stop(cluster: string, socketFolder: string, lifeline: Lifeline): Promise<void> {
  const impatience = setTimeout(() => {
    const server = ownPidFile(cluster, socketFolder)
    if (server) process.kill(server.pid, 'SIGQUIT')
  }, patienceMs)
  await lifeline.release()
  clearTimeout(impatience)
}

/** Every start has its own socket folder, so the file of a crashed or another server names a different one. */
function ownPidFile(cluster: string, socketFolder: string): PidFile | undefined {
  const file = readPidFile(cluster)
  return file?.socketFolder === socketFolder ? file : undefined
}

/** Socket paths are limited to 107 bytes (103 on macOS), of which `/foldout-XXXXXX/.s.PGSQL.5432.lock` takes 35. */
const longestParent = 68

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
    if (Buffer.byteLength(short) > longestParent || !canEnter(user, short)) return undefined
    const folder = await mkdtemp(join(short, 'foldout-'))
    giveTo(user, folder)
    return folder
  } catch {
    return undefined
  }
}

/** Passed on the command line, so that they follow Foldout's version and not a file in the data folder. */
function settingsFor({ socketFolder, durable }: { socketFolder: string; durable: boolean }): string[] {
  return Object.entries({
    ...reachableBySocketOnly(socketFolder),
    ...sizedForOneMachine,
    ...quietLog,
    ...(durable ? {} : nothingSurvivesAPowerCut),
  }).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

const reachableBySocketOnly = (socketFolder: string) => ({
  listen_addresses: '',
  unix_socket_directories: socketFolder,
  port: '5432',
})

const megabyte = 1024 * 1024

/** A share of the machine's memory, allocated only when used: what searches and lists read should be cached. */
const memoryShare = (part: number, most: number) =>
  `${Math.round(Math.min(most, Math.max(128, totalmem() / megabyte / part)))}MB`

const sizedForOneMachine = {
  cluster_name: 'foldout',
  max_connections: '50',
  shared_buffers: memoryShare(16, 1024),
  effective_cache_size: memoryShare(2, 65_536),
  work_mem: '8MB',
  maintenance_work_mem: '64MB',
  random_page_cost: '1.1',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
}

/** A rejected insert is an expected result, and its details would write email addresses to the log. */
const quietLog = {
  log_checkpoints: 'off',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
}

const nothingSurvivesAPowerCut = {
  max_connections: '200',
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
}

const mostBytes = 5_000_000

type ServerLog = {
  fd: number
  read(): string
  close(): void
}

const pathIn = (dataDir: string) => join(dataDir, 'postgres.log')

/** Opened here and inherited, so that the server's user needs no access to the data folder. */
export function openServerLog(dataDir: string): ServerLog {
  const path = pathIn(dataDir)
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0
  if (size > mostBytes) renameSync(path, `${path}.1`)
  const fd = openSync(path, 'a', 0o600)
  const start = fstatSync(fd).size
  return {
    fd,
    read: () => readFileSync(path).subarray(start).toString(),
    close: () => closeSync(fd),
  }
}

export function boundServerLog(dataDir: string, { everyMs = 10_000, most = mostBytes } = {}) {
  const look = () => void emptyIfLarge(dataDir, most).catch(() => undefined)
  const timer = setInterval(look, everyMs).unref()
  return () => clearInterval(timer)
}

/** PostgreSQL appends to its open log, so the log is copied and truncated; on a full disk it is only truncated. */
export async function emptyIfLarge(dataDir: string, most = mostBytes) {
  const path = pathIn(dataDir)
  if ((await stat(path)).size <= most) return
  await copyFile(path, `${path}.1`).catch(() => undefined)
  await truncate(path)
}
