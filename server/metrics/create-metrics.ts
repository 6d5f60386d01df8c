import type { FastifyRequest } from 'fastify'
import type { Task, TaskList } from 'graphile-worker'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { isRenderRequest } from '#server/http/concurrency-limits.ts'
import { ApiError } from '#server/http/errors.ts'
import type { App } from '#server/http/fastify.ts'
import { loggedEvent, securityEvents } from '#server/http/security-events.ts'
import { MailError, type Mailer } from '#server/mail/mailer.ts'
import type { Metrics, RunQueued } from './metrics.ts'

export function createMetrics(): Metrics {
  const shared = new Registry()
  const processRegistry = new Registry()
  collectDefaultMetrics({ register: processRegistry })
  // These are gauges, but their names end in _total, which is reserved for counters.
  for (const resource of ['handles', 'requests', 'resources'])
    processRegistry.removeSingleMetric(`nodejs_active_${resource}_total`)
  const garbageCollection = processRegistry.getSingleMetric('nodejs_gc_duration_seconds')
  if (garbageCollection instanceof Histogram)
    for (const kind of ['minor', 'major', 'incremental', 'weakcb']) garbageCollection.zero({ kind })
  const pages = new Counter({
    name: 'foldout_pages_total',
    help: 'Pages for visitors without a session, from the cache or rendered.',
    labelNames: ['result'],
    registers: [shared],
  })
  for (const result of ['cached', 'rendered']) pages.inc({ result }, 0)
  return {
    requests: countRequests({ shared, own: processRegistry }),
    databases: (pools) => countConnections(processRegistry, pools),
    mailer: countMail(shared),
    decoders: countDecoders({ shared, own: processRegistry }),
    jobs: countJobs(shared),
    page: (result) => pages.inc({ result }),
    families: async () => ({
      shared: await shared.getMetricsAsJSON(),
      own: await processRegistry.getMetricsAsJSON(),
    }),
  }
}

/** Without a connection pooler both pools are the same, so they are reported once. */
function countConnections(own: Registry, { pool, direct }: Parameters<Metrics['databases']>[0]) {
  const pools = { pooled: pool, ...(direct !== pool && { direct }) }
  new Gauge({
    name: 'foldout_database_connections',
    help: 'Database connections by pool: active, idle, waiting, and the maximum.',
    labelNames: ['pool', 'state'],
    registers: [own],
    collect() {
      for (const [name, { totalCount, idleCount, waitingCount, options }] of Object.entries(pools)) {
        const active = totalCount - idleCount
        this.set({ pool: name, state: 'active' }, active)
        this.set({ pool: name, state: 'idle' }, idleCount)
        this.set({ pool: name, state: 'waiting' }, waitingCount)
        this.set({ pool: name, state: 'max' }, options.max)
        // Dashboards may use the labels of 1.0, which end with 1.2.
        this.set({ pool: name, state: 'working' }, active)
        this.set({ pool: name, state: 'most' }, options.max)
      }
    },
  })
}

/** In seconds. Fast requests take less than 0.01, uploads more than 10. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

/** Labelled by route pattern, never by the requested path. Requests that a page makes itself are not counted. */
const countRequests =
  ({ shared, own }: Record<'shared' | 'own', Registry>) =>
  (app: App) => {
    const { answers, seconds, events } = requestMetrics(shared)
    app.addHook('onResponse', (request, reply, done) => {
      if (!isRenderRequest(request)) {
        const method = methodOf(request)
        const route = request.is404 ? 'none' : (request.routeOptions.url ?? 'none')
        answers.inc({ method, route, status: reply.statusCode })
        seconds.observe({ method, route }, reply.elapsedTime / 1000)
        const recorded = request.securityEvent && loggedEvent(request, reply)
        if (recorded && 'event' in recorded) events.inc({ event: recorded.event, outcome: recorded.outcome })
      }
      done()
    })
    countOpenConnections(own, app)
  }

function requestMetrics(shared: Registry) {
  const answers = new Counter({
    name: 'foldout_http_requests_total',
    help: 'Requests by method, route pattern and status.',
    labelNames: ['method', 'route', 'status'],
    registers: [shared],
  })
  const seconds = new Histogram({
    name: 'foldout_http_request_seconds',
    help: 'Request duration until the response was sent.',
    labelNames: ['method', 'route'],
    registers: [shared],
    buckets,
  })
  const events = new Counter({
    name: 'foldout_security_events_total',
    help: 'Authentication events (sign-ins, recoveries, factors, addresses) by outcome.',
    labelNames: ['event', 'outcome'],
    registers: [shared],
  })
  // A series that begins at its first event would hide that event from rates, so all begin at 0. Routes are too many.
  for (const status of [404, 500]) answers.inc({ method: 'GET', route: 'none', status }, 0)
  seconds.zero({ method: 'GET', route: 'none' })
  for (const event of securityEvents) for (const outcome of ['done', 'refused']) events.inc({ event, outcome }, 0)
  events.inc({ event: 'sign-in', outcome: 'code needed' }, 0)
  return { answers, seconds, events }
}

function countOpenConnections(own: Registry, app: App) {
  new Gauge({
    name: 'foldout_http_connections',
    help: 'Open connections of visitors.',
    registers: [own],
    async collect() {
      this.set(await new Promise<number>((resolve) => app.server.getConnections((_, count) => resolve(count ?? 0))))
    },
  })
}

/** Node accepts about thirty methods, and clients may send any of them. */
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

const methodOf = ({ method }: FastifyRequest) => (methods.has(method) ? method : 'other')

type Registries = Record<'shared' | 'own', Registry>

export function countMail(shared: Registry) {
  const mails = new Counter({
    name: 'foldout_mails_total',
    help: 'Emails that were delivered (sent), permanently rejected (refused) or will be retried (failed).',
    labelNames: ['outcome'],
    registers: [shared],
  })
  for (const outcome of ['sent', 'refused', 'failed']) mails.inc({ outcome }, 0)
  const outcomeOfError = (error: unknown) => (error instanceof MailError && error.isRejected ? 'refused' : 'failed')
  return (mailer: Mailer): Mailer => ({
    ...mailer,
    send: (mail, signal) =>
      observe(mailer.send(mail, signal), (error) => mails.inc({ outcome: error ? outcomeOfError(error) : 'sent' })),
  })
}

export function countJobs(shared: Registry) {
  const jobs = new Counter({
    name: 'foldout_jobs_total',
    help: 'Job runs by outcome. Failed runs are retried later.',
    labelNames: ['task', 'outcome'],
    registers: [shared],
  })
  const seconds = new Histogram({
    name: 'foldout_job_seconds',
    help: 'Duration of job runs.',
    labelNames: ['task'],
    registers: [shared],
    buckets: [0.01, 0.1, 1, 10, 60, 600],
  })
  const measureTask = (task: string, work: Task): Task => {
    for (const outcome of ['done', 'failed']) jobs.inc({ task, outcome }, 0)
    seconds.zero({ task })
    return (payload, helpers) => {
      const end = seconds.startTimer({ task })
      return observe(Promise.try(work, payload, helpers), (error) => {
        end()
        jobs.inc({ task, outcome: error ? 'failed' : 'done' })
      })
    }
  }
  return (tasks: TaskList): TaskList =>
    Object.fromEntries(Object.entries(tasks).map(([task, work]) => [task, work && measureTask(task, work)]))
}

export function countDecoders({ shared, own }: Registries) {
  const now = { total: 0, active: 0 }
  new Gauge({
    name: 'foldout_decoders',
    help: 'Uploaded files being decoded or waiting for it.',
    labelNames: ['state'],
    registers: [own],
    collect() {
      this.set({ state: 'active' }, now.active)
      this.set({ state: 'waiting' }, now.total - now.active)
      // Dashboards may use the label of 1.0, which ends with 1.2.
      this.set({ state: 'working' }, now.active)
    },
  })
  const seconds = new Histogram({
    name: 'foldout_decode_seconds',
    help: 'Duration of decoding and storing an uploaded file, without waiting. Refused: the file was invalid.',
    labelNames: ['outcome'],
    registers: [shared],
    buckets: [0.1, 0.5, 1, 2.5, 5, 10, 30, 120],
  })
  for (const outcome of ['done', 'refused', 'failed']) seconds.zero({ outcome })
  const outcomeOfError = (error: unknown) => (error instanceof ApiError ? 'refused' : 'failed')
  const measureWork = <Result>(work: Promise<Result>, signal: AbortSignal) => {
    now.active += 1
    const end = seconds.startTimer()
    return observe(work, (error) => {
      now.active -= 1
      // A drawing that gave way starts again.
      if (!error || !signal.aborted) end({ outcome: error ? outcomeOfError(error) : 'done' })
    })
  }
  return <File>(run: RunQueued<File>): RunQueued<File> =>
    (file, work) => {
      now.total += 1
      return observe(
        run(file, (signal) => measureWork(work(signal), signal)),
        () => {
          now.total -= 1
        },
      )
    }
}

async function observe<Result>(work: PromiseLike<Result>, onSettled: (error?: unknown) => void): Promise<Result> {
  try {
    const result = await work
    onSettled()
    return result
  } catch (error) {
    onSettled(error ?? 'nothing')
    throw error
  }
}
