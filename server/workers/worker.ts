import type { Config } from '#server/config/config.ts'
import type { Timeouts } from '#server/http/request-limits.ts'
import { stopAndExit, stopOnSignals } from '#server/process/stopping.ts'
import { type ProcessRole, startFoldout } from '#server/start.ts'
import type { WorkerMessage, WorkerResponse } from './worker-pool.ts'

export async function runWorker(config: Config, { pages, timeouts }: { pages: boolean; timeouts: Partial<Timeouts> }) {
  const role: ProcessRole = {
    connections: connectionsPerWorker(config.workers),
    jobs: process.env.FOLDOUT_JOBS as ProcessRole['jobs'],
    isPrepared: true,
  }
  const started = startFoldout(config, { pages, role, timeouts })
  process.on('message', async (message: WorkerMessage) => {
    const foldout = await started
    if ('stop' in message) stopAndExit(foldout)
    else if ('databaseUrl' in message) foldout.database.pool.options.connectionString = message.databaseUrl
    else sendResponse({ requestId: message.requestId, families: await foldout.metrics.families() })
  })
  stopOnSignals(await started)
}

/** The primary may have ended. */
const sendResponse = (message: WorkerResponse) => process.send?.(message, undefined, {}, () => undefined)

/** All workers together leave some of the bundled PostgreSQL's 50 connections for commands. */
const connectionsPerWorker = (workers: number) => Math.min(16, Math.floor(40 / workers))
