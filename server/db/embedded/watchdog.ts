import { type ChildProcess, spawn } from 'node:child_process'
import type { ServiceUser } from './service-user.ts'

/** A watcher on our pipe stops PostgreSQL when this process dies. It wakes a SIGSTOPped server and ignores signals. */
const script = `
exec 3<&0
"$@" </dev/null 3<&- & server=$!
trap '' INT TERM HUP
(read -r _ <&3; while kill -INT $server; do pkill -CONT -P $server; kill -CONT $server; sleep 1; done) 2>/dev/null & watcher=$!
wait $server; status=$?
kill -KILL $watcher
[ -z "$SOCKET_FOLDER" ] || rm -rf "$SOCKET_FOLDER"
exit $status
`

export type Watchdog = {
  child: ChildProcess
  ended: Promise<void>
  release(): Promise<void>
}

export function spawnWithWatchdog(
  command: string[],
  options: { user: ServiceUser | undefined; cwd: string; socketFolder?: string; logFd: number },
): Watchdog {
  const child = spawn('/bin/sh', ['-c', script, 'foldout-postgres', ...command], {
    ...options.user,
    cwd: options.cwd,
    env: { ...postgresEnv, SOCKET_FOLDER: options.socketFolder ?? '' },
    stdio: ['pipe', options.logFd, options.logFd],
    detached: true,
  })
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
    child.once('error', () => resolve())
  })
  // The child process may exit before this end of the pipe is closed.
  child.stdin?.on('error', () => undefined)
  const release = () => {
    child.ref()
    child.stdin?.end()
    return ended
  }
  return { child, ended, release }
}

/** The whole environment of PostgreSQL: PGPORT, PGDATA or another locale would change its behaviour. */
export const postgresEnv = { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' }
