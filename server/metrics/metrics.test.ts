import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { parse as parseYaml } from 'yaml'
import { findNewestBackup } from '#server/backup/backup-folder.ts'
import { openPool } from '#server/db/connection.ts'
import { MailError } from '#server/mail/mailer.ts'
import { addEndedTotals, aggregate } from '#server/workers/worker-metrics.ts'
import { openRawConnection } from '#tests/support/raw-connection.ts'
import { type RunningSite, runSite } from '#tests/support/running-site.ts'
import { startTestApp } from '#tests/support/test-app.ts'
import { createTestFolder } from '#tests/support/test-folder.ts'
import { createMetrics } from './create-metrics.ts'
import { countOf, type ReadFamily, readExpression, readMetrics } from './metrics.testing.ts'
import { serveMetrics } from './serve-metrics.ts'
import { openSiteMetrics } from './site-metrics.ts'

const backups = createTestFolder()
const site = await startTestApp({ settings: { METRICS_PORT: '0', BACKUP_DIR: backups } })
afterAll(() => site.close())
const { families } = openSiteMetrics({ config: site.config, pool: site.pool, findNewestBackup })
const collect = async () => aggregate(await families(1), new Map([[1, await site.metrics.families()]]))
const served = await serveMetrics({ port: 0, host: '127.0.0.1' }, collect)
afterAll(() => served.stop())

const read = async () => readMetrics(await (await fetch(served.address)).text())
const series = (families: Map<string, ReadFamily>, name: string) => families.get(name)?.metrics ?? []

describe('requests', () => {
  test('are counted by method, pattern and status, and measured', async () => {
    await site.call({ path: '/api/zines?limit=2' })
    await site.call({ path: '/api/zines/019b0000-0000-7000-8000-000000000000' })
    const families = await read()
    const answeredTotal = (route: string, status: string) =>
      countOf(families, 'foldout_http_requests_total', { method: 'GET', route, status })
    expect([answeredTotal('/api/zines', '200'), answeredTotal('/api/zines/:id', '404')]).toEqual([1, 1])
    const labels = { method: 'GET', route: '/api/zines', le: '+Inf' }
    expect(countOf(families, 'foldout_http_request_seconds_bucket', labels)).toBe(1)
    await site.app.inject({ method: 'HEAD', url: '/api/zines' })
    const heads = { method: 'HEAD', route: '/api/zines', status: '200' }
    expect(countOf(await read(), 'foldout_http_requests_total', heads)).toBe(1)
  })

  test('with random paths, IDs and methods create no series and reveal no input', async () => {
    const get = (path: string) => site.call({ path })
    const unusual = ['PROPFIND', 'MKCOL', 'TRACE'] as const
    const requestsFor = (n: number) => [
      get(`/typed-${n}?token=typed-${n}`),
      get(`/api/typed-${n}`),
      get(`/media/typed-${n}.webp`),
      get(`/api/users/typed-${n}`),
      site.app.inject({ method: 'HEAD', url: `/%74yped-${n}/..%2f` }),
      site.app.inject({ method: unusual[n % 3] as 'GET', url: `/typed-${n}` }),
      site.call({ method: 'POST', path: `/api/zines/typed-${n}/favorite`, body: {} }),
    ]
    await Promise.all(requestsFor(0).concat(requestsFor(1), requestsFor(2)))
    const before = (await read()).values().toArray()
    await Promise.all(Array.from({ length: 40 }, (_, n) => requestsFor(n + 3)).flat())
    const after = (await read()).values().toArray()
    const sizes = (all: ReadFamily[]) => all.map(({ name, metrics }) => `${name} ${metrics.length}`)
    const ofRequests = (all: ReadFamily[]) => sizes(all).filter((line) => line.startsWith('foldout_http'))
    expect(ofRequests(after)).toEqual(ofRequests(before))
    expect(JSON.stringify(after)).not.toMatch(/typed-/i)
  })

  test('for sign-ins are counted by result, without names', async () => {
    const ana = await site.signUp('MetricAna')
    const body = { email: ana.email, password: 'not the one' }
    await site.call({ method: 'POST', path: '/api/auth/sign-in/email', body })
    const families = await read()
    const eventTotal = (event: string, outcome: string) =>
      countOf(families, 'foldout_security_events_total', { event, outcome })
    expect([eventTotal('sign-up', 'done'), eventTotal('sign-in', 'refused')]).toEqual([1, 1])
    const text = await (await fetch(served.address)).text()
    for (const secret of [ana.id, ana.email, 'MetricAna']) expect(text).not.toContain(secret)
  })
})

test('connections are reported by pool if there are two', async () => {
  const metrics = createMetrics()
  const direct = openPool(site.connection, 8)
  const lent = await direct.connect()
  metrics.databases({ pool: site.pool, direct })
  const families = readMetrics(await aggregate([], new Map([[1, await metrics.families()]])))
  lent.release()
  await direct.end()
  const name = 'foldout_database_connections'
  const connections = (pool: string, state: string) => countOf(families, name, { pool, state })
  expect([connections('direct', 'active'), connections('direct', 'max')]).toEqual([1, 8])
  // The labels of 1.0.
  expect([connections('direct', 'working'), connections('direct', 'most')]).toEqual([1, 8])
  expect(connections('pooled', 'max')).toBe(10)
  expect(series(await read(), name).map(({ labels }) => labels?.pool)).toEqual(Array(6).fill('pooled'))
})

test('work is counted by result, and returns what it did', async () => {
  const metrics = createMetrics()
  const mail = { to: '', subject: '', text: '', html: '', messageId: '' }
  const outcomes = [
    undefined,
    new MailError('not now'),
    new MailError('never', { isRejected: true }),
    new Error('what?'),
  ]
  const mailer = metrics.mailer({
    send: async () => {
      const error = outcomes.shift()
      if (error) throw error
    },
    isReady: async () => true,
  })
  const sends = [0, 1, 2, 3].map(() =>
    mailer.send(mail).then(
      () => 'sent',
      ({ message }) => message,
    ),
  )
  expect(await Promise.all(sends)).toEqual(['sent', 'not now', 'never', 'what?'])
  const tasks = metrics.jobs({
    'sweep-media': async () => undefined,
    'sweep-drafts': () => {
      throw new Error('no')
    },
  })
  await tasks['sweep-media']?.({}, {} as never)
  await expect(Promise.try(() => tasks['sweep-drafts']?.({}, {} as never))).rejects.toThrow('no')
  const families = readMetrics(await aggregate([], new Map([[1, await metrics.families()]])))
  const mails = (outcome: string) => countOf(families, 'foldout_mails_total', { outcome })
  expect(['sent', 'failed', 'refused'].map(mails)).toEqual([1, 2, 1])
  const jobs = (task: string, outcome: string) => countOf(families, 'foldout_jobs_total', { task, outcome })
  expect([jobs('sweep-media', 'done'), jobs('sweep-drafts', 'failed')]).toEqual([1, 1])
})

test('the metrics describe the site’s state: waiting jobs, disks, and a database that does not respond', async () => {
  await site.pool.query(`select graphile_worker.add_job('sweep-media', run_at => now() - interval '20 minutes')`)
  await site.pool.query(`select graphile_worker.add_job('sweep-drafts', max_attempts => 1)`)
  await site.pool.query('update graphile_worker._private_jobs set attempts = max_attempts where max_attempts = 1')
  const families = await read()
  const jobs = (task: string) => ['due', 'given_up'].map((name) => countOf(families, `foldout_jobs_${name}`, { task }))
  expect([jobs('sweep-media'), jobs('sweep-drafts')]).toEqual([
    [1, 0],
    [0, 1],
  ])
  expect(countOf(families, 'foldout_jobs_oldest_due_seconds')).toBeGreaterThan(1190)
  expect(countOf(families, 'foldout_disk_free_bytes', { folder: 'data' })).toBeGreaterThan(0)
  expect(countOf(families, 'foldout_database_bytes')).toBeGreaterThan(1_000_000)
  expect(countOf(families, 'foldout_database_up')).toBe(1)
  await site.pool.query('alter table open_uploads rename to open_uploads_away')
  const without = await read()
  await site.pool.query('alter table open_uploads_away rename to open_uploads')
  expect(countOf(without, 'foldout_database_up')).toBe(0)
  expect(series(without, 'foldout_jobs_due')).toEqual([])
  expect(countOf(without, 'foldout_http_requests_total')).toBeGreaterThan(0)
})

test('the metrics report the newest complete backup, whether the last attempt failed, and the free space', async () => {
  const backupValues = async () => {
    const families = await read()
    const [newest, failed] = ['newest_timestamp_seconds', 'failed'].map((name) =>
      countOf(families, `foldout_backup_${name}`),
    )
    return { newest, failed, free: countOf(families, 'foldout_disk_free_bytes', { folder: 'backups' }) }
  }
  const makeBackup = (name: string) => mkdirSync(join(backups, name))
  const finish = (name: string) => writeFileSync(join(backups, name, 'manifest.json'), '{}')
  const [old, unfinished, ahead] = ['2026-03-01T03-13-00.500Z', '2026-03-02T03-13-00.000Z', '2999-01-01T00-00-00.000Z']
  for (const name of [old, unfinished, ahead, 'unfinished-1-2026-03-03T03-13-00.000Z', 'media']) makeBackup(name)
  expect(await backupValues()).toMatchObject({ newest: 0, failed: 0 })
  for (const name of [old, ahead]) finish(name)
  const { newest, free } = await backupValues()
  expect(newest).toBe(Date.parse('2026-03-01T03:13:00.500Z') / 1000)
  expect(free).toBeGreaterThan(0)
  await site.pool.query(`select graphile_worker.add_job('make-backup', run_at => now() + interval '1 hour')`)
  expect(await backupValues()).toMatchObject({ failed: 0 })
  await site.pool.query(
    `update graphile_worker._private_jobs set attempts = 1, last_error = 'No room.'
     where id = (select max(id) from graphile_worker._private_jobs)`,
  )
  expect(await backupValues()).toMatchObject({ failed: 1 })
  await site.pool.query('delete from graphile_worker._private_jobs where last_error is not null')
})

test('the counters of an ended process stay in the totals, and its gauges are removed', async () => {
  const [one, other] = [createMetrics(), createMetrics()]
  for (const metrics of [one, one, other]) metrics.page('cached')
  const familiesByProcess = { 1: await one.families(), 2: await other.families() }
  const all = readMetrics(
    await aggregate([], new Map(Object.entries(familiesByProcess).map(([n, of]) => [Number(n), of]))),
  )
  expect(countOf(all, 'foldout_pages_total', { result: 'cached' })).toBe(3)
  const processes = (among: typeof all) =>
    series(among, 'process_resident_memory_bytes').map(({ labels }) => labels?.process)
  expect(processes(all)).toEqual(['1', '2'])
  const leftFamilies = await addEndedTotals([], await one.families())
  const left = readMetrics(await aggregate([], new Map([[2, await other.families()]]), leftFamilies))
  expect(countOf(left, 'foldout_pages_total', { result: 'cached' })).toBe(3)
  expect(processes(left)).toEqual(['2'])
})

describe('the metrics endpoint', () => {
  const ask = (path: string, init: RequestInit = {}) =>
    fetch(served.address.replace('/metrics', path), init).then(({ status }) => status)

  test('serves only metrics and rejects writes', async () => {
    const asked = [ask('/'), ask('/metrics/../api/zines'), ask('/metrics?a'), ask('/metrics', { method: 'POST' })]
    expect(await Promise.all(asked)).toEqual([404, 404, 200, 405])
  })

  test('a page whose own domain resolves to this machine cannot read the metrics', async () => {
    const { hostname, port } = new URL(served.address)
    const connection = await openRawConnection(`http://${hostname}:${port}`)
    connection.write(`GET /metrics HTTP/1.1\r\nhost: rebound.example:${port}\r\n\r\n`)
    await expect.poll(() => connection.statuses()).toEqual([403])
    connection.end()
  })

  test('visitors find none on the site', async () => {
    expect((await site.call({ path: '/metrics' })).status).toBe(404)
  })

  test('a port in use is reported with its setting', async () => {
    const port = Number(new URL(served.address).port)
    await expect(serveMetrics({ port, host: '127.0.0.1' }, async () => '')).rejects.toThrow('METRICS_PORT')
  })
})

describe('the rules and the dashboard in packaging/', () => {
  type Rules = { groups: { rules: { alert: string; expr: string }[] }[] }
  type Dashboard = { panels: { title: string; targets: { expr: string }[] }[] }
  const rules = (parseYaml(readFileSync('packaging/prometheus/foldout-alerts.yml', 'utf8')) as Rules).groups
    .flatMap((group) => group.rules)
    .map(({ alert, expr }): [string, string] => [alert, expr])
  const dashboard = JSON.parse(readFileSync('packaging/grafana/foldout-dashboard.json', 'utf8')) as Dashboard
  const panels = dashboard.panels.flatMap(({ title, targets }) =>
    targets.map(({ expr }): [string, string] => [title, expr.replaceAll('$__rate_interval', '5m')]),
  )
  const isGiven = (value: string) => !value.startsWith('$')
  let fresh: Map<string, ReadFamily>
  let freshSite: RunningSite
  beforeAll(async () => {
    freshSite = await runSite({ DATA_DIR: join(backups, 'fresh'), METRICS_PORT: '0', BACKUP_DIR: backups })
    const [address = ''] = /http:[^"]*metrics/.exec(freshSite.output.out) ?? []
    // The worker of jobs registers its tasks a moment later.
    const readWithTasks = async () => {
      fresh = readMetrics(await (await fetch(address)).text())
      expect(series(fresh, 'foldout_jobs_due')).not.toEqual([])
    }
    await vi.waitFor(readWithTasks, { timeout: 60_000 })
  }, 60_000)
  afterAll(() => freshSite.end())

  test.each([...rules, ...panels])('%s uses only metrics and labels that a fresh site has: %s', (_name, expression) => {
    const labelsOf = (metric: string) =>
      metric === 'up'
        ? ['job', 'instance']
        : ['instance', ...series(fresh, metric).flatMap(({ labels }) => Object.keys(labels ?? {}))]
    const { selectors, groups } = readExpression(expression)
    expect(selectors).not.toEqual([])
    for (const { metric, labels, values } of selectors) {
      const named = Object.entries(values).filter(([label, value]) => label !== 'instance' && isGiven(value))
      const withValues = series(fresh, metric).filter(({ labels: found = {} }) =>
        named.every(([label, value]) => found[label] === value),
      )
      if (metric !== 'up') expect([metric, named, withValues.length]).not.toEqual([metric, named, 0])
      expect(labelsOf(metric)).toEqual(expect.arrayContaining(labels))
    }
    const knownLabels = selectors.flatMap(({ metric }) => labelsOf(metric))
    expect(knownLabels).toEqual(expect.arrayContaining(groups))
  })

  test('names and units are those that Prometheus asks for', async () => {
    const text = await (await fetch(served.address)).text()
    const typed = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name = '', type]) => ({ name, type }))
    expect(typed.length).toBeGreaterThan(30)
    expect(text.match(/^# HELP \S+ \S/gm)).toHaveLength(typed.length)
    const isWrong = ({ name, type }: (typeof typed)[number]) =>
      name.endsWith('_total') !== (type === 'counter') ||
      !/^[a-z][a-z0-9_]*$/.test(name) ||
      /_(count|sum|bucket|ms|milliseconds|kb|mb|minutes|hours)(_|$)/.test(name)
    expect(typed.filter(isWrong)).toEqual([])
  })
})
