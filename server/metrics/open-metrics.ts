import type { Config } from '#server/config/config.ts'
import type { Metrics } from './metrics.ts'

/** Where nobody asks, nothing is counted and no code for it is loaded. */
export const openMetrics = async ({ metrics }: Pick<Config, 'metrics'>): Promise<Metrics> =>
  metrics ? (await import('./counted.ts')).counted() : uncounted

const uncounted: Metrics = {
  requests: () => undefined,
  databases: () => undefined,
  mailer: (mailer) => mailer,
  decoders: (run) => run,
  jobs: (tasks) => tasks,
  page: () => undefined,
  families: async () => ({ shared: [], own: [] }),
}
