import { readdirSync, readlinkSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * All processes that run in a folder or below it. Each part and the whole cluster have their own folders, so this also finds
 * child processes, even those that PostgreSQL or Patroni have detached.
 */
export function processesIn(folder: string): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && isInside(folder, workingFolder(pid)))
}

const isInside = (folder: string, path: string) => path === folder || path.startsWith(`${folder}/`)

/** Empty if the process has ended or belongs to another user. */
function workingFolder(pid: number) {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return ''
  }
}

/** Repeats, because a process may start another one while it ends. */
export async function killAllIn(folder: string) {
  for (let pids = processesIn(folder); pids.length > 0; pids = processesIn(folder)) {
    for (const pid of pids) sendSignal(pid, 'SIGKILL')
    await sleep(10)
  }
}

export function signalAllIn(folder: string, signal: NodeJS.Signals) {
  for (const pid of processesIn(folder)) sendSignal(pid, signal)
}

/** Ignores a process that has already ended. */
function sendSignal(pid: number, signal: NodeJS.Signals) {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
