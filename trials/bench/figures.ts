/** `cpuMs` is the process's own time per request; latencies in milliseconds. */
export type Figures = { perSecond: number; p50: number; p99: number; cpuMs: number }
/** What PostgreSQL and the way there take for one, nothing else going on; milliseconds. */
export type DatabaseTime = { median: number; worst: number }
export type Turn = { perSecond: number; latencies: number[]; cpuMs: number }

export function figuresOf(turns: Turn[]): Figures {
  const latencies = turns.flatMap((turn) => turn.latencies)
  const cpu = turns.reduce((sum, turn) => sum + turn.cpuMs, 0)
  return {
    perSecond: median(turns.map((turn) => turn.perSecond)),
    p50: percentile(latencies, 0.5),
    p99: percentile(latencies, 0.99),
    cpuMs: cpu / Math.max(1, latencies.length),
  }
}

export const median = (numbers: number[]) => percentile(numbers, 0.5)

/** The least that no more than `part` of the numbers lie below; 0 of none. */
export function percentile(numbers: number[], part: number) {
  const sorted = numbers.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0
}
