import { randomUUID } from 'node:crypto'
import { type Figures, figuresOf, type Turn } from '../figures.ts'
import { load } from '../load.ts'
import { processCpu } from '../postgres-cpu.ts'
import { nth } from '../scenario.ts'
import { agreementOf } from './agreement.ts'
import type { Asked, Peer } from './peer.ts'
import type { Line } from './peers-report.ts'
import type { Asking } from './questions.ts'
import { ask, type Running } from './server-process.ts'

export type Contestant = { peer: Peer; running: Running }
type Pace = { seconds: number; rounds: number; postgresCpu: () => number }
type Requests = (n: number, connection: number) => Buffer

const connections = 10
const mostCompared = 50

/** Asks all of them in turn, round after round, so that what else the machine does befalls all. */
export async function measureAsking(
  { title, questions }: Asking,
  contestants: Contestant[],
  pace: Pace,
): Promise<Line> {
  const answers: { ids: string[]; bytes: number }[][] = []
  for (const { peer, running } of contestants) {
    const own = []
    for (const question of questions.slice(0, mostCompared)) {
      const answer = await ask(running.port, peer.ask(question))
      own.push({ ids: peer.idsIn(answer), bytes: Buffer.byteLength(JSON.stringify(answer)) })
    }
    answers.push(own)
  }
  const requests = contestants.map(({ peer }) => {
    const made = questions.map((question) => bytesOf(peer.ask(question)))
    return (n: number) => nth(made, n)
  })
  const figures = await takeTurns(contestants, requests, pace)
  const idsOf = (side: number) => (answers[side] ?? []).map(({ ids }) => ids)
  return {
    title,
    sides: figures.map((each, side) => ({
      ...each,
      bytes: meanOf((answers[side] ?? []).map(({ bytes }) => bytes)),
      agreement: side === 0 ? null : agreementOf(idsOf(0), idsOf(side)),
    })),
  }
}

/** Every connection makes a favorite, takes it back and goes on to its next zine; half of the requests are either. */
export async function measureFavorites(
  zines: string[],
  contestants: Contestant[],
  pace: Pace,
): Promise<Line> {
  const requests = contestants.map(({ peer }) => favoring(peer, zines))
  const figures = await takeTurns(contestants, requests, pace)
  return {
    title: 'a favorite, made or taken back',
    sides: figures.map((each) => ({ ...each, bytes: 0, agreement: null })),
  }
}

function favoring(peer: Peer, zines: string[]): Requests {
  const turns = Array.from({ length: connections }, () => ({ count: 0, undo: null as Asked | null }))
  return (_n, connection) => {
    const turn = nth(turns, connection)
    if (turn.undo) {
      const asked = turn.undo
      turn.undo = null
      return bytesOf(asked)
    }
    const zine = nth(zines, connection + connections * turn.count++)
    const { make, undo } = peer.favor(zine, randomUUID())
    turn.undo = undo
    return bytesOf(make)
  }
}

async function takeTurns(contestants: Contestant[], requests: Requests[], pace: Pace): Promise<Figures[]> {
  const turns: Turn[][] = contestants.map(() => [])
  for (let round = -1; round < pace.rounds; round++)
    for (const [side, { peer, running }] of contestants.entries()) {
      const cpu = () => processCpu(running.pid) + pace.postgresCpu()
      const before = cpu()
      const measured = await load({
        port: running.port,
        request: requests[side] as Requests,
        status: peer.statuses,
        connections,
        pace: { seconds: round < 0 ? 1 : pace.seconds / pace.rounds },
      })
      // The first round is for warming up.
      if (round >= 0) turns[side]?.push({ ...measured, cpuMs: cpu() - before })
    }
  return turns.map(figuresOf)
}

const meanOf = (numbers: number[]) =>
  numbers.reduce((total, number) => total + number, 0) / Math.max(1, numbers.length)

function bytesOf({ method, path, headers = {}, body }: Asked) {
  const text = body === undefined ? '' : JSON.stringify(body)
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  if (text) lines.push('content-type: application/json', `content-length: ${Buffer.byteLength(text)}`)
  return Buffer.from([`${method} ${path} HTTP/1.1`, 'host: 127.0.0.1', ...lines, '', text].join('\r\n'))
}
