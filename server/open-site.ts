import cluster from 'node:cluster'
import { hostname } from 'node:os'
import type { Config } from './config/config.ts'
import { startScreen } from './config/start-screen.ts'
import type { Timeouts } from './http/request-bounds.ts'
import { ensureBuilt } from './pages/ensure-built.ts'
import { stopOnSignals } from './process/stopping.ts'
import { warnOfRoot } from './process/warn-of-root.ts'
import { startFoldout } from './start.ts'
import { startWorkers } from './workers/primary.ts'
import { work } from './workers/worker.ts'

type Options = { dev?: boolean; pages?: boolean; timeouts?: Partial<Timeouts> }

/** Opens the site until a signal ends it: from this process, or from the `WORKERS` that it looks after. */
export async function openSite(config: Config, { dev = false, pages = true, timeouts = {} }: Options = {}) {
  if (cluster.isWorker) return work(config, { pages, timeouts })
  warnOfRoot()
  if (dev && config.workers > 1) console.info('WORKERS is not for developing: there will be one process.')
  const isOne = dev || config.workers === 1
  if (pages && !isOne) ensureBuilt()
  const site = isOne
    ? await startFoldout(config, { dev, pages, timeouts })
    : await startWorkers(config, timeouts)
  stopOnSignals(site)
  console.info(process.stdout.isTTY ? startScreen(config) : logLine(`Foldout is open at ${config.publicUrl}`))
}

/** Where no person reads the output it is the log, in its form; this line is there at any LOG_LEVEL. */
const logLine = (msg: string) =>
  JSON.stringify({ level: 30, time: Date.now(), pid: process.pid, hostname: hostname(), msg })
