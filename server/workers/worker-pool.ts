import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import type { Config } from '#server/config/config.ts'
import { openDatabase } from '#server/db/database.ts'
import { type Timeouts, timeouts } from '#server/http/request-limits.ts'
import type { Families } from '#server/metrics/metrics.ts'
import { logLine } from '#server/process/log-line.ts'
import { stopInOrder } from '#server/process/stopping.ts'
import type { ProcessRole } from '#server/start.ts'

/** Messages from the primary to a worker: stop, use another database URL, or report metrics. */
export type WorkerMessage = { stop: true } | { databaseUrl: string } | { requestId: number }
export type WorkerResponse = { requestId: number; families: Families }

/** A worker that ends sooner than this after its start, in milliseconds, is restarted with a delay. */
const minUptimeMs = 10_000
const maxRestartDelayMs = 30_000
/** Time for a worker to end after the time for its requests: their last responses, then its connections. */
const killDelayMs = 8_000

/** The workers of this machine: `WORKERS` processes, each restarted when it ends unexpectedly. */
export class WorkerPool {
  readonly #config: Config
  readonly #running = new Map<Worker, number>()
  readonly #stopping = new AbortController()
  #supervised: Promise<void>[] = []
  #databaseUrl = ''

  constructor(config: Config) {
    this.#config = config
  }

  /** Starts the first worker alone, so that a failed start is reported once. */
  async start() {
    const first = this.#fork(1)
    await waitUntilListening(first)
    const slots = Array.from({ length: this.#config.workers }, (_, index) => index + 1)
    this.#supervised = slots.map((slot) => this.#supervise(slot, slot === 1 ? first : this.#fork(slot)))
  }

  /** Workers finish their requests and refuse new ones. Those that do not end in time are killed. */
  async stop(timeoutMs: number) {
    this.#stopping.abort()
    this.#broadcast({ stop: true })
    const killTimer = setTimeout(() => this.#killAll(), timeoutMs)
    await Promise.all(this.#supervised)
    clearTimeout(killTimer)
  }

  #killAll() {
    for (const { process } of this.#running.keys()) process.kill('SIGKILL')
  }

  get running(): ReadonlyMap<Worker, number> {
    return this.#running
  }

  setDatabaseUrl(databaseUrl: string) {
    this.#databaseUrl = databaseUrl
    this.#broadcast({ databaseUrl })
  }

  async #supervise(slot: number, worker: Worker) {
    const { signal } = this.#stopping
    for (let quickExits = 0; ; ) {
      const startedAt = Date.now()
      const description = await waitForExit(worker)
      quickExits = Date.now() - startedAt < minUptimeMs ? quickExits + 1 : 0
      if (signal.aborted) return
      const ms = quickExits === 0 ? 0 : Math.min(maxRestartDelayMs, 500 * 2 ** quickExits)
      logLine(`Process ${slot} of ${this.#config.workers} ${description}; ${describeDelay(ms)}`, 40)
      await pause(ms, undefined, { signal }).catch(() => undefined)
      if (signal.aborted) return
      worker = this.#fork(slot)
    }
  }

  #fork(slot: number) {
    const worker = cluster.fork({ DATABASE_URL: this.#databaseUrl, FOLDOUT_JOBS: this.#jobModeOf(slot) })
    this.#running.set(worker, slot)
    worker.once('exit', () => this.#running.delete(worker))
    void waitForSpawnError(worker).then(() => this.#running.delete(worker))
    return worker
  }

  /** One worker runs the jobs. With the bundled database no other process can, so locks of its predecessor are released. */
  #jobModeOf(slot: number): ProcessRole['jobs'] {
    if (slot !== 1) return 'none'
    return this.#config.databaseUrl ? 'beside other processes' : 'alone'
  }

  #broadcast(message: WorkerMessage) {
    for (const worker of this.#running.keys()) worker.send(message, () => undefined)
  }
}

async function waitUntilListening(worker: Worker) {
  const isOpen = await Promise.race([
    once(worker, 'listening').then(() => true),
    once(worker, 'exit').then(() => false),
  ])
  if (!isOpen) throw new Error('Foldout did not start: its first process exited.')
}

/** A process that could not be spawned never exits. */
const waitForSpawnError = (worker: Worker) =>
  new Promise<Error>((resolve) => {
    worker.on('error', (error) => worker.process.pid === undefined && resolve(error))
  })

async function waitForExit(worker: Worker) {
  const exited = once(worker.process, 'exit').catch((error: Error) => error)
  const exitOrError = await Promise.race([exited, waitForSpawnError(worker)])
  if (exitOrError instanceof Error) return `could not be started (${exitOrError.message})`
  const [code, signal] = exitOrError as [number, string | null]
  return `(${worker.process.pid}) ended ${signal ? `by ${signal}` : `with ${code}`}`
}

const describeDelay = (ms: number) => (ms === 0 ? 'restarting it.' : `restarting it in ${ms / 1000} seconds.`)

/** Migrates once, owns the bundled database and supervises the workers. It serves no requests. */
export async function startWorkers(config: Config, { stop = timeouts.stop }: Partial<Timeouts> = {}) {
  const workers = new WorkerPool(config)
  const database = await openDatabase(config, {
    connections: 2,
    onUrlChange: (url) => workers.setDatabaseUrl(url),
  })
  workers.setDatabaseUrl(database.url)
  try {
    await workers.start()
  } catch (error) {
    await database.stop()
    throw error
  }
  return {
    database,
    workers,
    stop: stopInOrder(
      () => workers.stop(stop + killDelayMs),
      () => database.stop(),
    ),
  }
}
