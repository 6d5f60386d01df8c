import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** A process that was killed and waits for its parent to notice is not alive. */
export function isAlive(pid: number): boolean {
  return commandLineOf(pid) !== ''
}

/** @returns the words a process was started with, or none if there is no such process */
export function commandLineOf(pid: number): string {
  if (process.platform !== 'linux') {
    const list = spawnSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' })
    return list.stdout ?? ''
  }
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
  } catch {
    return ''
  }
}
