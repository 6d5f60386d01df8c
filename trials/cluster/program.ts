import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { changeOwner, type ServiceUser } from '#server/db/embedded/service-user.ts'
import type { Part } from './cluster.ts'
import { killAllIn, processesIn, signalAllIn } from './processes.ts'

export type Program = {
  name: string
  /** The program's own folder, with its log. Its child processes also run there. */
  folder: string
  /** Evaluated at each start, because the program may have another version by then. */
  command: () => string[]
  env?: Record<string, string>
  user?: ServiceUser | undefined
  isReady: () => Promise<boolean>
  /** Milliseconds until the start counts as failed. */
  startTimeoutMs?: number
}

/** After this time, a process that was asked to stop is killed. */
const stopTimeoutMs = 30_000

/** Creates a folder that the program's user may write to. */
export function makeFolder(cluster: string, name: string, user: ServiceUser | undefined) {
  const folder = join(cluster, name)
  mkdirSync(folder, { mode: 0o700 })
  changeOwner(user, folder)
  return folder
}

/** Runs a program as a part that can be stopped, frozen and restarted. */
export function openProgram(program: Program): Part {
  const { name, folder } = program
  let child: ChildProcess | undefined
  return {
    name,
    pid: () => (child && hasEnded(child) ? undefined : child?.pid),
    processes: () => processesIn(folder),
    kill: () => killAllIn(folder),
    freeze: () => signalAllIn(folder, 'SIGSTOP'),
    thaw: () => signalAllIn(folder, 'SIGCONT'),
    async start() {
      child = launch(program)
      await waitUntilReady(program, child)
    },
    async stop() {
      if (child && !hasEnded(child)) {
        child.kill('SIGTERM')
        await Promise.race([once(child, 'exit'), sleep(stopTimeoutMs, undefined, { ref: false })])
      }
      await killAllIn(folder)
    },
  }
}

const hasEnded = ({ exitCode, signalCode, pid }: ChildProcess) =>
  pid === undefined || exitCode !== null || signalCode !== null

const logPath = (folder: string) => join(folder, 'log')

/** Starts the program in its own session, so that Ctrl+C does not reach it, and with a clean environment. */
function launch({ folder, command, env = {}, user }: Program) {
  const log = openSync(logPath(folder), 'a')
  const [program = '', ...options] = command()
  const child = spawn(program, options, {
    ...user,
    cwd: folder,
    env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8', TZ: 'UTC', HOME: folder, ...env },
    stdio: ['ignore', log, log],
    detached: true,
  })
  child.on('error', () => undefined)
  closeSync(log)
  return child
}

async function waitUntilReady({ name, folder, isReady, startTimeoutMs = 60_000 }: Program, child: ChildProcess) {
  const startedAt = performance.now()
  for (;;) {
    const isLate = performance.now() - startedAt > startTimeoutMs
    if (!hasEnded(child) && (await isReady().catch(() => false))) return
    if (hasEnded(child) || isLate) {
      const output = readFileSync(logPath(folder), 'utf8').trimEnd().split('\n').slice(-12).join('\n')
      throw new Error(`${name} ${isLate ? 'is not ready in time' : 'did not start'}. The end of its log:\n${output}`)
    }
    await sleep(50)
  }
}

export async function isAcceptingConnections(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } finally {
    socket.destroy()
  }
}

export async function isHealthy(url: string): Promise<boolean> {
  const response = await fetch(url, { signal: AbortSignal.timeout(1_000) })
  await response.body?.cancel()
  return response.status === 200
}
