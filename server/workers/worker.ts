import type { Config } from '#server/config/config.ts'
import type { Timeouts } from '#server/http/request-bounds.ts'
import { stopAndExit, stopOnSignals } from '#server/process/stopping.ts'
import { type Share, startFoldout } from '#server/start.ts'
import type { WorkerAnswer, WorkerMessage } from './worker-pool.ts'

export async function work(
  config: Config,
  { pages, timeouts }: { pages: boolean; timeouts: Partial<Timeouts> },
) {
  const share: Share = {
    connections: connectionsEach(config.workers),
    jobs: process.env.FOLDOUT_JOBS as Share['jobs'],
    isPrepared: true,
  }
  const started = startFoldout(config, { pages, share, timeouts })
  process.on('message', async (message: WorkerMessage) => {
    const foldout = await started
    if ('stop' in message) stopAndExit(foldout)
    else if ('databaseUrl' in message) foldout.database.pool.options.connectionString = message.databaseUrl
    else answer({ question: message.question, families: await foldout.metrics.families() })
  })
  stopOnSignals(await started)
}

/** The primary may have ended. */
const answer = (message: WorkerAnswer) => process.send?.(message, undefined, {}, () => undefined)

/** All workers together leave some of the bundled PostgreSQL's 50 connections for commands. */
const connectionsEach = (workers: number) => Math.min(16, Math.floor(40 / workers))
