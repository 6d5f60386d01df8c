import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import { countRequests } from './count-requests.ts'
import { countDecoders, countJobs, countMail } from './count-work.ts'
import type { Metrics } from './metrics.ts'

/** Everything one process counts, with prom-client. */
export function counted(): Metrics {
  const shared = new Registry()
  const own = new Registry()
  collectDefaultMetrics({ register: own })
  // These are gauges, and end in _total as only counters should.
  for (const what of ['handles', 'requests', 'resources'])
    own.removeSingleMetric(`nodejs_active_${what}_total`)
  const pages = new Counter({
    name: 'foldout_pages_total',
    help: 'Pages for visitors without a session, kept from the last seconds or drawn.',
    labelNames: ['found'],
    registers: [shared],
  })
  for (const found of ['kept', 'drawn']) pages.inc({ found }, 0)
  return {
    requests: countRequests({ shared, own }),
    databases: (pools) => countConnections(own, pools),
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

/** Where nothing lends connections in front of the database both pools are one, and it is told once. */
function countConnections(own: Registry, { pool, direct }: Parameters<Metrics['databases']>[0]) {
  const pools = { pooled: pool, ...(direct !== pool && { direct }) }
  new Gauge({
    name: 'foldout_database_connections',
    help: 'Connections to the database, by pool: at work, idle, wanted and not there yet, and the most there may be.',
    labelNames: ['pool', 'state'],
    registers: [own],
    collect() {
      for (const [name, { totalCount, idleCount, waitingCount, options }] of Object.entries(pools)) {
        this.set({ pool: name, state: 'working' }, totalCount - idleCount)
        this.set({ pool: name, state: 'idle' }, idleCount)
        this.set({ pool: name, state: 'waiting' }, waitingCount)
        this.set({ pool: name, state: 'most' }, options.max)
      }
    },
  })
}
