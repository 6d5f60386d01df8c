import { chmod, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { isAlive } from '#server/db/embedded/pid-file.ts'
import { countOf, readMetrics } from '#server/metrics/metrics.testing.ts'
import { removeDataFolder } from '#tests/support/data-folder.ts'
import { openRawConnection, requestHead } from '#tests/support/raw-connection.ts'
import { type RunningSite, runSite } from '#tests/support/running-site.ts'

let dataDir: string
let site: RunningSite
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'foldout-workers-'))
  // When root runs the test, the database's own user must be able to enter the folder.
  await chmod(dataDir, 0o711)
})
afterAll(() => removeDataFolder(dataDir))

/** Each test starts whole sites with several processes. */
const longTimeout = { timeout: 60_000 }

const start = async (settings = {}) => {
  site = await runSite({ DATA_DIR: dataDir, WORKERS: '2', ...settings })
}
const startForTest = async (settings = {}) => {
  onTestFinished(() => site.end())
  await start(settings)
}
const requestZines = (signal: AbortSignal | null = null) =>
  fetch(`${site.address}/api/zines`, { headers: { connection: 'close' }, signal })

const listRestarts = ({ output } = site) =>
  [...output.out.matchAll(/"msg":"(Process [^"]+)"/g)].map(([, message]) => message)

const statusOfNewConnection = () =>
  requestZines(AbortSignal.timeout(1_000)).then(
    ({ status }) => status,
    () => undefined,
  )

async function waitForProcesses(count: number) {
  await expect
    .poll(
      async () => {
        // A connection passed to a dying process never gets a response.
        const timeoutSignal = AbortSignal.timeout(2_000)
        const status = await requestZines(timeoutSignal).then(
          (answer) => answer.status,
          () => undefined,
        )
        expect([200, undefined]).toContain(status)
        return site.listRespondingPids().size
      },
      { timeout: 30_000 },
    )
    .toBe(count)
  return [...site.listRespondingPids()]
}

async function blockRequest() {
  const client = new pg.Client({ host: site.socketFolder(), user: 'foldout', database: 'foldout' })
  client.on('error', () => undefined)
  await client.connect()
  await client.query('begin; lock table zines in access exclusive mode')
  const answer = requestZines().then(
    ({ status }) => status,
    () => 'cut off',
  )
  await expect.poll(async () => (await client.query('select 1 from pg_locks where not granted')).rowCount).toBe(1)
  return { answer, unblock: () => client.query('commit').then(() => client.end()) }
}

async function readTotals() {
  const { address = '' } = /Metrics are at (?<address>http[^"]+)/.exec(site.output.out)?.groups ?? {}
  const families = readMetrics(await (await fetch(address)).text())
  return {
    processesUp: countOf(families, 'foldout_processes_up'),
    requests: countOf(families, 'foldout_http_requests_total', { route: '/api/zines' }),
  }
}

describe('a site of two processes', () => {
  let startedAt: number
  beforeAll(() => {
    startedAt = Date.now()
    return start({ METRICS_PORT: '0' })
  }, longTimeout.timeout)
  afterAll(() => site.end())

  test('listens on one port and reports combined metrics; a killed process is restarted', longTimeout, async () => {
    const [killed = 0, frozen = 0] = await waitForProcesses(2)
    const { requests = 0 } = await readTotals()
    expect(requests).toBeGreaterThan(1)
    process.kill(frozen, 'SIGSTOP')
    expect(await readTotals()).toEqual({ processesUp: 1, requests })
    process.kill(frozen, 'SIGCONT')
    process.kill(killed, 'SIGKILL')
    // On a busy machine it may have lived long enough to be restarted without delay.
    const isRecentlyStarted = Date.now() - startedAt < 10_000
    await expect.poll(readTotals).toEqual({ processesUp: 2, requests })
    await waitForProcesses(3)
    expect(listRestarts()).toEqual([
      expect.stringMatching(
        isRecentlyStarted
          ? /^Process \d of 2 \(\d+\) ended by SIGKILL; restarting it in 1 seconds\.$/
          : /^Process \d of 2 \(\d+\) ended by SIGKILL; restarting it( in 1 seconds)?\.$/,
      ),
    ])
    expect((await fetch(`${site.address}/metrics`)).status).toBe(404)
  })

  test('stopped lets every request end, then the processes, then the database', longTimeout, async () => {
    const pids = [...site.listRespondingPids()]
    const restartsBefore = listRestarts()
    const blocked = await blockRequest()
    site.signal('SIGTERM')
    await expect.poll(statusOfNewConnection).toBe(503)
    await blocked.unblock()
    expect(await blocked.answer).toBe(200)
    expect(await site.ended).toBe(0)
    expect(pids.filter(isAlive)).toEqual([])
    expect(site.socketFolder()).toBe('')
    expect(listRestarts()).toEqual(restartsBefore)
    expect(site.output.err).toBe('')
  })
})

test('a second signal stops everything immediately', longTimeout, async () => {
  await startForTest()
  const pids = await waitForProcesses(2)
  const blocked = await blockRequest()
  site.signal('SIGTERM')
  await sleep(300)
  site.signal('SIGTERM')
  expect(await site.ended).toBe(1)
  expect(await blocked.answer).toBe('cut off')
  await expect.poll(() => pids.filter(isAlive)).toEqual([])
})

test('a stop ends despite open connections and a process that does not respond', longTimeout, async () => {
  await startForTest({ STOP_MS: '1000' })
  const [frozen = 0, ...others] = await waitForProcesses(2)
  const [unfinished, uploading] = await Promise.all([0, 1].map(() => openRawConnection(site.address)))
  unfinished?.write(requestHead('POST /api/auth/sign-in/email', { 'content-length': 900 }))
  uploading?.write(requestHead('POST /api/uploads', { 'content-length': 9_000_000 }))
  process.kill(frozen, 'SIGSTOP')
  const startedAt = performance.now()
  site.signal('SIGTERM')
  expect(await site.ended).toBe(0)
  expect(performance.now() - startedAt).toBeLessThan(10_000)
  expect([frozen, ...others].filter(isAlive)).toEqual([])
  expect(site.socketFolder()).toBe('')
})
