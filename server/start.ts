import type { Config } from './config/config.ts'
import { isLoopback } from './config/config.ts'
import type { Database } from './db/database.ts'
import type { App } from './http/fastify.ts'
import type { Timeouts } from './http/request-limits.ts'
import type { Metrics } from './metrics/metrics.ts'
import { ensureBuilt } from './pages/build.ts'
import { shellCommand } from './process/shell-command.ts'
import { stopInOrder } from './process/stopping.ts'

export type Foldout = {
  app: App
  database: Database
  metrics: Metrics
  address: string
  stop(): Promise<void>
}

export type ProcessRole = {
  connections?: number
  /** `alone`: no other process can work on the jobs of this database. */
  jobs: 'alone' | 'beside other processes' | 'none'
  /** Another process has already built the pages and migrated the schema. */
  isPrepared: boolean
}

type StartOptions = { dev?: boolean; pages?: boolean; role?: ProcessRole; timeouts?: Partial<Timeouts> }

export async function startFoldout(
  config: Config,
  { dev = false, pages = true, role = defaultShare(config), timeouts = {} }: StartOptions = {},
): Promise<Foldout> {
  if (pages && !dev && !role.isPrepared) await ensureBuilt()
  const { connections = 16, isPrepared: isMigrated } = role
  const stopSteps: (() => Promise<unknown>)[] = []
  try {
    // Imports the application while the database starts. A process that only supervises others needs neither.
    const { openDatabase } = await import('./db/database.ts')
    const application = import('./app.ts')
    application.catch(() => undefined)
    const database = await openDatabase(config, { connections, isMigrated })
    stopSteps.unshift(() => database.stop())
    const { buildApp } = await application
    const { app, drain, metrics, taskList, crontab } = await buildApp({
      config,
      pool: database.pool,
      direct: database.direct,
      dev,
      pages,
      timeouts,
    })
    const endWork = [drain]
    stopSteps.unshift(
      () => Promise.all(endWork.map((end) => end())),
      () => app.close(),
    )
    if (role.jobs !== 'none') {
      const { startJobs } = await import('./db/jobs.ts')
      const isAlone = role.jobs === 'alone'
      const jobs = await startJobs(database.direct, taskList, crontab, app.log, { isAlone })
      endWork.push(() => jobs.stop())
    }
    const address = await listen(app, config)
    warnOfSettings(config, app)
    return { app, database, metrics, address, stop: stopInOrder(...stopSteps) }
  } catch (error) {
    await stopInOrder(...stopSteps)()
    throw error
  }
}

const defaultShare = ({ databaseUrl }: Config): ProcessRole => ({
  jobs: databaseUrl ? 'beside other processes' : 'alone',
  isPrepared: false,
})

function warnOfSettings(config: Config, { log }: App) {
  const { publicUrl, rateLimits, reportsTo, smtpUrl } = config
  if (config.databaseUrl && config.s3 && !config.isSecretConfigured)
    log.warn(
      'SECRET is not set, but DATABASE_URL and S3_BUCKET are. Each machine then has its own secret: members who sign in here are signed ' +
        'out on other machines, and their second factors fail there. Set SECRET on all machines to the content of DATA_DIR/secret.',
    )
  if (!rateLimits) log.warn('RATE_LIMITS is off: nothing slows down password guessing')
  // In a terminal the start screen shows the other warnings.
  if (process.stdout.isTTY) return
  if (!reportsTo)
    log.warn(
      `REPORTS_TO is not set: reports are saved, but no one is notified. ${shellCommand('admin', 'report list')} lists them.`,
    )
  if (smtpUrl || isLoopback(publicUrl)) return
  log.warn(
    'SMTP_URL is not set: no email is sent, so members cannot confirm addresses or recover passwords. ' +
      'Emails are saved in DATA_DIR/outbox. Their links are not logged because this site is public.',
  )
}

async function listen(app: App, { port, host }: Config) {
  const { level } = app.log
  // In a terminal the start screen shows the address of the site.
  if (process.stdout.isTTY && level === 'info') app.log.level = 'warn'
  try {
    return await app.listen({ port, host })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    throw new Error(`Foldout cannot start: port ${port} is in use. Choose another with the setting PORT.`, {
      cause: error,
    })
  } finally {
    app.log.level = level
  }
}
