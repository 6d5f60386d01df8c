import type { App } from './app.ts'
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

/** What a process does beside answering: by itself everything, as one of several its share. */
export type Share = {
  connections?: number
  /** `alone` when no other process can be at work on the jobs of this database. */
  jobs: 'alone' | 'beside others' | 'none'
  /** Another process has seen to it that the pages are built and the schema is the newest. */
  isPrepared: boolean
}

type StartOptions = { dev?: boolean; pages?: boolean; share?: Share }

/** Starts everything one process needs: database, application, jobs. */
export async function startFoldout(
  config: Config,
  { dev = false, pages = true, share = everything(config) }: StartOptions = {},
): Promise<Foldout> {
  if (pages && !dev && !share.isPrepared) ensureBuilt()
  const { connections = 10, isPrepared: isMigrated } = share
  const database = await openDatabase(config, { connections, isMigrated })
  const begun = [() => database.stop()]
  try {
    // Loaded here, since the process that only looks after others has no use for it.
    const { buildApp } = await import('./app.ts')
    const { app, taskList, crontab } = await buildApp({ config, pool: database.pool, dev, pages })
    begun.unshift(() => app.close())
    if (share.jobs !== 'none') {
      const isAlone = share.jobs === 'alone'
      const jobs = await startJobs(database.pool, taskList, crontab, app.log, { isAlone })
      begun.splice(1, 0, () => jobs.stop())
    }
    const address = await listen(app, config)
    if (!config.rateLimits) app.log.warn('RATE_LIMITS is off: nothing slows down whoever guesses passwords')
    return { app, database, address, stop: inOrder(...begun) }
  } catch (error) {
    await inOrder(...begun)()
    throw error
  }
}

const everything = ({ databaseUrl }: Config): Share => ({
  jobs: databaseUrl ? 'beside others' : 'alone',
  isPrepared: false,
})

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
export function inOrder(...steps: (() => Promise<unknown>)[]) {
  let stopping: Promise<void> | undefined
  const run = async () => {
    for (const step of steps) await step()
  }
  return () => (stopping ??= run())
}

/** Ends the process in order on SIGTERM and SIGINT; a second signal ends it at once. */
export function stopOnSignals(foldout: Pick<Foldout, 'stop'> & { app?: App }) {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => {
      process.once(signal, () => process.exit(1))
      foldout.app?.log.info({ signal }, 'stopping')
      stopAndExit(foldout)
    })
  }
}

export const stopAndExit = ({ stop }: Pick<Foldout, 'stop'>) =>
  void stop().then(
    () => process.exit(0),
    () => process.exit(1),
  )

/** Runs a command's main function; a failure ends the process with its sentence and no stack of ours. */
export async function runMain(main: () => Promise<void>) {
  try {
    await main()
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exit(1)
  }
}
