import { setTimeout as sleep } from 'node:timers/promises'
import { commandLineOf } from './liveness.ts'
import { disownPidFile, readPidFile } from './pid-file.ts'
import { alreadyRunning, EmbeddedPostgresError } from './start-error.ts'

/** A Foldout killed a moment ago leaves a server that is told to stop within milliseconds; a running one does not. */
const graceMs = 2_000
const shutdownMs = 60_000

/**
 * Returns once no server runs on the cluster. Two starts that pass here together are told apart by PostgreSQL's own
 * lock file.
 * @throws if Foldout is running on it
 */
export async function awaitPreviousServer(cluster: string): Promise<void> {
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
