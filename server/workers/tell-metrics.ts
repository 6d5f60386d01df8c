import type { Worker } from 'node:cluster'
import { AggregatorRegistry } from 'prom-client'
import { findNewestBackup } from '#server/backup/backup-folder.ts'
import type { Config } from '#server/config/config.ts'
import type { Database } from '#server/db/database.ts'
import type { Families, Family, Metrics } from '#server/metrics/metrics.ts'
import { serveMetrics } from '#server/metrics/serve-metrics.ts'
import { openSiteMetrics } from '#server/metrics/site-metrics.ts'
import type { WorkerAnswer, WorkerPool } from './worker-pool.ts'

type Site = { database: Database } & ({ metrics: Metrics } | { workers: WorkerPool })

/** Serves Prometheus metrics of the whole site, with one or many processes, at METRICS_HOST and METRICS_PORT. */
export function tellMetrics(site: Site, config: Config, address: NonNullable<Config['metrics']>) {
  const { families } = openSiteMetrics({ config, pool: site.database.pool, findNewestBackup })
  if ('metrics' in site) {
    const { metrics } = site
    const gather = async () => addUp(await families(1), new Map([[1, await metrics.families()]]))
    return serveMetrics(address, gather)
  }
  const ofWorkers = new WorkerMetrics(site.workers)
  return serveMetrics(address, () => ofWorkers.text(families))
}

/** In milliseconds. For a process that does not respond in time, its last values are reported. */
const patience = 2_000

type Workers = { present: ReadonlyMap<Worker, number> }

/** Metrics of all workers. Sums never decrease: the last values of ended processes still count. */
class WorkerMetrics {
  readonly #workers: Workers
  readonly #latest = new Map<Worker, Families>()
  #gone: Family[] = []
  #question = 0

  constructor(workers: Workers) {
    this.#workers = workers
  }

  async text(ofSite: (processesUp: number) => Promise<Family[]>) {
    const { present } = this.#workers
    const asked = [...present.keys()].filter((worker) => worker.isConnected())
    const answers = await Promise.all(asked.map((worker) => this.#ask(worker)))
    await this.#forget()
    const site = await ofSite(answers.filter(Boolean).length)
    const processes = new Map(
      [...this.#latest].map(([worker, families]) => [present.get(worker) ?? 0, families]),
    )
    return addUp(site, processes, this.#gone)
  }

  async #ask(worker: Worker) {
    const question = ++this.#question
    const families = await answerOf(worker, question)
    if (families) this.#latest.set(worker, families)
    return families !== undefined
  }

  async #forget() {
    for (const [worker, families] of this.#latest) {
      if (this.#workers.present.has(worker)) continue
      this.#latest.delete(worker)
      this.#gone = await withGone(this.#gone, families)
    }
  }
}

function answerOf(worker: Worker, question: number) {
  const { promise, resolve } = Promise.withResolvers<Families | undefined>()
  const listen = (message: Partial<WorkerAnswer>) => {
    if (message?.question === question) resolve(message.families)
  }
  const giveUp = () => resolve(undefined)
  const timer = setTimeout(giveUp, patience)
  worker.on('message', listen).once('exit', giveUp)
  worker.send({ question }, (error) => error && giveUp())
  return promise.finally(() => {
    clearTimeout(timer)
    worker.off('message', listen).off('exit', giveUp)
  })
}

/** The metrics of all processes for Prometheus: shared ones are summed, others are labelled with the process number. */
export function addUp(site: Family[], processes: ReadonlyMap<number, Families>, gone: Family[] = []) {
  const own = [...processes].map(([number, families]) => numbered(families.own, number))
  const shared = [...processes.values()].map((families) => families.shared)
  return AggregatorRegistry.aggregate([site, gone, ...shared, ...own]).metrics()
}

const numbered = (families: Family[], number: number): Family[] =>
  families.map((family) => ({
    ...family,
    values: family.values.map((value) => ({
      ...value,
      labels: { ...value.labels, process: String(number) },
    })),
  }))

/** Adds the last values of an ended process to the previous sum, so that sums never decrease. */
export const withGone = (gone: Family[], { shared }: Families): Promise<Family[]> =>
  AggregatorRegistry.aggregate([gone, shared]).getMetricsAsJSON()
