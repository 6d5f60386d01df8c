import { openPool } from '#server/db/connection.ts'
import { type DatabaseTime, type Figures, figuresOf, median, type RoundFigures } from './figures.ts'
import { httpRequest, load } from './load.ts'
import type { MeasuredProcess } from './measured-process.ts'
import type { Sample } from './sample.ts'
import type { Request, Scenario, Target } from './scenario.ts'

export type ComparedServers = { app: MeasuredProcess; floor: MeasuredProcess; sample: Sample }
export type Result = {
  name: string
  title: string
  app: Figures
  floor: Figures | null
  ratio: number | null
  database: DatabaseTime | null
  target: Target
}

const rounds = 5
/** The requests for which app and baseline must return the same bytes. */
const comparedRequests = [0, 3, 17, 41]

/**
 * App and baseline take turns, so that other load on the machine affects both. The ratio is the median over the rounds.
 * `seconds` is the total time of measuring without the warm-up.
 */
export async function compare(
  scenario: Scenario,
  contestants: ComparedServers,
  seconds: number,
): Promise<Omit<Result, 'database'>> {
  await assertSameBytes(scenario, contestants)
  const { name, title, target } = scenario
  const { app, floor, sample } = contestants
  const appSide = { process: app, request: precomputed((n) => scenario.request(sample, n)) }
  const floorSide = { process: floor, request: precomputed((n) => ({ path: `/${name}/${n}` })) }
  const sides = scenario.floor ? [appSide, floorSide] : [appSide]
  for (const side of sides) await runRound(side, 1)
  const roundsBySide: RoundFigures[][] = []
  for (let round = 0; round < rounds; round++) {
    const round: RoundFigures[] = []
    for (const side of sides) round.push(await runRound(side, seconds / rounds / 2))
    roundsBySide.push(round)
  }
  const [figures, floorFigures = null] = sides.map((_, at) => figuresOf(roundsBySide.flatMap((turn) => turn[at] ?? [])))
  if (!figures) throw new Error('no rounds')
  const ratios = roundsBySide.map(([ours, theirs]) => (ours?.perSecond ?? 0) / (theirs?.perSecond ?? 1))
  return { name, title, app: figures, floor: floorFigures, ratio: floorFigures && median(ratios), target }
}

type Side = { process: MeasuredProcess; request: (n: number) => ReturnType<typeof httpRequest> }

/** Prepares a thousand different requests in advance. */
function precomputed(make: (n: number) => Request): Side['request'] {
  const requests = Array.from({ length: 1000 }, (_, n) => httpRequest(make(n)))
  return (n) => requests[n % 1000] as ReturnType<typeof httpRequest>
}

async function runRound({ process, request }: Side, seconds: number): Promise<RoundFigures> {
  const before = await process.usage()
  const measured = await load({ port: process.port, request, seconds })
  const after = await process.usage()
  return { ...measured, cpuMs: after.cpuMs - before.cpuMs }
}

/** A baseline that returns different bytes does not measure the same work. */
async function assertSameBytes({ name, repeatable, request }: Scenario, { app, floor, sample }: ComparedServers) {
  if (!repeatable) return
  for (const n of comparedRequests) {
    const { path } = request(sample, n)
    const [ours, theirs] = await Promise.all([bodyOf(app.port, path), bodyOf(floor.port, `/${name}/${n}`)])
    if (!ours.equals(theirs)) throw new Error(`App and floor answer different bytes to ${path} (${name}).`)
  }
}

const bodyOf = async (port: number, path: string) =>
  Buffer.from(await (await fetch(`http://127.0.0.1:${port}${path}`)).arrayBuffer())

const timedCallCount = 100

/**
 * Times the baseline's statements one after another on one idle connection with a warm cache. `worst` is the slowest text,
 * each with the better of its two times, so that a pause of the machine does not count as a slow search.
 */
export async function timeDatabase(
  { floor, isTimed }: Scenario,
  sample: Sample,
  databaseUrl: string,
): Promise<DatabaseTime | null> {
  if (!floor || !isTimed) return null
  const pool = openPool({ connectionString: databaseUrl }, 1)
  try {
    const timesByRound: number[][] = []
    for (let round = 0; round < 3; round++) {
      const times: number[] = []
      for (let n = 0; n < timedCallCount; n++) {
        const start = performance.now()
        await floor(pool, sample, n)
        times.push(performance.now() - start)
      }
      timesByRound.push(times)
    }
    const [, ...warmRounds] = timesByRound
    const bestTimes = Array.from({ length: timedCallCount }, (_, n) =>
      Math.min(...warmRounds.map((take) => take[n] ?? 0)),
    )
    return { median: median(warmRounds.flat()), worst: Math.max(...bestTimes) }
  } finally {
    await pool.end()
  }
}
