import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import type { Config } from '#server/config/config.ts'
import { openDatabase } from '#server/db/database.ts'
import { type Timeouts, timeouts } from '#server/http/request-bounds.ts'
import type { Families } from '#server/metrics/metrics.ts'
import { inOrder } from '#server/process/stopping.ts'
import type { Share } from '#server/start.ts'

/** Messages from the primary to a worker: stop, use another database URL, or report metrics. */
export type WorkerMessage = { stop: true } | { databaseUrl: string } | { question: number }
export type WorkerAnswer = { question: number; families: Families }

/** A worker that ends sooner than this after its start, in milliseconds, is restarted with a delay. */
const early = 10_000
const longestPause = 30_000

/** The workers of this machine: `WORKERS` processes, each restarted when it ends unexpectedly. */
export class WorkerPool {
  readonly #config: Config
  readonly #present = new Map<Worker, number>()
  readonly #stopping = new AbortController()
  #kept: Promise<void>[] = []
  #databaseUrl = ''

  constructor(config: Config) {
    this.#config = config
  }

  /** Starts the first worker alone, so that a failed start is reported once. */
  async start() {
    const first = this.#fork(1)
    await opens(first)
    const slots = Array.from({ length: this.#config.workers }, (_, index) => index + 1)
    this.#kept = slots.map((slot) => this.#keep(slot, slot === 1 ? first : this.#fork(slot)))
  }

  /** Workers finish their requests and get no new ones. Those that do not end in time are killed. */
  async stop(withinMs: number) {
    this.#stopping.abort()
    this.#tellAll({ stop: true })
    const killing = setTimeout(() => this.#killAll(), withinMs)
    await Promise.all(this.#kept)
    clearTimeout(killing)
  }

  #killAll() {
    for (const { process } of this.#present.keys()) process.kill('SIGKILL')
  }

  get present(): ReadonlyMap<Worker, number> {
    return this.#present
  }

  move(databaseUrl: string) {
    this.#databaseUrl = databaseUrl
    this.#tellAll({ databaseUrl })
  }

  async #keep(slot: number, worker: Worker) {
    const { signal } = this.#stopping
    for (let deaths = 0; ; ) {
      const began = Date.now()
      const how = await end(worker)
      deaths = Date.now() - began < early ? deaths + 1 : 0
      if (signal.aborted) return
      const ms = deaths === 0 ? 0 : Math.min(longestPause, 500 * 2 ** deaths)
      console.error(`Process ${slot} of ${this.#config.workers} ${how}; ${inWords(ms)}`)
      await pause(ms, undefined, { signal }).catch(() => undefined)
      if (signal.aborted) return
      worker = this.#fork(slot)
    }
  }

  #fork(slot: number) {
    const worker = cluster.fork({ DATABASE_URL: this.#databaseUrl, FOLDOUT_JOBS: this.#jobsOf(slot) })
    this.#present.set(worker, slot)
    worker.once('exit', () => this.#present.delete(worker))
    void unmade(worker).then(() => this.#present.delete(worker))
    return worker
  }

  /** One worker runs the jobs. With the bundled database no other process can, so locks of its predecessor are released. */
  #jobsOf(slot: number): Share['jobs'] {
    if (slot !== 1) return 'none'
    return this.#config.databaseUrl ? 'beside other processes' : 'alone'
  }

  #tellAll(message: WorkerMessage) {
    for (const worker of this.#present.keys()) worker.send(message, () => undefined)
  }
}

async function opens(worker: Worker) {
  const isOpen = await Promise.race([
    once(worker, 'listening').then(() => true),
    once(worker, 'exit').then(() => false),
  ])
  if (!isOpen) throw new Error('Foldout did not start: its first process exited.')
}

/** A process that could not be spawned never exits. */
const unmade = (worker: Worker) =>
  new Promise<Error>((resolve) => {
    worker.on('error', (error) => worker.process.pid === undefined && resolve(error))
  })

async function end(worker: Worker) {
  const exit = once(worker.process, 'exit').catch((error: Error) => error)
  const ended = await Promise.race([exit, unmade(worker)])
  if (ended instanceof Error) return `could not be started (${ended.message})`
  const [code, signal] = ended as [number, string | null]
  return `(${worker.process.pid}) ended ${signal ? `by ${signal}` : `with ${code}`}`
}

const inWords = (ms: number) => (ms === 0 ? 'restarting it.' : `restarting it in ${ms / 1000} seconds.`)

/** Migrates once, owns the bundled database and supervises the workers. It serves no requests. */
export async function startWorkers(config: Config, { stop = timeouts.stop }: Partial<Timeouts> = {}) {
  const workers = new WorkerPool(config)
  const database = await openDatabase(config, { connections: 2, onMove: (url) => workers.move(url) })
  workers.move(database.url)
  try {
    await workers.start()
  } catch (error) {
    await database.stop()
    throw error
  }
  return {
    database,
    workers,
    stop: inOrder(
      () => workers.stop(2 * stop),
      () => database.stop(),
    ),
  }
}
