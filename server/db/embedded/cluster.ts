import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Binaries } from './binaries.ts'
import { isAlive } from './liveness.ts'
import { postgresEnv } from './postgres-env.ts'
import { giveTo, type ServiceUser } from './service-user.ts'
import { EmbeddedPostgresError, explainFailure } from './start-error.ts'

type Wanted = { cluster: string; binaries: Binaries; user: ServiceUser | undefined; durable: boolean }

/** Makes the cluster on the first start. It appears under its name only when complete. */
export async function ensureCluster(wanted: Wanted): Promise<void> {
  await removeUnfinished(wanted.cluster)
  const made = await majorOfCluster(wanted.cluster)
  if (made === undefined) return createCluster(wanted)
  if (made !== wanted.binaries.major) {
    throw new EmbeddedPostgresError(
      `The database in ${wanted.cluster} was made by PostgreSQL ${made}; this Foldout comes with PostgreSQL ${wanted.binaries.major}. ` +
        `Start the Foldout that made it, or move the data over with pg_dump and pg_restore.`,
    )
  }
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

async function createCluster({ cluster, binaries, user, durable }: Wanted): Promise<void> {
  const unfinished = `${cluster}.init-${process.pid}`
  await mkdir(unfinished, { mode: 0o700 })
  giveTo(user, unfinished)
  try {
    await initdb(join(binaries.folder, 'initdb'), unfinished, { user, durable })
    await rename(unfinished, cluster)
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true })
    const anotherStartWasFirst = existsSync(join(cluster, 'PG_VERSION'))
    if (!anotherStartWasFirst) throw error
  }
}

function initdb(
  program: string,
  folder: string,
  { user, durable }: { user: ServiceUser | undefined; durable: boolean },
): Promise<void> {
  const flags = [
    '-D',
    folder,
    '-U',
    'foldout',
    '--auth-local=trust',
    '--auth-host=reject',
    '--no-instructions',
  ]
  const text = ['-E', 'UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C']
  const speed = durable ? [] : ['--no-sync']
  return new Promise((resolve, reject) => {
    execFile(
      program,
      [...flags, ...text, ...speed],
      { ...user, cwd: folder, env: postgresEnv },
      (error, _, stderr) => {
        if (error) reject(explainFailure('The database could not be created', stderr || String(error)))
        else resolve()
      },
    )
  })
}

/** What a start that was killed half-way left behind. One that another live process is making stays. */
async function removeUnfinished(cluster: string): Promise<void> {
  const prefix = `${basename(cluster)}.init-`
  const entries = await readdir(dirname(cluster))
  for (const entry of entries.filter((name) => name.startsWith(prefix))) {
    const maker = Number(entry.slice(prefix.length))
    if (maker !== process.pid && isAlive(maker)) continue
    await rm(join(dirname(cluster), entry), { recursive: true, force: true })
  }
}
