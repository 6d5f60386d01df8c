import { type DatabaseTime, type Figures, figuresOf, median, type Turn } from './figures.ts'
import { type Asked, httpRequest, load, type Pace } from './load.ts'
import type { MeasuredProcess } from './measured-process.ts'
import type { Sample } from './sample.ts'
import type { Scenario, Target } from './scenario.ts'

export type Contestants = {
  app: MeasuredProcess
  floor: MeasuredProcess
  sample: Sample
  cookie: string
  token: string
}
export type Result = {
  name: string
  title: string
  app: Figures
  floor: Figures | null
  ratio: number | null
  database: DatabaseTime | null
  least: Target
}

const rounds = 5
const usualConnections = 10
/** Requests of which app and floor must answer the same bytes. */
const compared = [0, 3, 17, 41]

/**
 * App and floor take turns, so that what else the machine does befalls both; the ratio is the median of the rounds'.
 * `seconds` of measuring in all, warming up not counted, or so many `toggles` of the app, where those are measured.
 */
export async function compare(
  scenario: Scenario,
  contestants: Contestants,
  { seconds, toggles }: { seconds: number; toggles?: number },
): Promise<Omit<Result, 'database'>> {
  await assertSameBytes(scenario, contestants)
  const sides = sidesOf(scenario, contestants)
  const all = (scenario.everyMs ?? 0) / 1000
  for (const side of sides) await runRound(side, { seconds: Math.max(1, all) })
  const pace: Pace =
    scenario.toggles && toggles
      ? { requests: Math.ceil(toggles / rounds) }
      : { seconds: Math.max(seconds / rounds / 2, all) }
  const turns: Turn[][] = []
  for (let round = 0; round < rounds; round++) {
    const turn: Turn[] = []
    for (const side of sides) turn.push(await runRound(side, pace))
    turns.push(turn)
  }
  const [app, floor] = sides.map((_, side) => figuresOf(turns.flatMap((turn) => turn[side] ?? [])))
  if (!app) throw new Error('no rounds')
  const ratio = floor ? median(turns.map(([a, f]) => (a?.perSecond ?? 0) / (f?.perSecond ?? 1))) : null
  const { name, title, least } = scenario
  return { name, title, app, floor: floor ?? null, ratio, least }
}

type Ask = (n: number, connection: number) => Asked
type Side = {
  process: MeasuredProcess
  request: Ask
  status?: number
  connections: number
  everyMs?: number
}

function sidesOf(scenario: Scenario, { app, floor, sample, ...reader }: Contestants): Side[] {
  const { name, connections = usualConnections, everyMs, oneAfterTheOther } = scenario
  const kept = oneAfterTheOther ? (make: Ask) => make : remembered
  const ask: Ask = (n, own) => httpRequest(scenario.request(sample, n, own), reader)
  const askFloor: Ask = (n, own) => {
    const asked = oneAfterTheOther
      ? { ...scenario.request(sample, n, own), path: `/${name}/${own}` }
      : { path: `/${name}/${n}` }
    return httpRequest(asked, reader)
  }
  const pace = { connections, ...(everyMs && { everyMs }) }
  const measured = { process: app, request: kept(ask), status: scenario.status ?? 200, ...pace }
  return scenario.floor ? [measured, { process: floor, request: kept(askFloor), ...pace }] : [measured]
}

/** A thousand different requests, made before they are needed. */
function remembered(make: Ask): Ask {
  const made = Array.from({ length: 1000 }, (_, n) => make(n, 0))
  return (n) => made[n % 1000] as Asked
}

async function runRound({ process, status = 200, ...asked }: Side, pace: Pace): Promise<Turn> {
  const before = await process.usage()
  const measured = await load({ port: process.port, status, pace, ...asked })
  const after = await process.usage()
  return { ...measured, cpuMs: after.cpuMs - before.cpuMs }
}

/** A floor that answers something else is no floor. */
async function assertSameBytes({ name, repeatable, request }: Scenario, { app, floor, sample }: Contestants) {
  if (!repeatable) return
  for (const n of compared) {
    const { path } = request(sample, n, 0)
    const [ours, theirs] = await Promise.all([bodyOf(app.port, path), bodyOf(floor.port, `/${name}/${n}`)])
    if (!ours.equals(theirs)) throw new Error(`App and floor answer different bytes to ${path} (${name}).`)
  }
}

const bodyOf = async (port: number, path: string) =>
  Buffer.from(await (await fetch(`http://127.0.0.1:${port}${path}`)).arrayBuffer())
