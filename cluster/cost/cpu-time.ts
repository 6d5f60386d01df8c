import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

let tickMs: number | undefined

/**
 * What processes have had of the processors so far, in milliseconds, and what those had that they started and that have ended since.
 * How busy the machine is otherwise plays no part in it.
 */
export function cpuTime(pids: number[]): number {
  tickMs ??= 1000 / Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }))
  return pids.reduce((sum, pid) => sum + ticksOf(pid), 0) * tickMs
}

/** Own time, the kernel's for it, and both of its children: columns 14 to 17 of proc(5). The second may hold blanks. */
function ticksOf(pid: number) {
  try {
    const [, rest = ''] = /^\d+ \(.*\) (.*)$/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? []
    const columns = rest.split(' ').slice(11, 15).map(Number)
    return columns.reduce((sum, ticks) => sum + ticks, 0)
  } catch {
    return 0
  }
}
