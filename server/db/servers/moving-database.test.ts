import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { type ReplicaServer, type Replicated, startReplicated } from '#tests/support/replica.ts'
import { openPool } from '../connection.ts'
import { joinDatabase, openDatabase } from '../database.ts'
import { unreachable } from '../external-database.ts'
import { startJobs } from '../jobs.ts'
import { isLostConnection } from '../lost-connection.ts'
import { migrateJobs } from '../migrate.ts'
import { change, statement } from '../statement.ts'
import { MovingPool } from './moving-pool.ts'

let servers: Replicated
let [first, second]: ReplicaServer[] = []
let pool: pg.Pool

const silent = { error: () => undefined, warn: () => undefined, debug: () => undefined }
const hostOf = (url: string) => new URL(url).searchParams.get('host') ?? ''
const all = () => [servers.primary.url, first?.url, second?.url].map((url) => hostOf(url ?? ''))
const addressOf = (hosts: string[]) =>
  `postgres:///foldout?host=${hosts.join(',')}&user=foldout_site&target_session_attrs=read-write`

beforeAll(async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  servers = await startReplicated()
  await servers.primary.pool.query('create table written (id text primary key, times int not null default 1)')
  await migrateJobs(servers.primary.pool)
  first = await servers.addReplica()
  second = await servers.addReplica()
  await second.kill()
  await servers.primary.ask("alter system set synchronous_standby_names = '*'")
  await servers.primary.ask('select pg_reload_conf()')
  // Beside all other tests a promotion can take longer than people wait.
  pool = openPool({ connectionString: addressOf(all()) }, 8, { connectTimeout: 10_000 })
})
afterAll(async () => {
  await pool?.end()
  await servers?.stop()
})

const read = statement<{ n: number }, []>('count-written', 'select count(*)::int as n from written')
const write = change<never, [id: string]>(
  'write',
  'insert into written (id) values ($1) on conflict (id) do nothing',
)

/** People who write and read all the time; who is refused repeats the same, as browsers do. */
function traffic() {
  const acknowledged: string[] = []
  const refused: Error[] = []
  const failedReads: Error[] = []
  let isOver = false
  const repeat = async (work: (n: number) => Promise<unknown>) => {
    for (let n = 0; !isOver; n++) await work(n)
  }
  const writer = (name: string) =>
    repeat(async (n) => {
      const id = `${name} ${n}`
      while (!isOver) {
        const error = await write(pool, id).then(
          () => undefined,
          (error) => error,
        )
        if (!error) return acknowledged.push(id)
        refused.push(error)
        await pause(20)
      }
    })
  const reader = () =>
    repeat(async () => {
      await read(pool).catch((error) => failedReads.push(error))
      await pause(5)
    })
  const people = [...'abc'].map((name) => writer(`${performance.now()} ${name}`)).concat(reader(), reader())
  return {
    ...{ acknowledged, refused, failedReads },
    /** Once so many more writes were acknowledged. */
    async more(count: number) {
      const wanted = acknowledged.length + count
      while (acknowledged.length < wanted) await pause(5)
    },
    async stop() {
      isOver = true
      await Promise.all(people)
    },
  }
}

let people: ReturnType<typeof traffic>
afterEach(() => people?.stop())

const missing = async (acknowledged: string[]) => {
  const { rows } = await pool.query<{ id: string }>('select id from written')
  const kept = new Set(rows.map(({ id }) => id))
  return acknowledged.filter((id) => !kept.has(id))
}

test('a frozen server is left for the one that is promoted within a second, nothing acknowledged is lost, and it is not gone back to', async () => {
  people = traffic()
  await people.more(30)
  servers.primary.freeze()
  const frozen = performance.now()
  await first?.promote()
  await people.more(1)
  expect(performance.now() - frozen).toBeLessThan(5_000)
  expect(people.failedReads).toEqual([])
  for (const error of people.refused) expect(isLostConnection(error), error.message).toBe(true)
  servers.primary.thaw()
  // Whoever starts now meets both.
  const late = openPool({ connectionString: addressOf(all()) }, 1, { connectTimeout: 10_000 })
  const [at] = (await late.query(`select pg_walfile_name(pg_current_wal_lsn()) like '00000002%' as "isNew"`))
    .rows
  expect(at).toEqual({ isNew: true })
  expect(console.error).toHaveBeenCalledWith(
    expect.stringMatching(/^Two servers of the database take writes\./),
  )
  await late.end()
  await people.more(30)
  await people.stop()
  expect(await missing(people.acknowledged)).toEqual([])
  const [there] = await servers.primary.ask('select count(*)::int as n from written')
  expect(await read(pool)).not.toEqual([there])
})

test('a server that is killed is left for the one that is promoted', async () => {
  if (!first || !second) return
  const folder = dirname(hostOf(second.url))
  await writeFile(
    join(folder, 'postgres', 'postgresql.auto.conf'),
    `primary_conninfo = 'host=${hostOf(first.url)} user=foldout application_name=replica-2'\n`,
  )
  await second.start()
  await first.ask("alter system set synchronous_standby_names = '*'")
  await first.ask('select pg_reload_conf()')
  const done: unknown[] = []
  const tasks = { 'try-it': async (payload: unknown) => void done.push(payload) }
  const jobs = await startJobs(pool, tasks, '# nothing comes round', silent, { pollMs: 200 })
  onTestFinished(() => jobs.stop())
  people = traffic()
  await people.more(30)
  await first.kill()
  const killed = performance.now()
  await second.promote()
  await people.more(30)
  expect(performance.now() - killed).toBeLessThan(5_000)
  await people.stop()
  expect(people.failedReads).toEqual([])
  expect(await missing(people.acknowledged)).toEqual([])
  await pool.query(`select graphile_worker.add_job('try-it', '{"after": "the move"}')`)
  await vi.waitFor(() => expect(done).toEqual([{ after: 'the move' }]), { timeout: 30_000 })
})

test('a server that takes no writes any more is left within a second, though its connections live', async () => {
  const lent = await pool.connect()
  const ended = new Promise<void>((resolve) => lent.once('end', resolve))
  await second?.ask('alter system set default_transaction_read_only = on')
  await second?.ask('select pg_reload_conf()')
  const told = performance.now()
  await ended
  expect(performance.now() - told).toBeLessThan(5_000)
  lent.release()
  await second?.ask('alter system reset default_transaction_read_only')
  await second?.ask('select pg_reload_conf()')
  await vi.waitFor(() => write(pool, 'again'), { timeout: 30_000 })
})

test('a connection that is ended in the moment it is open takes nothing with it', async () => {
  const ended = { severity: 'FATAL', code: '57P01', message: 'terminating connection' }
  const thrown: unknown[] = []
  /** As where the end is in the same packet: it is read before anybody hears that there is a connection. */
  class Short extends pg.Client {
    override async connect() {
      const tell = () => {
        try {
          this.connection.emit('errorMessage', Object.assign(new Error(ended.message), ended))
        } catch (error) {
          thrown.push(error)
        }
      }
      this.connection.once('readyForQuery', () => process.nextTick(tell))
      return super.connect()
    }
  }
  const Client = Short as unknown as NonNullable<pg.PoolConfig['Client']>
  const short = new MovingPool({ max: 1, Client }, [servers.primary.url], { others: 0 })
  await expect(short.query('select 1')).rejects.toThrow('not queryable')
  expect(thrown).toEqual([])
  await short.end()
})

test('a backup that was restored as a database of its own is gone on with at the same address', async () => {
  const restored = await startReplicated()
  const folder = await mkdtemp(join(tmpdir(), 'foldout-moved-'))
  const at = join(folder, 'at')
  onTestFinished(() => rm(folder, { recursive: true }))
  onTestFinished(() => restored.stop())
  await restored.primary.pool.query('create table written as select 7 as n')
  const lead = async (url: string) => {
    await rm(at, { force: true })
    await symlink(hostOf(url), at)
  }
  await lead(second?.url ?? '')
  const moved = openPool({ connectionString: addressOf([at]) }, 2, { connectTimeout: 5_000 })
  onTestFinished(() => moved.end())
  // It has been promoted, so its timeline is a newer one.
  await read(moved)
  await lead(restored.primary.url)
  await second?.stop()
  await vi.waitFor(async () => expect(await read(moved)).toEqual([{ n: 1 }]), { timeout: 30_000 })
})

test('where no server takes writes the start says of each why, and names no address', async () => {
  await servers.primary.ask('alter system set default_transaction_read_only = on')
  await servers.primary.ask('select pg_reload_conf()')
  const connectionString = addressOf(['/nowhere', hostOf(servers.primary.url)])
  // A pool that gives up first says only that it waited.
  const none = openPool({ connectionString }, 1, { connectTimeout: 400, times: { patience: 500 } })
  const refusal = await none.connect().then(undefined, unreachable)
  expect(refusal).toHaveProperty(
    'message',
    'Foldout cannot start: the database in DATABASE_URL did not take us in (no server takes writes: ' +
      'the first cannot be reached (ENOENT), the second takes no writes)',
  )
  await none.end()
})

test('a replica alone stops the start, and a command beside the site, with the setting that names it', async () => {
  const address = servers.primary.url
  const dataDir = '/nowhere'
  await expect(openDatabase({ dataDir, databaseUrl: address })).rejects.toThrow(
    'Foldout cannot start: the database takes no writes: it may be a replica. Name the server',
  )
  const away = 'postgres://foldout:hunter2@127.0.0.1:1/foldout'
  for (const open of [joinDatabase, openDatabase])
    await expect(open({ dataDir, databaseUrl: address, databaseDirectUrl: away })).rejects.toThrow(
      new Error(
        'Foldout cannot start: the database in DATABASE_DIRECT_URL did not take us in (cannot be reached (ECONNREFUSED))',
      ),
    )
})
