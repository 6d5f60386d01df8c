import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { isAlive } from '#server/db/embedded/pid-file.ts'
import { countOf, readMetrics } from '#server/metrics/metrics.testing.ts'
import { head, openConnection } from '#tests/support/raw-connection.ts'
import { type RunningSite, runSite } from '#tests/support/running-site.ts'

let dataDir: string
let site: RunningSite
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'foldout-workers-'))
  // When root runs the test, the database's own user must be able to enter the folder.
  await chmod(dataDir, 0o711)
})
afterAll(() => rm(dataDir, { recursive: true, force: true }))

/** Each test starts whole sites with several processes. */
const slow = { timeout: 60_000 }

const start = async (settings = {}) => {
  site = await runSite({ DATA_DIR: dataDir, WORKERS: '2', ...settings })
}
const startHere = async (settings = {}) => {
  onTestFinished(() => site.end())
  await start(settings)
}
const ask = (signal: AbortSignal | null = null) =>
  fetch(`${site.address}/api/zines`, { headers: { connection: 'close' }, signal })

/** The errors, without the warning that root gets at every start. */
const complaints = ({ said } = site) => said.err.replace(/^Foldout is running as root.*\n/, '')

const isRefused = () =>
  fetch(`${site.address}/healthz`, { signal: AbortSignal.timeout(1_000) }).then(
    () => false,
    ({ cause }) => cause?.code === 'ECONNREFUSED',
  )

async function answeredBy(count: number) {
  await expect
    .poll(
      async () => {
        // A connection passed to a dying process never gets a response.
        const patient = AbortSignal.timeout(2_000)
        const status = await ask(patient).then(
          (answer) => answer.status,
          () => undefined,
        )
        expect([200, undefined]).toContain(status)
        return site.answering().size
      },
      { timeout: 30_000 },
    )
    .toBe(count)
  return [...site.answering()]
}

async function requestInFlight() {
  const client = new pg.Client({ host: site.socketFolder(), user: 'foldout', database: 'foldout' })
  client.on('error', () => undefined)
  await client.connect()
  await client.query('begin; lock table zines in access exclusive mode')
  const answer = ask().then(
    ({ status }) => status,
    () => 'cut off',
  )
  await expect
    .poll(async () => (await client.query('select 1 from pg_locks where not granted')).rowCount)
    .toBe(1)
  return { answer, letGo: () => client.query('commit').then(() => client.end()) }
}

async function toldTogether() {
  const { address = '' } = /Metrics are at (?<address>http[^"]+)/.exec(site.said.out)?.groups ?? {}
  const families = readMetrics(await (await fetch(address)).text())
  return {
    up: countOf(families, 'foldout_processes_up'),
    asked: countOf(families, 'foldout_http_requests_total', { route: '/api/zines' }),
  }
}

describe('a site of two processes', () => {
  let began: number
  beforeAll(() => {
    began = Date.now()
    return start({ METRICS_PORT: '0' })
  }, slow.timeout)
  afterAll(() => site.end())

  test('listens on one port and reports combined metrics; a killed process is restarted', slow, async () => {
    const [killed = 0, frozen = 0] = await answeredBy(2)
    const { asked = 0 } = await toldTogether()
    expect(asked).toBeGreaterThan(1)
    process.kill(frozen, 'SIGSTOP')
    expect(await toldTogether()).toEqual({ up: 1, asked })
    process.kill(frozen, 'SIGCONT')
    process.kill(killed, 'SIGKILL')
    // On a busy machine it may have lived long enough to be restarted without delay.
    const isYoung = Date.now() - began < 10_000
    await expect.poll(toldTogether).toEqual({ up: 2, asked })
    await answeredBy(3)
    expect(complaints()).toMatch(
      isYoung
        ? /^Process \d of 2 \(\d+\) ended by SIGKILL; restarting it in 1 seconds\.\n$/
        : /^Process \d of 2 \(\d+\) ended by SIGKILL; restarting it( in 1 seconds)?\.\n$/,
    )
    expect((await fetch(`${site.address}/metrics`)).status).toBe(404)
  })

  test('stopped lets every request end, then the processes, then the database', slow, async () => {
    const pids = [...site.answering()]
    const complaintsBefore = complaints()
    const inFlight = await requestInFlight()
    site.signal('SIGTERM')
    await expect.poll(isRefused).toBe(true)
    await inFlight.letGo()
    expect(await inFlight.answer).toBe(200)
    expect(await site.ended).toBe(0)
    expect(pids.filter(isAlive)).toEqual([])
    expect(site.socketFolder()).toBe('')
    expect(complaints()).toBe(complaintsBefore)
  })
})

test('a second signal stops everything immediately', slow, async () => {
  await startHere()
  const pids = await answeredBy(2)
  const inFlight = await requestInFlight()
  site.signal('SIGTERM')
  await sleep(300)
  site.signal('SIGTERM')
  expect(await site.ended).toBe(1)
  expect(await inFlight.answer).toBe('cut off')
  await expect.poll(() => pids.filter(isAlive)).toEqual([])
})

test('a stop ends, whatever is open and even if a process no longer responds', slow, async () => {
  await startHere({ STOP_MS: '1000' })
  const [frozen = 0, ...others] = await answeredBy(2)
  const [unfinished, uploading] = await Promise.all([0, 1].map(() => openConnection(site.address)))
  unfinished?.say(head('POST /api/auth/sign-in/email', { 'content-length': 900 }))
  uploading?.say(head('POST /api/uploads', { 'content-length': 9_000_000 }))
  process.kill(frozen, 'SIGSTOP')
  const began = performance.now()
  site.signal('SIGTERM')
  expect(await site.ended).toBe(0)
  expect(performance.now() - began).toBeLessThan(10_000)
  expect([frozen, ...others].filter(isAlive)).toEqual([])
  expect(site.socketFolder()).toBe('')
})
