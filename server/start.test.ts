import { chmod, mkdtemp, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { removeDataFolder } from '#tests/support/data-folder.ts'
import { startDebianPostgres } from '#tests/support/debian-postgres.ts'
import { addImages, publishZine } from '#tests/support/library.ts'
import { runSite } from '#tests/support/running-site.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { createDatabaseBehindProxy, createTestDatabase, databaseUrlOf } from '#tests/support/test-database.ts'
import { readConfig } from './config/config.ts'
import { type Foldout, startFoldout } from './start.ts'

const sitePath = join(import.meta.dirname, '../tests/support/site-without-pages.ts')

let dataDir: string
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'foldout-start-'))
})
afterAll(() => removeDataFolder(dataDir))

async function startOn(databaseUrl: string, LOG_LEVEL = 'silent'): Promise<Foldout> {
  const settings = {
    DATA_DIR: dataDir,
    LOG_LEVEL,
    RATE_LIMITS: 'off',
    DATABASE_URL: databaseUrl,
  }
  return startFoldout({ ...readConfig(settings), port: 0 }, { pages: false })
}

const timed = async (address: string) => {
  const started = performance.now()
  const response = await fetch(address)
  return {
    status: response.status,
    ms: performance.now() - started,
    retryAfter: response.headers.get('retry-after'),
  }
}

test('in a terminal nothing is printed above the start screen', async () => {
  const { connection } = await createTestDatabase()
  const asTerminal = ['--import', 'data:text/javascript,process.stdout.isTTY=true']
  const site = await runSite({ DATA_DIR: dataDir, RATE_LIMITS: 'on', DATABASE_URL: databaseUrlOf(connection) }, [
    ...asTerminal,
    sitePath,
  ])
  try {
    expect(site.output.err).toBe('')
    const [above = ''] = site.output.out.split(/(?=\n {2}Foldout is open at)/)
    expect(above.split('\n').filter((line) => line && !line.startsWith('Foldout is running as root'))).toEqual([])
    expect(site.output.out).toContain(`  Foldout is open at  http://localhost:${site.port}`)
  } finally {
    await site.end()
  }
})

describe('when the database is unreachable', () => {
  test('requests are rejected quickly with 503, and work again as soon as it is back', async () => {
    const { proxy, proxiedConnection } = await createDatabaseBehindProxy()
    const site = await startOn(databaseUrlOf(proxiedConnection))
    try {
      expect((await timed(`${site.address}/api/zines`)).status).toBe(200)
      proxy.refuse()
      const unavailable = await timed(`${site.address}/api/zines`)
      expect(unavailable).toMatchObject({ status: 503, retryAfter: '2' })
      expect(unavailable.ms).toBeLessThan(3_000)
      expect((await timed(`${site.address}/readyz`)).status).toBe(503)
      expect((await timed(`${site.address}/healthz`)).status).toBe(200)
      await proxy.accept()
      expect((await timed(`${site.address}/api/zines`)).status).toBe(200)
      expect((await timed(`${site.address}/readyz`)).status).toBe(200)
    } finally {
      await site.stop()
      proxy.refuse()
    }
  })

  test('a start waits for one that does not answer at first', async () => {
    const { proxy, proxiedConnection } = await createDatabaseBehindProxy()
    proxy.blackhole()
    const start = startOn(databaseUrlOf(proxiedConnection))
    // Longer than the connection timeout.
    await sleep(2_500)
    await proxy.accept()
    const site = await start
    expect((await timed(`${site.address}/api/zines`)).status).toBe(200)
    await site.stop()
    proxy.refuse()
  })

  test('a start without it ends with a message that does not hold the password', async () => {
    const start = startOn('postgres://ana:hunter2@127.0.0.1:1/nowhere')
    await expect(start).rejects.toThrow(
      /Foldout cannot start: could not connect to the database in DATABASE_URL(?!.*hunter2)/,
    )
  })
})

test('the bundled PostgreSQL is restarted when it is killed', async () => {
  const otherDataDir = await mkdtemp(join(tmpdir(), 'foldout-killed-'))
  await chmod(otherDataDir, 0o711)
  const config = { ...readConfig({ DATA_DIR: otherDataDir, LOG_LEVEL: 'silent' }), port: 0 }
  const site = await startFoldout(config, { pages: false })
  const serverPid = async () =>
    Number((await readFile(join(otherDataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n')[0])
  try {
    const killedPid = await serverPid()
    process.kill(killedPid, 'SIGKILL')
    const isRestarted = async () =>
      (await timed(`${site.address}/api/zines`)).status === 200 && (await serverPid()) !== killedPid
    await expect.poll(isRestarted).toBe(true)
  } finally {
    await site.stop()
    await removeDataFolder(otherDataDir)
  }
})

/** Settings that nodes of a site share, apart from the secret. No server listens at this address. */
const bucket = {
  S3_BUCKET: 'zines',
  S3_ENDPOINT: 'http://127.0.0.1:9',
  S3_ACCESS_KEY_ID: 'key',
  S3_SECRET_ACCESS_KEY: 'the key of the bucket',
}

test('a public site without SMTP_URL is warned, and logs no link of a mail; so are several machines without SECRET', async () => {
  const { connection, pool } = await createTestDatabase()
  const DATABASE_URL = databaseUrlOf(connection)
  const logOf = async (PUBLIC_URL: string, username: string, settings: Record<string, string> = {}) => {
    const site = await runSite({ DATA_DIR: dataDir, DATABASE_URL, PUBLIC_URL, ...bucket, ...settings })
    const body = JSON.stringify({ email: `${username}@example.org`, password: 'correct horse', username })
    const headers = { 'content-type': 'application/json' }
    await fetch(`${site.address}/api/auth/sign-up/email`, { method: 'POST', headers, body })
    await expect.poll(() => site.output.out).toContain('saved an email')
    site.signal('SIGTERM')
    await site.ended
    return site.output.out
  }
  const log = await logOf('https://zines.example', 'publicly')
  expect(log).toMatch(/"level":40.*SMTP_URL is not set/)
  expect(log).not.toMatch(/token=|"link"/)
  expect(log).toMatch(/"level":40.*SECRET is not set, but DATABASE_URL and S3_BUCKET are/)
  expect(log).not.toContain((await readFile(join(dataDir, 'secret'), 'utf8')).trim())
  const localLog = await logOf('http://localhost', 'privately', {
    SECRET: 'the same on each of the machines',
  })
  expect(localLog).not.toMatch(/SMTP_URL|SECRET/)
  expect(localLog).toContain('#type=signup&token=')
  await pool.end()
})

test('processes that start concurrently migrate once, and log each migration in one line', async () => {
  const { connection, pool } = await createTestDatabase()
  await pool.query('drop schema public cascade; create schema public; drop schema graphile_worker cascade')
  const url = databaseUrlOf(connection)
  const info = vi.spyOn(console, 'info').mockImplementation(() => undefined)
  onTestFinished(() => info.mockRestore())
  const sites = await Promise.all(['info', 'info', 'info'].map((level) => startOn(url, level)))
  const { rows } = await pool.query('select name from kysely_migration order by name')
  const messages = info.mock.calls.map(([line]) => String(JSON.parse(line).msg))
  const applied = messages.map((msg) => /^Applied the migration (.+) in \d+ ms$/.exec(msg)?.[1])
  expect(applied.filter(Boolean)).toEqual(rows.map(({ name }) => name))
  for (const site of sites) expect((await timed(`${site.address}/api/zines`)).status).toBe(200)
  await Promise.all(sites.map((site) => site.stop()))
  await pool.end()
})

const debian = await startDebianPostgres()
afterAll(() => debian?.stop())

describe.skipIf(!debian)('on a PostgreSQL from Debian’s packages', () => {
  let site: TestApp
  beforeAll(async () => {
    site = await startTestApp({ databaseUrl: debian?.databaseUrl })
  })
  afterAll(() => site.close())

  test('a member registers, publishes, is found and favorites', async () => {
    const member = await site.signUp('Lucía')
    const mediaFiles = await addImages(site, member, 2)
    const zine = await publishZine(site, member, { title: 'Überfahrt', mediaFiles })
    await site.post('/api/favorites/zines', { zineId: zine.id }, member)
    const response = await site.call<{ zines: object[] }>({
      path: '/api/search/zines?search=uberfahrt%20LUCIA&filter=popular',
      as: member,
    })
    expect(response.body.zines).toMatchObject([{ id: zine.id, isFavorited: true, favoriteCount: 1 }])
  })
})
