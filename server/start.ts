import { type App, buildApp } from './app.ts'
import type { Config } from './config.ts'
import { type Database, openDatabase } from './db/database.ts'
import { startJobs } from './db/jobs.ts'
import { ensureBuilt } from './pages/ensure-built.ts'

export type Foldout = {
  app: App
  database: Database
  address: string
  stop(): Promise<void>
}

/** Starts everything one process needs: database, application, jobs. */
export async function startFoldout(config: Config, { dev = false, pages = true } = {}): Promise<Foldout> {
  if (pages && !dev) ensureBuilt()
  const database = await openDatabase(config)
  try {
    const { app, taskList, crontab } = await buildApp({ config, pool: database.pool, dev, pages })
    const jobs = await startJobs(database.pool, taskList, crontab, app.log, {
      isAlone: !config.databaseUrl,
    })
    const address = await listen(app, config)
    if (!config.rateLimits) app.log.warn('RATE_LIMITS is off: nothing slows down whoever guesses passwords')
    return {
      app,
      database,
      address,
      stop: inOrder(
        () => app.close(),
        () => jobs.stop(),
        () => database.stop(),
      ),
    }
  } catch (error) {
    await database.stop()
    throw error
  }
}

async function listen(app: App, { port, host }: Config) {
  try {
    return await app.listen({ port, host })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    throw new Error(`Foldout cannot start: port ${port} is taken. Choose another with the setting PORT.`, {
      cause: error,
    })
  }
}

/** Requests in flight are answered before the jobs stop, and the jobs before the database goes. */
function inOrder(...steps: (() => Promise<unknown>)[]) {
  let stopping: Promise<void> | undefined
  const run = async () => {
    for (const step of steps) await step()
  }
  return () => (stopping ??= run())
}

/** Ends the process in order on SIGTERM and SIGINT; a second signal ends it at once. */
export function stopOnSignals(foldout: Foldout) {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => {
      process.once(signal, () => process.exit(1))
      foldout.app.log.info({ signal }, 'stopping')
      foldout.stop().then(
        () => process.exit(0),
        () => process.exit(1),
      )
    })
  }
}

/** Runs a command's main function; a failure ends the process with its sentence and no stack of ours. */
export async function runMain(main: () => Promise<void>) {
  try {
    await main()
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exit(1)
  }
}
