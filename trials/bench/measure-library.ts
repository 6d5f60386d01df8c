import { listCounterProblems } from '#server/backup/verify/counters.queries.ts'
import type { Config } from '#server/config/config.ts'
import { ensureBuilt } from '#server/pages/build.ts'
import { type ComparedServers, compare, type Result, timeDatabase } from './compare.ts'
import type { Library } from './library.ts'
import { startMeasured } from './measured-process.ts'
import { trials } from './measurements.ts'
import type { Options } from './options.ts'
import { type RenderedPage, readRenderedPage } from './rendered-pages.ts'
import { type Finding, judge, medianSearch, type Report } from './report.ts'
import { readSample } from './sample.ts'
import { scenarios } from './scenarios.ts'

type MeasureOptions = Pick<Options, 'seconds' | 'only'> & {
  smaller: Report | undefined
  log: (line: string) => void
}

const profileCount = 50

/** Runs the app and its baseline on a library, with all measurements that the options name. */
export async function measureLibrary(library: Library, config: Config, options: MeasureOptions): Promise<Report> {
  await ensureBuilt()
  const env = {
    NODE_ENV: 'production',
    DATABASE_URL: library.databaseUrl,
    DATA_DIR: config.dataDir,
    HOST: '127.0.0.1',
    LOG_LEVEL: 'warn',
    RATE_LIMITS: 'off',
  }
  const app = await startMeasured('../../server/main.ts', env)
  const floor = await startMeasured('./floor.ts', env)
  try {
    const homePage = await (await fetch(`http://127.0.0.1:${app.port}/`)).text()
    const rows = await readSample(library.pool, config)
    const read = (path: string) => readRenderedPage(app.port, path, rows.reader.cookie)
    const profiles: RenderedPage[] = []
    for (const id of rows.creators.slice(0, profileCount)) profiles.push(await read(`/profile/${id}`))
    const sample = { ...rows, homePage, memberHome: await read('/'), profiles }
    floor.send({ sample })
    const measured = await measureAll({ app, floor, sample }, library, options)
    return {
      ...measured,
      zines: library.zines,
      node: process.versions.node,
      postgres: (await library.pool.query('show server_version')).rows[0].server_version,
      results: judge(measured.results, options.smaller?.results),
      findings: [...medianSearch(measured.results), ...measured.findings],
      wrongCounters: await wrongCounters(library),
      maxRssMb: (await app.usage()).maxRssMb,
    }
  } finally {
    await Promise.all([app.stop(), floor.stop()])
  }
}

/** A failed measurement is reported and does not stop the others. */
async function measureAll(contestants: ComparedServers, library: Library, options: MeasureOptions) {
  const { only, seconds, log } = options
  const results: Result[] = []
  const findings: Finding[] = []
  const failures: string[] = []
  const measureOrReport = async (title: string, measure: () => Promise<unknown>) => {
    log(`${title}…`)
    await measure().catch((error: Error) => {
      failures.push(`${title}: ${error.message}`)
      log(`  failed: ${failures.at(-1)}`)
    })
  }
  for (const scenario of scenarios.filter(({ name, runsOnlyWhenNamed: isExtra }) =>
    only ? only.includes(name) : !isExtra,
  ))
    await measureOrReport(scenario.title, async () => {
      const compared = await compare(scenario, contestants, seconds)
      const database = await timeDatabase(scenario, contestants.sample, library.databaseUrl)
      results.push({ ...compared, database })
    })
  for (const [name, trial] of Object.entries(trials))
    if (!only || only.includes(name))
      await measureOrReport(name, async () => {
        findings.push(...(await trial({ ...contestants, pool: library.pool, seconds })))
      })
  return { results, findings, failures }
}

async function wrongCounters({ pool }: Library) {
  const client = await pool.connect()
  try {
    await client.query('set statement_timeout = 0')
    return await listCounterProblems(client)
  } finally {
    client.release(true)
  }
}
