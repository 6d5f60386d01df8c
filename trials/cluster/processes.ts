import { readdirSync, readlinkSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Every process that works in a folder or below it. A part has a folder of its own and so has the cluster: that finds what a
 * part has started too, also what its PostgreSQL or Patroni has cut loose from it.
 */
export function processesIn(folder: string): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && isWithin(folder, workingFolder(pid)))
}

const isWithin = (folder: string, path: string) => path === folder || path.startsWith(`${folder}/`)

/** Empty when it is gone or somebody else's. */
function workingFolder(pid: number) {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return ''
  }
}

/** Again and again, since one that is being ended may just be starting another. */
export async function killAllIn(folder: string) {
  for (let pids = processesIn(folder); pids.length > 0; pids = processesIn(folder)) {
    for (const pid of pids) signalTo(pid, 'SIGKILL')
    await sleep(10)
  }
}

export function signalAllIn(folder: string, signal: NodeJS.Signals) {
  for (const pid of processesIn(folder)) signalTo(pid, signal)
}

/** One that has gone meanwhile is fine as well. */
function signalTo(pid: number, signal: NodeJS.Signals) {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
