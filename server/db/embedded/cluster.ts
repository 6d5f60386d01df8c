import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { typedCommand } from '#server/process/typed-command.ts'
import type { Binaries } from './binaries.ts'
import { spawnOnLifeline } from './lifeline.ts'
import { isAlive } from './liveness.ts'
import { openServerLog } from './server-log.ts'
import { giveTo, type ServiceUser } from './service-user.ts'
import { superuser } from './site-role.ts'
import { EmbeddedPostgresError, explainFailure } from './start-error.ts'

type ClusterOptions = {
  cluster: string
  binaries: Binaries
  user: ServiceUser | undefined
  durable: boolean
  dataDir: string
}

/** Makes the cluster on the first start. It appears under its name only when complete. */
export async function ensureCluster(options: ClusterOptions): Promise<void> {
  await removeUnfinished(options.cluster)
  const made = await majorOfCluster(options.cluster)
  if (made === undefined) return createCluster(options)
  if (made !== options.binaries.major) throw new EmbeddedPostgresError(ofAnother(options, made))
}

/** What is printed is what there is to do: the data stays as it is, and a backup is read by any version. */
function ofAnother({ cluster, binaries: { major } }: ClusterOptions, made: number) {
  const found = `The database in ${cluster} was made by PostgreSQL ${made}; this Foldout comes with PostgreSQL ${major}.`
  if (made > major) return `${found} Start the Foldout that made it, or a newer one.`
  return `${found} To bring it over:
  1. take the newest backup of BACKUP_DIR, or start the Foldout of before once more: ${typedCommand('backup', 'FOLDER')}
  2. mv ${cluster} ${cluster}-${made}
  3. ${typedCommand('restore', 'FOLDER')}`
}

async function majorOfCluster(cluster: string): Promise<number | undefined> {
  try {
    return Number.parseInt(await readFile(join(cluster, 'PG_VERSION'), 'utf8'), 10)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw new EmbeddedPostgresError(
      `The database in ${cluster} cannot be read (${error}). Start Foldout as the user who owns it, or name another folder with DATA_DIR.`,
    )
  }
}

async function createCluster(options: ClusterOptions): Promise<void> {
  const { cluster, user } = options
  const unfinished = `${cluster}.init-${process.pid}`
  await mkdir(unfinished, { mode: 0o700 })
  giveTo(user, unfinished)
  try {
    await initdb(unfinished, options)
    await rename(unfinished, cluster)
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true })
    const anotherStartWasFirst = existsSync(join(cluster, 'PG_VERSION'))
    if (!anotherStartWasFirst) throw error
  }
}

/** On a lifeline as well: an initdb that outlived a killed start would write into the folder while it is removed. */
async function initdb(folder: string, { binaries, user, durable, dataDir }: ClusterOptions): Promise<void> {
  const access = [`--username=${superuser}`, '--auth-local=trust', '--auth-host=reject']
  const text = ['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C']
  const speed = durable ? [] : ['--no-sync']
  const command = [join(binaries.folder, 'initdb'), `--pgdata=${folder}`, ...access, ...text, ...speed]
  const log = openServerLog(dataDir)
  const lifeline = spawnOnLifeline(command, { user, cwd: folder, logFd: log.fd })
  await lifeline.ended
  const output = log.read()
  log.close()
  if (lifeline.child.exitCode !== 0) throw explainFailure('The database could not be created', output, folder)
}

/** What a start that was killed half-way left behind. One that another live process is making stays. */
async function removeUnfinished(cluster: string): Promise<void> {
  const prefix = `${basename(cluster)}.init-`
  const entries = await readdir(dirname(cluster))
  for (const entry of entries.filter((name) => name.startsWith(prefix))) {
    const maker = Number(entry.slice(prefix.length))
    if (maker !== process.pid && isAlive(maker)) continue
    await rm(join(dirname(cluster), entry), { recursive: true, force: true, maxRetries: 10 })
  }
}
