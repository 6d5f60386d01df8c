import type pg from 'pg'
import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import { countRequests } from './count-requests.ts'
import { countDecoders, countJobs, countMail } from './count-work.ts'
import type { Metrics } from './metrics.ts'

/** Everything one process counts, with prom-client. */
export function counted(): Metrics {
  const shared = new Registry()
  const own = new Registry()
  collectDefaultMetrics({ register: own })
  const pages = new Counter({
    name: 'foldout_pages_total',
    help: 'Pages for visitors without a session, kept from the last seconds or drawn.',
    labelNames: ['found'],
    registers: [shared],
  })
  for (const found of ['kept', 'drawn']) pages.inc({ found }, 0)
  return {
    requests: countRequests({ shared, own }),
    connections: (pool) => countConnections(own, pool),
    mailer: countMail(shared),
    decoders: countDecoders({ shared, own }),
    jobs: countJobs(shared),
    page: (found) => pages.inc({ found }),
    families: async () => ({
      shared: await shared.getMetricsAsJSON(),
      own: await own.getMetricsAsJSON(),
    }),
  }
}

function countConnections(own: Registry, pool: pg.Pool) {
  new Gauge({
    name: 'foldout_database_connections',
    help: 'Connections to the database: at work, idle, wanted and not there yet, and the most there may be.',
    labelNames: ['state'],
    registers: [own],
    collect() {
      this.set({ state: 'working' }, pool.totalCount - pool.idleCount)
      this.set({ state: 'idle' }, pool.idleCount)
      this.set({ state: 'waiting' }, pool.waitingCount)
      this.set({ state: 'most' }, pool.options.max)
    },
  })
}
