/** `cpuMs` is the CPU time of the process per request. Latencies are in milliseconds. */
export type Figures = { perSecond: number; p50: number; p99: number; cpuMs: number }
/** Milliseconds per statement in PostgreSQL, including the round trip, without other load. */
export type DatabaseTime = { median: number; worst: number }
export type RoundFigures = { perSecond: number; latencies: number[]; cpuMs: number }

export function figuresOf(rounds: RoundFigures[]): Figures {
  const latencies = rounds.flatMap((round) => round.latencies)
  const cpu = rounds.reduce((total, turn) => total + turn.cpuMs, 0)
  return {
    perSecond: median(rounds.map((turn) => turn.perSecond)),
    p50: percentile(latencies, 0.5),
    p99: percentile(latencies, 0.99),
    cpuMs: cpu / Math.max(1, latencies.length),
  }
}

export const median = (numbers: number[]) => percentile(numbers, 0.5)

/** The nearest-rank percentile: the number at `fraction` of the sorted list. Returns 0 for an empty list. */
export function percentile(numbers: number[], fraction: number) {
  const sorted = numbers.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * fraction))] ?? 0
}
