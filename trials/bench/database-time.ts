import { openPool } from '#server/db/connection.ts'
import { type DatabaseTime, median } from './figures.ts'
import type { Sample } from './sample.ts'
import type { Scenario } from './scenario.ts'

const calls = 100

/**
 * How long the floor's statements take, one after the other on one connection with nothing else going on; what they
 * read was read before. The worst is that of a text at its best of two, so that a pause of the machine is not taken
 * for a slow search.
 */
export async function timeDatabase(
  { floor, isTimed }: Scenario,
  sample: Sample,
  databaseUrl: string,
): Promise<DatabaseTime | null> {
  if (!floor || !isTimed) return null
  const pool = openPool({ connectionString: databaseUrl }, 1)
  try {
    const timed = async (n: number) => {
      const start = performance.now()
      await floor(pool, sample, n, '')
      return performance.now() - start
    }
    const takes: number[][] = []
    for (let round = 0; round < 3; round++) takes.push(await inTurn(timed))
    const [, ...warm] = takes
    const best = Array.from({ length: calls }, (_, n) => Math.min(...warm.map((take) => take[n] ?? 0)))
    return { median: median(warm.flat()), worst: Math.max(...best) }
  } finally {
    await pool.end()
  }
}

async function inTurn(timed: (n: number) => Promise<number>) {
  const times: number[] = []
  for (let n = 0; n < calls; n++) times.push(await timed(n))
  return times
}
