import type { FastifyRequest, onResponseHookHandler } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { isOfADrawing } from '#server/http/admission.ts'
import type { App } from '#server/http/fastify.ts'
import { loggedEvent } from '#server/http/security-events.ts'
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

/** In seconds: the quick ones lie below a hundredth, uploads above ten. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

/**
 * What visitors ask, by the pattern of the route and never by what somebody typed: nobody can make a series of their own.
 * What a page that is being drawn reads is part of the page.
 */
const countRequests =
  ({ shared, own }: Record<'shared' | 'own', Registry>) =>
  (app: App) => {
    const metrics = requestMetrics(shared)
    const counters = new WeakSet<object>()
    // On each route by itself: asking a request for its route costs more than all the counting.
    app.addHook('onRoute', (route) => {
      const before = [route.onResponse ?? []].flat()
      // A HEAD route comes with what its GET was given.
      if (before.some((hook) => counters.has(hook))) return
      const counter = counterOf(metrics, route.url)
      counters.add(counter)
      route.onResponse = [...before, counter]
    })
    const countLost = counterOf(metrics, 'none')
    app.addHook('onResponse', function (request, reply, done) {
      if (request.is404) countLost.call(this, request, reply, done)
      else done()
    })
    countOpen(own, app)
  }

/** Counts what one route answers. */
function counterOf({ answers, seconds, events }: RequestMetrics, route: string): onResponseHookHandler {
  return (request, reply, done) => {
    if (!isOfADrawing(request)) {
      const method = methodOf(request)
      answers.inc({ method, route, status: reply.statusCode })
      seconds.observe({ method, route }, reply.elapsedTime / 1000)
      const noted = request.securityEvent && loggedEvent(request, reply)
      if (noted && 'event' in noted) events.inc({ event: noted.event, outcome: noted.outcome })
    }
    done()
  }
}

type RequestMetrics = ReturnType<typeof requestMetrics>

const requestMetrics = (shared: Registry) => ({
  answers: new Counter({
    name: 'foldout_http_requests_total',
    help: 'Answered requests by method, pattern of the route and status.',
    labelNames: ['method', 'route', 'status'],
    registers: [shared],
  }),
  seconds: new Histogram({
    name: 'foldout_http_request_seconds',
    help: 'How long requests took until their answer had left.',
    labelNames: ['method', 'route'],
    registers: [shared],
    buckets,
  }),
  events: new Counter({
    name: 'foldout_security_events_total',
    help: 'What was done about ways in (sign-ins, recoveries, factors, addresses), and its outcome.',
    labelNames: ['event', 'outcome'],
    registers: [shared],
  }),
})

function countOpen(own: Registry, app: App) {
  new Gauge({
    name: 'foldout_http_connections',
    help: 'Open connections of visitors.',
    registers: [own],
    async collect() {
      this.set(
        await new Promise<number>((resolve) => app.server.getConnections((_, count) => resolve(count ?? 0))),
      )
    },
  })
}

/** Node knows some thirty methods, of which anybody may send any. */
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

const methodOf = ({ method }: FastifyRequest) => (methods.has(method) ? method : 'other')
