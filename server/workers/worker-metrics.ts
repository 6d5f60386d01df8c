import type { Worker } from 'node:cluster'
import { AggregatorRegistry } from 'prom-client'
import { findNewestBackup } from '#server/backup/backup-folder.ts'
import type { Config } from '#server/config/config.ts'
import type { Database } from '#server/db/database.ts'
import type { Families, Family, Metrics } from '#server/metrics/metrics.ts'
import { serveMetrics } from '#server/metrics/serve-metrics.ts'
import { openSiteMetrics } from '#server/metrics/site-metrics.ts'
import type { WorkerMessage, WorkerPool, WorkerResponse } from './worker-pool.ts'

type MetricsSource = { database: Database } & ({ metrics: Metrics } | { workers: WorkerPool })

/** Serves Prometheus metrics of the whole site, with one or many processes, at METRICS_HOST and METRICS_PORT. */
export function startMetricsServer(site: MetricsSource, config: Config, address: NonNullable<Config['metrics']>) {
  const { families } = openSiteMetrics({ config, pool: site.database.pool, findNewestBackup })
  if ('metrics' in site) {
    const { metrics } = site
    const collect = async () => aggregate(await families(1), new Map([[1, await metrics.families()]]))
    return serveMetrics(address, collect)
  }
  const workerMetrics = new WorkerMetrics(site.workers)
  return serveMetrics(address, () => workerMetrics.text(families))
}

/** In milliseconds. For a process that does not respond in time, its last values are reported. */
const workerTimeoutMs = 2_000

type Workers = { running: ReadonlyMap<Worker, number> }

/** Metrics of all workers. Sums never decrease: the last values of ended processes still count. */
class WorkerMetrics {
  readonly #workers: Workers
  readonly #latest = new Map<Worker, Families>()
  #endedTotals: Family[] = []
  #lastRequestId = 0

  constructor(workers: Workers) {
    this.#workers = workers
  }

  async text(collectSiteMetrics: (processesUp: number) => Promise<Family[]>) {
    const { running } = this.#workers
    const connected = [...running.keys()].filter((worker) => worker.isConnected())
    const collected = await Promise.all(connected.map((worker) => this.#queryWorker(worker)))
    await this.#dropEnded()
    const site = await collectSiteMetrics(collected.filter(Boolean).length)
    const processes = new Map([...this.#latest].map(([worker, families]) => [running.get(worker) ?? 0, families]))
    return aggregate(site, processes, this.#endedTotals)
  }

  async #queryWorker(worker: Worker) {
    const requestId = ++this.#lastRequestId
    const families = await queryWorker(worker, requestId)
    if (families) this.#latest.set(worker, families)
    return families !== undefined
  }

  async #dropEnded() {
    for (const [worker, families] of this.#latest) {
      if (this.#workers.running.has(worker)) continue
      this.#latest.delete(worker)
      this.#endedTotals = await addEndedTotals(this.#endedTotals, families)
    }
  }
}

function queryWorker(worker: Worker, requestId: number) {
  const { promise, resolve } = Promise.withResolvers<Families | undefined>()
  const onMessage = (message: Partial<WorkerResponse>) => {
    if (message?.requestId === requestId) resolve(message.families)
  }
  const resolveEmpty = () => resolve(undefined)
  const timer = setTimeout(resolveEmpty, workerTimeoutMs)
  worker.on('message', onMessage).once('exit', resolveEmpty)
  worker.send({ requestId } satisfies WorkerMessage, (error) => error && resolveEmpty())
  return promise.finally(() => {
    clearTimeout(timer)
    worker.off('message', onMessage).off('exit', resolveEmpty)
  })
}

/** The metrics of all processes for Prometheus: shared ones are summed, others are labelled with the process number. */
export function aggregate(site: Family[], processes: ReadonlyMap<number, Families>, ended: Family[] = []) {
  const perProcess = [...processes].map(([number, families]) => labelByProcess(families.own, number))
  const shared = [...processes.values()].map((families) => families.shared)
  return AggregatorRegistry.aggregate([site, ended, ...shared, ...perProcess]).metrics()
}

const labelByProcess = (families: Family[], number: number): Family[] =>
  families.map((family) => ({
    ...family,
    values: family.values.map((value) => ({
      ...value,
      labels: { ...value.labels, process: String(number) },
    })),
  }))

/** Adds the last values of an ended process to the previous sum, so that sums never decrease. */
export const addEndedTotals = (ended: Family[], { shared }: Families): Promise<Family[]> =>
  AggregatorRegistry.aggregate([ended, shared]).getMetricsAsJSON()
