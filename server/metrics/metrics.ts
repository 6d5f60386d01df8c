import type { TaskList } from 'graphile-worker'
import type { MetricObjectWithValues, MetricValue } from 'prom-client'
import type { Database } from '#server/db/database.ts'
import type { App } from '#server/http/fastify.ts'
import type { Mailer } from '#server/mail/mailer.ts'

export type Family = MetricObjectWithValues<MetricValue<string>>

/** `shared` is summed over the processes of a site. `own` is reported per process. */
export type Families = { shared: Family[]; own: Family[] }

export type RunQueued<File> = <Result>(file: File, work: (signal: AbortSignal) => Promise<Result>) => Promise<Result>

export type Metrics = {
  requests(app: App): void
  databases(pools: Pick<Database, 'pool' | 'direct'>): void
  mailer(mailer: Mailer): Mailer
  decoders<File>(run: RunQueued<File>): RunQueued<File>
  jobs(tasks: TaskList): TaskList
  page(result: 'cached' | 'rendered'): void
  families(): Promise<Families>
}

/** Counts nothing. For sites without METRICS_PORT. */
export const noMetrics: Metrics = {
  requests: () => undefined,
  databases: () => undefined,
  mailer: (mailer) => mailer,
  decoders: (run) => run,
  jobs: (tasks) => tasks,
  page: () => undefined,
  families: async () => ({ shared: [], own: [] }),
}
