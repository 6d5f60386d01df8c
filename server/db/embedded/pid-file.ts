import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** `socketFolder` and `status` (`starting`, `ready` or `stopping`) are empty right after a server starts. */
export type PidFile = { pid: number; socketFolder: string; status: string }

export function readPidFile(cluster: string): PidFile | undefined {
  const lines = readLines(cluster)
  const pid = Number(lines?.[0])
  if (!lines || !pid) return undefined
  return { pid, socketFolder: lines[4] ?? '', status: lines[7]?.trim() ?? '' }
}

/** Replaces the process id of a crashed server, which another process may have now. PostgreSQL still checks the rest. */
export function invalidatePidFile(cluster: string): void {
  const lines = readLines(cluster)
  if (lines) writeFileSync(join(cluster, 'postmaster.pid'), ['2147483647', ...lines.slice(1)].join('\n'))
}

function readLines(cluster: string): string[] | undefined {
  try {
    return readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')
  } catch {
    return undefined
  }
}

/** A zombie process, killed but not yet reaped by its parent, is not alive. */
export function isAlive(pid: number): boolean {
  return commandLineOf(pid) !== ''
}

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
