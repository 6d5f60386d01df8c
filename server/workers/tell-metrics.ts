import { findNewestBackup } from '#server/backup/backup-folder.ts'
import type { Config } from '#server/config/config.ts'
import type { Database } from '#server/db/database.ts'
import { addUp } from '#server/metrics/add-up.ts'
import type { Metrics } from '#server/metrics/metrics.ts'
import { serveMetrics } from '#server/metrics/serve-metrics.ts'
import { openSiteMetrics } from '#server/metrics/site-metrics.ts'
import { WorkerMetrics } from './worker-metrics.ts'
import type { WorkerPool } from './worker-pool.ts'

type Site = { database: Database } & ({ metrics: Metrics } | { workers: WorkerPool })

/** Tells Prometheus of the whole site, of one process or many, wherever METRICS_PORT and METRICS_HOST say. */
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
