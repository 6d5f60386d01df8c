import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '#tests/support/free-port.ts'
import type { Asked, Peer } from './peer.ts'

export type Running = { port: number; pid: number; firstAnswerMs: number; stop(): Promise<void> }

const longestStartMs = 120_000
const longestStopMs = 10_000
const longestAnswerMs = 60_000

/** Starts a server and asks until it answers. */
export async function startServer(
  { title, node, server }: Pick<Peer, 'title' | 'node' | 'server'>,
  asked: Asked,
): Promise<Running> {
  const port = await freePort()
  const { args, env, cwd } = server(port)
  const start = performance.now()
  const child = spawn(node, args, {
    cwd,
    env: { ...process.env, NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  let failure: Error | undefined
  child.once('error', (error) => {
    failure = error
  })
  const stop = () => stopped(child)
  while (performance.now() - start < longestStartMs && !failure && !hasEnded(child)) {
    const answer = await ask(port, asked).catch(() => undefined)
    if (answer) return { port, pid: child.pid ?? 0, firstAnswerMs: performance.now() - start, stop }
    await sleep(10)
  }
  await stop()
  throw new Error(`${title} did not start.`, { cause: failure })
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null

async function stopped(child: ChildProcess) {
  if (hasEnded(child)) return
  const kill = setTimeout(() => child.kill('SIGKILL'), longestStopMs)
  child.kill('SIGTERM')
  await once(child, 'exit')
  clearTimeout(kill)
}

/** What it answers, read as JSON. */
export async function ask(port: number, { method, path, headers, body }: Asked): Promise<unknown> {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    signal: AbortSignal.timeout(longestAnswerMs),
    headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${method} ${path} was answered ${answer.status}: ${text.slice(0, 500)}`)
  return text === '' ? null : JSON.parse(text)
}

/** In megabytes, as Linux counts them: now, and at the highest. */
export function memoryOf(pid: number) {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const kilobytes = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1])
  return { now: kilobytes('VmRSS') / 1024, highest: kilobytes('VmHWM') / 1024 }
}
