import { randomBytes } from 'node:crypto'
import { lstatSync, readlinkSync, statSync } from 'node:fs'
import { chmod, realpath, symlink } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { makePassableFolder } from '#server/process/private-files.ts'
import { canEnter, chooseServiceUser, type ServiceUser } from './service-user.ts'
import { EmbeddedPostgresError } from './start-error.ts'

type Location = { cluster: string; user: ServiceUser | undefined }

/**
 * The cluster is `<dataDir>/postgres`. Where the user who runs PostgreSQL cannot enter that folder (a project below
 * a home folder of mode 0700, started by root), `postgres` is a link into the state folder: the data stays bound to
 * this data folder even when the project moves.
 */
export async function locateCluster(options: {
  dataDir: string
  stateFolder: string
  log: (line: string) => void
}): Promise<Location> {
  const dataDir = await realpath(options.dataDir)
  const entry = join(dataDir, 'postgres')
  const cluster = targetOf(entry)
  const user = chooseServiceUser(cluster)
  if (!user || canEnter(user, cluster)) return { cluster, user }
  if (statSync(cluster, { throwIfNoEntry: false })) {
    throw new EmbeddedPostgresError(
      `The database in ${cluster} belongs to user ${user.uid}, who may not enter a folder above it. ` +
        'Allow it (chmod o+x), or move the data folder and name it with DATA_DIR.',
    )
  }
  if (canEnter(user, dirname(cluster))) return { cluster, user }
  return { cluster: await moveToState(entry, options), user }
}

async function moveToState(
  entry: string,
  { stateFolder, log }: { stateFolder: string; log: (line: string) => void },
): Promise<string> {
  const project = basename(dirname(dirname(entry)))
  const home = join(stateFolder, `${project}-${randomBytes(4).toString('hex')}`)
  makePassableFolder(home, 0o755)
  await chmod(stateFolder, 0o755)
  await symlink(join(home, 'postgres'), entry)
  log(
    `The database is kept in ${home}: PostgreSQL cannot run as root, and its user may not enter this project.`,
  )
  return join(home, 'postgres')
}

function targetOf(entry: string): string {
  return lstatSync(entry, { throwIfNoEntry: false })?.isSymbolicLink() ? readlinkSync(entry) : entry
}
