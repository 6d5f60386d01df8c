import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { Gauge, Registry } from 'prom-client'
import type { Config } from '#server/config/config.ts'
import { taskNames } from '#server/db/jobs.ts'
import { statement } from '#server/db/statement.ts'

type SiteDeps = {
  config: Pick<Config, 'dataDir' | 'databaseUrl' | 'keepFreeMb' | 'workers' | 'backupDir'>
  pool: pg.Pool
  findNewestBackup(folder: string): Promise<Date | undefined>
}

/** In milliseconds. Measuring the database reads the size of all its files. */
const sizeCacheMs = 60_000
/** In milliseconds. A database that does not respond must not hold up the other metrics. */
const queryTimeoutMs = 3_000

export function openSiteMetrics({ config, pool, findNewestBackup }: SiteDeps) {
  const registry = new Registry()
  const metrics = siteGauges(registry)
  const backups = config.backupDir === undefined ? undefined : backupGauges(registry, config.backupDir)
  const size = cacheFor(sizeCacheMs, () => readDatabaseSize(pool))
  metrics.reservedFree.set(config.keepFreeMb * 1024 * 1024)
  metrics.processesWanted.set(config.workers)

  async function updateDatabaseGauges() {
    for (const gauge of metrics.ofDatabase) gauge.reset()
    metrics.isUp.set(0)
    const [backlog, bytes] = await withTimeout(Promise.all([readBacklog(pool), size()]))
    metrics.isUp.set(1)
    metrics.bytes.set(bytes)
    for (const { task, due, givenUp } of backlog.jobs) {
      metrics.jobsDue.set({ task }, due)
      metrics.jobsGivenUp.set({ task }, givenUp)
    }
    metrics.oldestDue.set(backlog.oldestDueSeconds)
    metrics.uploads.set(backlog.uploads)
    metrics.uploadBytes.set(backlog.uploadBytes)
    metrics.reports.set(backlog.reports)
    metrics.signUps.set(backlog.signUps)
    backups?.failed.set(Number(backlog.backupFailed))
  }

  async function updateBackupGauges() {
    const newest = backups && (await findNewestBackup(backups.folder).catch(() => undefined))
    backups?.newest.set((newest?.valueOf() ?? 0) / 1000)
  }

  return {
    async families(processesUp: number) {
      metrics.processesUp.set(processesUp)
      await Promise.all([
        updateDatabaseGauges().catch(() => undefined),
        updateBackupGauges(),
        measureDisks(config, metrics),
      ])
      return registry.getMetricsAsJSON()
    },
  }
}

type Gauges = ReturnType<typeof siteGauges>

const gaugeIn =
  (registry: Registry) =>
  <Label extends string = never>(name: string, help: string, labelNames: Label[] = []) =>
    new Gauge({ name: `foldout_${name}`, help, labelNames, registers: [registry] })

/** Only for sites with backups: elsewhere, 0 would report missing backups. */
function backupGauges(registry: Registry, folder: string) {
  const gauge = gaugeIn(registry)
  return {
    folder,
    newest: gauge(
      'backup_newest_timestamp_seconds',
      'When the newest backup in BACKUP_DIR was made; 0 if there is none.',
    ),
    failed: gauge('backup_failed', 'Whether the last nightly backup failed.'),
  }
}

function siteGauges(registry: Registry) {
  const gauge = gaugeIn(registry)
  const ofDatabase = {
    bytes: gauge('database_bytes', 'The size of the database, at most a minute old.'),
    jobsDue: gauge('jobs_due', 'Jobs that are due and not running.', ['task']),
    jobsGivenUp: gauge('jobs_given_up', 'Jobs that failed permanently; kept for 30 days.', ['task']),
    oldestDue: gauge('jobs_oldest_due_seconds', 'How long the oldest due job has been waiting.'),
    uploads: gauge('uploads_open', 'Uploads that were started and not used yet.'),
    uploadBytes: gauge('uploads_held_bytes', 'The space that uploads use on the disk or in the bucket.'),
    reports: gauge('reports_open', 'Open reports.'),
    signUps: gauge('sign_ups_waiting', 'Members waiting for approval.'),
  }
  return {
    ...ofDatabase,
    ofDatabase: Object.values(ofDatabase) as Gauge[],
    isUp: gauge('database_up', 'Whether the database responded.'),
    free: gauge('disk_free_bytes', 'Free space on the disk of a folder.', ['folder']),
    size: gauge('disk_size_bytes', 'Size of the disk of a folder.', ['folder']),
    reservedFree: gauge('disk_kept_free_bytes', 'KEEP_FREE_MB: with less, nothing is added any more.'),
    processesUp: gauge('processes_up', 'Processes that responded.'),
    processesWanted: gauge('processes_wanted', 'Configured processes (WORKERS).'),
  }
}

/** If root runs the site, the embedded database may be on another disk than the rest. */
async function measureDisks({ dataDir, databaseUrl, backupDir }: SiteDeps['config'], { free, size }: Gauges) {
  const folders = {
    data: dataDir,
    ...(!databaseUrl && { database: join(dataDir, 'postgres') }),
    ...(backupDir !== undefined && { backups: backupDir }),
  }
  for (const [folder, path] of Object.entries(folders)) {
    const disk = await statfs(path).catch(() => undefined)
    if (!disk) continue
    free.set({ folder }, disk.bavail * disk.bsize)
    size.set({ folder }, disk.blocks * disk.bsize)
  }
}

function cacheFor<Result>(ms: number, load: () => Promise<Result>) {
  let last: { at: number; result: Promise<Result> } | undefined
  return () => {
    if (last && performance.now() - last.at < ms) return last.result
    const entry = { at: performance.now(), result: load() }
    last = entry
    entry.result.catch(() => {
      if (last === entry) last = undefined
    })
    return entry.result
  }
}

async function withTimeout<Result>(work: Promise<Result>) {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error('The database did not respond in time.')), queryTimeoutMs)
  try {
    return await Promise.race([work, promise])
  } finally {
    clearTimeout(timer)
  }
}

const databaseSize = statement<{ bytes: string }, []>(
  'metrics-size',
  'select pg_database_size(current_database()) as bytes',
)

const readDatabaseSize = async (pool: pg.Pool) => Number((await databaseSize(pool))[0]?.bytes)

type Backlog = {
  jobs: { task: string; due: number; givenUp: number }[]
  oldestDueSeconds: number
  uploads: number
  uploadBytes: number
  reports: number
  signUps: number
  backupFailed: boolean
}

/** Lists every task, also without jobs: a series that begins at its first job would hide it from rates. */
const backlogOfSite = statement<{ backlog: Backlog }, []>(
  'metrics-backlog',
  `with jobs as (
     select identifier as task,
       count(*) filter (where attempts < max_attempts and run_at <= now() and locked_at is null) as due,
       count(*) filter (where attempts >= max_attempts) as "givenUp",
       min(run_at) filter (where attempts < max_attempts and run_at <= now() and locked_at is null) as oldest
     from ${taskNames} tasks left join graphile_worker.jobs on task_identifier = identifier
     group by identifier
   ),
   uploads as (select count(*) as number, coalesce(sum(byte_size), 0) as bytes from open_uploads)
   select json_build_object(
     'jobs', (select coalesce(json_agg(jobs), '[]') from jobs),
     'oldestDueSeconds', (select coalesce(extract(epoch from now() - min(oldest)), 0) from jobs),
     'uploads', uploads.number,
     'uploadBytes', uploads.bytes,
     'reports', (select count(*) from reports where resolved_at is null),
     'signUps', (select count(*) from users where awaiting_since is not null),
     'backupFailed', (select exists (
       select from graphile_worker.jobs where task_identifier = 'make-backup' and last_error is not null))
   ) as backlog from uploads`,
)

async function readBacklog(pool: pg.Pool): Promise<Backlog> {
  const [row] = await backlogOfSite(pool)
  if (!row) throw new Error('PostgreSQL gave no row')
  return row.backlog
}
