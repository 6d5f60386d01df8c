import { type ChildProcess, spawn } from 'node:child_process'
import type { ServiceUser } from './service-user.ts'

/**
 * Beside the server runs a watcher, reading from a pipe that only our process holds open. The pipe ends when our
 * process does, even by SIGKILL; then the watcher asks for a fast shutdown. It asks until the server is gone, since
 * a server in its very first milliseconds does not hear it, and wakes it, since one that stands still (SIGSTOP) hears nothing
 * until it goes on, nor do those that work for it. A signal for everybody (from a service supervisor) must not end the
 * watcher before the server.
 */
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

export type Lifeline = {
  child: ChildProcess
  ended: Promise<void>
  release(): Promise<void>
}

/** Runs a program that ends with our process, however that ends; what it prints goes to the log. */
export function spawnOnLifeline(
  command: string[],
  options: { user: ServiceUser | undefined; cwd: string; socketFolder?: string; logFd: number },
): Lifeline {
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
  // Its end may come before ours of the pipe.
  child.stdin?.on('error', () => undefined)
  const release = () => {
    child.ref()
    child.stdin?.end()
    return ended
  }
  return { child, ended, release }
}

/** All that PostgreSQL sees of our environment: PGPORT, PGDATA or a foreign locale would change what it does. */
export const postgresEnv = { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' }
