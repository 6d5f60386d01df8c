import cluster from 'node:cluster'
import { assertUsable } from './config/assert-usable.ts'
import type { Config } from './config/config.ts'
import { startScreen } from './config/start-screen.ts'
import { warnOfUnknownSettings } from './config/unknown-settings.ts'
import type { Timeouts } from './http/request-limits.ts'
import { ensureBuilt } from './pages/build.ts'
import { logLine, logProcessWarnings, warnOfRoot } from './process/log-line.ts'
import { restrictFormerlyPublicFolders } from './process/private-files.ts'
import { stopInOrder, stopOnSignals } from './process/stopping.ts'
import { type Foldout, startFoldout } from './start.ts'
import { runWorker } from './workers/worker.ts'
import { startWorkers } from './workers/worker-pool.ts'

type Options = { dev?: boolean; pages?: boolean; timeouts?: Partial<Timeouts> }

export async function openSite(config: Config, { dev = false, pages = true, timeouts = {} }: Options = {}) {
  logProcessWarnings()
  if (cluster.isWorker) return runWorker(config, { pages, timeouts })
  warnOfRoot()
  warnOfUnknownSettings()
  await assertUsable(config)
  restrictFormerlyPublicFolders(config.dataDir)
  if (dev && config.workers > 1) logLine('WORKERS is ignored in development: there is one process.')
  const isSingleProcess = dev || config.workers === 1
  if (pages && !isSingleProcess) await ensureBuilt()
  const site = isSingleProcess
    ? await startFoldout(config, { dev, pages, timeouts })
    : await startWorkers(config, timeouts)
  stopOnSignals(await withMetrics(site, config))
  if (process.stdout.isTTY) console.info(startScreen(config))
  else logLine(`Foldout is open at ${config.publicUrl}`)
}

type Site = Foldout | Awaited<ReturnType<typeof startWorkers>>

async function withMetrics(site: Site, config: Config) {
  if (!config.metrics) return site
  try {
    const { startMetricsServer } = await import('./workers/worker-metrics.ts')
    const { address, stop } = await startMetricsServer(site, config, config.metrics)
    logLine(`Metrics are at ${address}`)
    return { ...site, stop: stopInOrder(stop, site.stop) }
  } catch (error) {
    await site.stop()
    throw error
  }
}
