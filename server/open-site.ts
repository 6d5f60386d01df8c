import cluster from 'node:cluster'
import { assertUsable } from './config/assert-usable.ts'
import type { Config } from './config/config.ts'
import { startScreen } from './config/start-screen.ts'
import type { Timeouts } from './http/request-bounds.ts'
import { ensureBuilt } from './pages/build.ts'
import { closeEarlierFolders } from './process/private-files.ts'
import { sayLine, warnOfRoot } from './process/say-line.ts'
import { inOrder, stopOnSignals } from './process/stopping.ts'
import { type Foldout, startFoldout } from './start.ts'
import { work } from './workers/worker.ts'
import { startWorkers } from './workers/worker-pool.ts'

type Options = { dev?: boolean; pages?: boolean; timeouts?: Partial<Timeouts> }

export async function openSite(config: Config, { dev = false, pages = true, timeouts = {} }: Options = {}) {
  if (cluster.isWorker) return work(config, { pages, timeouts })
  warnOfRoot()
  await assertUsable(config)
  closeEarlierFolders(config.dataDir)
  if (dev && config.workers > 1) sayLine('WORKERS is ignored in development: there is one process.')
  const isOne = dev || config.workers === 1
  if (pages && !isOne) await ensureBuilt()
  const site = isOne
    ? await startFoldout(config, { dev, pages, timeouts })
    : await startWorkers(config, timeouts)
  stopOnSignals(await withMetrics(site, config))
  if (process.stdout.isTTY) console.info(startScreen(config))
  else sayLine(`Foldout is open at ${config.publicUrl}`)
}

type Site = Foldout | Awaited<ReturnType<typeof startWorkers>>

async function withMetrics(site: Site, config: Config) {
  if (!config.metrics) return site
  try {
    const { tellMetrics } = await import('./workers/tell-metrics.ts')
    const { address, stop } = await tellMetrics(site, config, config.metrics)
    sayLine(`Metrics are at ${address}`)
    return { ...site, stop: inOrder(stop, site.stop) }
  } catch (error) {
    await site.stop()
    throw error
  }
}
