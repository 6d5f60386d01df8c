import { randomBytes } from 'node:crypto'
import { existsSync, lstatSync, readlinkSync, statSync } from 'node:fs'
import { chmod, mkdir, readdir, readFile, realpath, rename, rm, symlink } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { makeTraversableFolder } from '#server/process/private-files.ts'
import { shellCommand } from '#server/process/shell-command.ts'
import { type Binaries, findBinaries } from './binaries.ts'
import { connectionTo, type EmbeddedConnection, ensureDatabase, superuser } from './database.ts'
import { commandLineOf, invalidatePidFile, isAlive, readPidFile } from './pid-file.ts'
import { openServerLog, startPostmaster } from './postmaster.ts'
import { canEnter, changeOwner, chooseServiceUser, type ServiceUser } from './service-user.ts'
import { alreadyRunningError, EmbeddedPostgresError, explainFailure, startError, toStartError } from './start-error.ts'
import { spawnWithWatchdog } from './watchdog.ts'

export type EmbeddedPostgres = {
  /** Options for `pg`: `new Pool(connection)`. The host is a socket folder that only the server's user may enter. */
  connection: EmbeddedConnection
  /** Settles when the server has ended, for any reason. */
  ended: Promise<void>
  /** Fast shutdown: open transactions are rolled back and their connections closed. Safe to call twice. */
  stop(): Promise<void>
}

export type EmbeddedPostgresOptions = {
  dataDir: string
  log?: (line: string) => void
  /** `false` trades durability after a power cut for speed: tests only. */
  durable?: boolean
  /** Where PostgreSQL's files are if it must run as a user who cannot enter the project. */
  stateFolder?: string
  postgresPackage?: string
}

/** Starts the bundled PostgreSQL. The server ends with this process, even if this process is killed. */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  if (process.platform === 'win32') {
    throw startError('The bundled PostgreSQL does not run on Windows.')
  }
  try {
    return await start(options)
  } catch (error) {
    throw toStartError(error)
  }
}

async function start(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { log = console.warn, durable = true, stateFolder = '/var/lib/foldout' } = options
  const dataDir = resolve(options.dataDir)
  makeTraversableFolder(dataDir)
  const { cluster, user } = await locateCluster({ dataDir, stateFolder, log })
  const copyTo = user ? stateFolder : dataDir
  const binaries = await findBinaries({ user, packageFolder: options.postgresPackage, copyTo, log })
  await ensureCluster({ cluster, binaries, user, durable, dataDir })
  await waitForPreviousServer(cluster)
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

/** The server of a killed Foldout is stopped within milliseconds. One that stays longer belongs to a running Foldout. */
const previousStopMs = 2_000
const shutdownMs = 60_000

/** Waits until no server runs on the cluster. PostgreSQL's lock file resolves simultaneous starts. */
async function waitForPreviousServer(cluster: string): Promise<void> {
  const startedAt = Date.now()
  for (;;) {
    const previous = readPidFile(cluster)
    if (!previous) return
    if (!isServerOf(cluster, previous.pid)) return invalidatePidFile(cluster)
    const elapsed = Date.now() - startedAt
    if (previous.status !== 'stopping' && elapsed > previousStopMs) throw alreadyRunningError()
    if (elapsed > shutdownMs) {
      throw new EmbeddedPostgresError(
        `The previous PostgreSQL (process ${previous.pid}) is still shutting down. Start Foldout again when it has stopped.`,
      )
    }
    await sleep(20)
  }
}

function isServerOf(cluster: string, pid: number): boolean {
  const command = commandLineOf(pid)
  return command.includes('postgres') && command.includes(cluster)
}

type ClusterLocation = { cluster: string; user: ServiceUser | undefined }

/** `<dataDir>/postgres`, or a link to the state folder if PostgreSQL's user cannot enter it. */
async function locateCluster(options: {
  dataDir: string
  stateFolder: string
  log: (line: string) => void
}): Promise<ClusterLocation> {
  const dataDir = await realpath(options.dataDir)
  const linkPath = join(dataDir, 'postgres')
  const cluster = resolveLink(linkPath)
  const user = chooseServiceUser(cluster)
  if (!user || canEnter(user, cluster)) return { cluster, user }
  if (statSync(cluster, { throwIfNoEntry: false })) {
    throw new EmbeddedPostgresError(
      `The database in ${cluster} belongs to user ${user.uid}, who cannot access a parent folder. ` +
        'Allow it (chmod o+x), or move the data folder and set DATA_DIR.',
    )
  }
  if (canEnter(user, dirname(cluster))) return { cluster, user }
  return { cluster: await moveToState(linkPath, options), user }
}

async function moveToState(
  linkPath: string,
  { stateFolder, log }: { stateFolder: string; log: (line: string) => void },
): Promise<string> {
  const project = basename(dirname(dirname(linkPath)))
  const stateHome = join(stateFolder, `${project}-${randomBytes(4).toString('hex')}`)
  makeTraversableFolder(stateHome, 0o755)
  await chmod(stateFolder, 0o755)
  await symlink(join(stateHome, 'postgres'), linkPath)
  log(`The database is in ${stateHome}, because PostgreSQL cannot run as root and its user cannot access this folder.`)
  return join(stateHome, 'postgres')
}

function resolveLink(linkPath: string): string {
  return lstatSync(linkPath, { throwIfNoEntry: false })?.isSymbolicLink() ? readlinkSync(linkPath) : linkPath
}

type ClusterOptions = {
  cluster: string
  binaries: Binaries
  user: ServiceUser | undefined
  durable: boolean
  dataDir: string
}

/** Creates the cluster on the first start. It gets its name only when complete. */
async function ensureCluster(options: ClusterOptions): Promise<void> {
  await removeUnfinishedClusters(options.cluster)
  const existingMajor = await readClusterMajor(options.cluster)
  if (existingMajor === undefined) return createCluster(options)
  if (existingMajor !== options.binaries.major)
    throw new EmbeddedPostgresError(versionMismatchMessage(options, existingMajor))
}

/** The error says what to do: the data is unchanged, and every version can restore a backup. */
function versionMismatchMessage({ cluster, binaries: { major } }: ClusterOptions, existingMajor: number) {
  const problem = `The database in ${cluster} was created by PostgreSQL ${existingMajor}; this version bundles PostgreSQL ${major}.`
  if (existingMajor > major) return `${problem} Start the version that created it, or a newer one.`
  return `${problem} To bring it over:
  1. use the newest backup in BACKUP_DIR, or start the previous version once more and run ${shellCommand('backup', 'FOLDER')}
  2. mv ${cluster} ${cluster}-${existingMajor}
  3. ${shellCommand('restore', 'FOLDER')}`
}

async function readClusterMajor(cluster: string): Promise<number | undefined> {
  try {
    return Number.parseInt(await readFile(join(cluster, 'PG_VERSION'), 'utf8'), 10)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw new EmbeddedPostgresError(
      `The database in ${cluster} cannot be read (${error}). Start Foldout as the user who owns it, or set DATA_DIR to another folder.`,
    )
  }
}

async function createCluster(options: ClusterOptions): Promise<void> {
  const { cluster, user } = options
  const unfinished = `${cluster}.init-${process.pid}`
  await mkdir(unfinished, { mode: 0o700 })
  changeOwner(user, unfinished)
  try {
    await initdb(unfinished, options)
    await rename(unfinished, cluster)
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true })
    const wasCreatedMeanwhile = existsSync(join(cluster, 'PG_VERSION'))
    if (!wasCreatedMeanwhile) throw error
  }
}

/** Needs a watchdog too: an initdb that outlives a killed start would write into a folder that is being removed. */
async function initdb(folder: string, { binaries, user, durable, dataDir }: ClusterOptions): Promise<void> {
  const access = [`--username=${superuser}`, '--auth-local=trust', '--auth-host=reject']
  const text = ['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C']
  const speed = durable ? [] : ['--no-sync']
  const command = [join(binaries.folder, 'initdb'), `--pgdata=${folder}`, ...access, ...text, ...speed]
  const log = openServerLog(dataDir)
  const watchdog = spawnWithWatchdog(command, { user, cwd: folder, logFd: log.fd })
  await watchdog.ended
  const output = log.read()
  log.close()
  if (watchdog.child.exitCode !== 0) throw explainFailure('The database could not be created', output, folder)
}

/** Removes what killed starts left behind, except the work of another live process. */
async function removeUnfinishedClusters(cluster: string): Promise<void> {
  const prefix = `${basename(cluster)}.init-`
  const entries = await readdir(dirname(cluster))
  for (const entry of entries.filter((name) => name.startsWith(prefix))) {
    const ownerPid = Number(entry.slice(prefix.length))
    if (ownerPid !== process.pid && isAlive(ownerPid)) continue
    await rm(join(dirname(cluster), entry), { recursive: true, force: true, maxRetries: 10 })
  }
}
