import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type pg from 'pg'
import { readConfig } from '#server/config/config.ts'
import { loadDotEnv } from '#server/config/dot-env.ts'
import { ensureBuilt } from '#server/pages/ensure-built.ts'
import { runMain } from '#server/process/run-main.ts'
import { openLibrary } from './library.ts'
import { completeSample, environment, signIn, tokenOf } from './measure-library.ts'
import { startMeasured } from './measured-process.ts'
import { libraryFolder, wholeNumber } from './options.ts'
import { postgresCpu } from './postgres-cpu.ts'
import { ofScenario, publishing, type Site, uploading, type Work } from './primary-work.ts'
import { scenarios } from './scenarios.ts'
import { table } from './table.ts'

/**
 * What each thing that is done on the site costs the database: its processor time, its log, its commits, each per
 * request. Processor time is counted, not what it lasts, so other work on the machine hardly matters.
 */
const { values } = parseArgs({
  options: {
    zines: { type: 'string', default: '100000' },
    times: { type: 'string', default: '1000' },
    only: { type: 'string' },
  },
})
const say = (line: string) => console.error(line)
const works: Work[] = [
  ...scenarios.filter(({ name }) => !/^autosave$|^image$|unknown|wrong/.test(name)).map(ofScenario),
  publishing,
  uploading,
]

const heads = ['', 'times', 'PostgreSQL ms', 'site ms', 'log bytes', 'full pages', 'commits']
const idleMs = 10_000
/** Each of these takes long, for reasons that are not the database's. */
const slowly: Record<string, number> = { publish: 4, upload: 20, 'sign-in-known': 10 }

/** What the site does without anybody is taken off of these; what it writes comes now and then. */
const steadily: (keyof Counters)[] = ['cpu', 'site', 'commits']

await runMain(async () => {
  loadDotEnv()
  const [zines, times] = [wholeNumber('zines', values.zines), wholeNumber('times', values.times)]
  const config = readConfig({ ...process.env, DATA_DIR: libraryFolder(process.env.DATA_DIR, zines) })
  await ensureBuilt()
  const library = await openLibrary(config, { zines, say })
  const app = await startMeasured('../server/main.ts', environment(library, config))
  try {
    const { pool } = library
    const sample = await completeSample(library, config, { port: app.port, chosen: scenarios })
    const cookie = await signIn(app.port)
    const site = { pool, config, app, sample, cookie, token: await tokenOf(app.port, cookie) }
    const look = await counting(site)
    const idle = await spent(look, () => sleep(idleMs))
    const lines: string[][] = []
    const only = values.only?.split(',')
    for (const work of works.filter(({ name }) => !only || only.includes(name))) {
      say(`${work.title} …`)
      lines.push(await costsOf(work, { ...site, look, idle }, Math.ceil(times / (slowly[work.name] ?? 1))))
    }
    console.info(table([heads, ...lines]))
  } finally {
    await app.stop()
    await library.stop()
  }
})

/** A tenth goes before, to have all in memory and statements prepared. */
async function costsOf({ title, run, before, after }: Work, { look, idle, ...site }: Counted, times: number) {
  const early = Math.max(10, Math.ceil(times / 10))
  await before?.(site, early)
  await run(site, early)
  await before?.(site, times)
  const taken = await spent(look, () => run(site, times))
  await after?.(site)
  const byItself = (name: keyof Counters) => (steadily.includes(name) ? (idle[name] / idle.ms) * taken.ms : 0)
  const per = (name: keyof Counters, digits: number) =>
    ((taken[name] - byItself(name)) / times).toFixed(digits)
  return [
    title,
    String(times),
    per('cpu', 3),
    per('site', 3),
    per('log', 0),
    per('pages', 2),
    per('commits', 2),
  ]
}

type Counted = Site & { look: () => Promise<Counters>; idle: Counters }
type Counters = Record<'ms' | 'cpu' | 'site' | 'log' | 'pages' | 'commits', number>

async function spent(look: () => Promise<Counters>, work: () => Promise<unknown>): Promise<Counters> {
  const start = await look()
  await work()
  const end = await look()
  const since = (name: keyof Counters) => end[name] - start[name]
  const [ms, cpu, site] = [since('ms'), since('cpu'), since('site')]
  return { ms, cpu, site, log: since('log'), pages: since('pages'), commits: since('commits') }
}

async function counting({ pool, app }: Site): Promise<() => Promise<Counters>> {
  const cpu = await postgresCpu(pool)
  return async () => {
    // Sessions tell what they have counted now and then only.
    await sleep(1100)
    const written = await writtenBy(pool)
    return { ...written, ms: performance.now(), cpu: cpu(), site: (await app.usage()).cpuMs }
  }
}

async function writtenBy(pool: pg.Pool) {
  const { rows } = await pool.query<Record<'log' | 'pages' | 'commits', number>>(`
    select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 as log,
      (select wal_fpi from pg_stat_wal)::float8 as pages,
      (select xact_commit from pg_stat_database where datname = current_database())::float8 as commits`)
  const [counters] = rows
  if (!counters) throw new Error('PostgreSQL counts nothing.')
  return counters
}
