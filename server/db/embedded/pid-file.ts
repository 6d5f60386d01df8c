import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** `startedAt` is in seconds since 1970; `status` is `starting`, `ready` or `stopping`, absent in the first moments. */
export type PidFile = { pid: number; startedAt: string; status: string }

export function readPidFile(cluster: string): PidFile | undefined {
  const lines = linesOf(cluster)
  const pid = Number(lines?.[0])
  if (!lines || !pid) return undefined
  return { pid, startedAt: lines[2] ?? '', status: lines[7]?.trim() ?? '' }
}

/**
 * After a crash the number in the file may belong to any process by now, and PostgreSQL would take that one for a
 * server. Only the number is replaced, by one no process can have: from the rest of the file PostgreSQL still sees
 * whether processes of the crashed server are at work on the data.
 */
export function disownPidFile(cluster: string): void {
  const lines = linesOf(cluster)
  if (lines) writeFileSync(join(cluster, 'postmaster.pid'), ['2147483647', ...lines.slice(1)].join('\n'))
}

function linesOf(cluster: string): string[] | undefined {
  try {
    return readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')
  } catch {
    return undefined
  }
}
