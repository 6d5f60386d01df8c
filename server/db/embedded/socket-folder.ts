import { mkdtemp, realpath } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { canEnter, giveTo, type ServiceUser } from './service-user.ts'
import { EmbeddedPostgresError } from './start-error.ts'

/** The system allows 107 bytes for a socket's path (103 on macOS), of which `/foldout-XXXXXX/.s.PGSQL.5432.lock` takes 35. */
const longestParent = 68

/** Mode 0700: entering this folder is the only key to the database. */
export async function createSocketFolder(user: ServiceUser | undefined): Promise<string> {
  for (const parent of [tmpdir(), '/tmp', '/run', '/dev/shm']) {
    const folder = await tryFolder(parent, user)
    if (folder) return folder
  }
  throw new EmbeddedPostgresError(
    'There is no temporary folder for PostgreSQL’s socket. Name a short one with TMPDIR.',
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
