import type { Sample } from './library.ts'
import { load, type Measured } from './load.ts'
import type { MeasuredProcess } from './measured-process.ts'
import type { Request, Scenario, Target } from './scenarios.ts'

export type Contestants = {
  app: MeasuredProcess
  floor: MeasuredProcess
  sample: Sample
  cookie: string
  token: string
}
/** `cpuMs` is the process's own time per request; latencies in milliseconds. */
export type Figures = { perSecond: number; p50: number; p99: number; cpuMs: number }
export type Result = {
  name: string
  title: string
  app: Figures
  floor: Figures | null
  ratio: number | null
  least: Scenario['least']
  reached: boolean
}

const rounds = 5
const usualConnections = 10

/**
 * App and floor take turns, so that what else the machine does befalls both; the ratio is the median of the rounds'.
 * `seconds` of measuring in all, warming up not counted; `before` are the results of the run so far.
 */
export async function compare(
  scenario: Scenario,
  contestants: Contestants,
  { seconds, before }: { seconds: number; before: Result[] },
): Promise<Result> {
  await assertSameBytes(scenario, contestants)
  const sides = sidesOf(scenario, contestants)
  const all = (scenario.everyMs ?? 0) / 1000
  for (const side of sides) await runRound(side, Math.max(1, all))
  const slice = Math.max(seconds / rounds / 2, all)
  const turns: Turn[][] = []
  for (let round = 0; round < rounds; round++) {
    const turn: Turn[] = []
    for (const side of sides) turn.push(await runRound(side, slice))
    turns.push(turn)
  }
  const [app, floor] = sides.map((_, side) => figures(turns.flatMap((turn) => turn[side] ?? [])))
  const ratio = floor ? median(turns.map(([a, f]) => (a?.perSecond ?? 0) / (f?.perSecond ?? 1))) : null
  const { name, title, least } = scenario
  if (!app) throw new Error('no rounds')
  return {
    name,
    title,
    app,
    floor: floor ?? null,
    ratio,
    least,
    reached: isReached(least, app, ratio, before),
  }
}

/** Where a target names both a rate and a ratio, one of them is enough, and p99 is kept besides. */
function isReached(least: Target, app: Figures, ratio: number | null, before: Result[]) {
  const over = before.find(({ name }) => name === least.over)?.app.cpuMs ?? 0
  const { p99Ms = Number.POSITIVE_INFINITY, ...others } = least
  if (app.p99 > p99Ms) return false
  return (
    Object.keys(others).length === 0 ||
    (least.ratio !== undefined && (ratio ?? 0) >= least.ratio) ||
    (least.perSecond !== undefined && app.perSecond >= least.perSecond) ||
    (least.cpuMs !== undefined && app.cpuMs - over <= least.cpuMs)
  )
}

type Ask = (n: number, connection: number) => Buffer
type Side = {
  process: MeasuredProcess
  request: Ask
  status?: number
  connections: number
  everyMs?: number
}
type Turn = Measured & { cpuMs: number }

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
  return (n) => made[n % 1000] as Buffer
}

type Reader = Pick<Contestants, 'cookie' | 'token'>

function httpRequest(
  { path, method = 'GET', body, asReader, cookie: own }: Request,
  { cookie, token }: Reader,
) {
  const text = body === undefined ? '' : JSON.stringify(body)
  const head = [`${method} ${path} HTTP/1.1`, 'host: 127.0.0.1']
  if (own || asReader === true) head.push(`cookie: ${own ?? cookie}`)
  if (asReader === 'token') head.push(`authorization: Bearer ${token}`)
  if (text) head.push('content-type: application/json', `content-length: ${Buffer.byteLength(text)}`)
  return Buffer.from(`${head.join('\r\n')}\r\n\r\n${text}`)
}

async function runRound({ process, status = 200, ...asked }: Side, seconds: number): Promise<Turn> {
  const before = await process.usage()
  const measured = await load({ port: process.port, status, seconds, ...asked })
  const after = await process.usage()
  return { ...measured, cpuMs: after.cpuMs - before.cpuMs }
}

function figures(turns: Turn[]): Figures {
  const latencies = turns.flatMap((turn) => turn.latencies).sort((a, b) => a - b)
  const at = (part: number) => latencies[Math.floor(latencies.length * part)] ?? 0
  const cpu = turns.reduce((sum, turn) => sum + turn.cpuMs, 0)
  return {
    perSecond: median(turns.map((turn) => turn.perSecond)),
    p50: at(0.5),
    p99: at(0.99),
    cpuMs: cpu / latencies.length,
  }
}

function median(numbers: number[]) {
  const sorted = numbers.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}

/** A floor that answers something else is no floor. */
async function assertSameBytes({ name, repeatable, request }: Scenario, { app, floor, sample }: Contestants) {
  if (!repeatable) return
  const [ours, theirs] = await Promise.all([
    bodyOf(app.port, request(sample, 3, 0).path),
    bodyOf(floor.port, `/${name}/3`),
  ])
  if (ours !== theirs) throw new Error(`App and floor answer different bytes for ${name}.`)
}

const bodyOf = async (port: number, path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).text()
