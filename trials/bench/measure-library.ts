import type { Config } from '#server/config/config.ts'
import { ensureBuilt } from '#server/pages/build.ts'
import { type Contestants, compare, type Result } from './compare.ts'
import { timeDatabase } from './database-time.ts'
import { editorCount, seatEditors } from './editors.ts'
import { countWrongCounters, type Library } from './library.ts'
import { startMeasured } from './measured-process.ts'
import { signInMembers } from './members.ts'
import type { Options } from './options.ts'
import { drawSample, type Sample } from './sample.ts'
import type { Scenario } from './scenario.ts'
import { scenarios } from './scenarios.ts'
import { reader } from './seed/seed-library.ts'
import { judge, medianSearch, type Report } from './targets.ts'
import { runTrials } from './trials.ts'

type MeasureOptions = Pick<Options, 'seconds' | 'toggles' | 'only'> & {
  smaller: Report | undefined
  say: (line: string) => void
}

/** Runs the app and its floor on a library, and everything that the options name on them. */
export async function measureLibrary(
  library: Library,
  config: Config,
  options: MeasureOptions,
): Promise<Report> {
  const { only } = options
  const chosen = scenarios.filter(({ name, isExtra }) => (only ? only.includes(name) : !isExtra))
  await ensureBuilt()
  const env = environment(library, config)
  const app = await startMeasured('../../server/main.ts', env)
  const floor = await startMeasured('./floor.ts', env)
  try {
    const sample = await completeSample(library, config, { port: app.port, chosen })
    floor.tell({ sample })
    const cookie = await signIn(app.port)
    const contestants = { app, floor, sample, cookie, token: await tokenOf(app.port, cookie) }
    const { results, failures } = await compareAll(chosen, contestants, { library, ...options })
    const setting = { ...contestants, pool: library.pool, config, seconds: options.seconds }
    const trials = await runTrials(setting, options)
    return {
      zines: library.zines,
      node: process.versions.node,
      postgres: (await library.pool.query('show server_version')).rows[0].server_version,
      results: judge(results, options.smaller?.results),
      findings: [...medianSearch(results), ...trials.findings],
      failures: [...failures, ...trials.failures],
      wrongCounters: chosen.some(({ toggles }) => toggles) ? await countWrongCounters(library.pool) : null,
      maxRssMb: (await app.usage()).maxRssMb,
    }
  } finally {
    await Promise.all([app.stop(), floor.stop()])
  }
}

const environment = ({ databaseUrl }: Library, { dataDir }: Config) => ({
  NODE_ENV: 'production',
  DATABASE_URL: databaseUrl,
  DATA_DIR: dataDir,
  HOST: '127.0.0.1',
  LOG_LEVEL: 'warn',
  RATE_LIMITS: 'off',
})

type Asked = { port: number; chosen: Scenario[] }

async function completeSample(library: Library, config: Config, { port, chosen }: Asked): Promise<Sample> {
  const drawn = await drawSample(library.pool, config.dataDir)
  const homePage = await textOf(port, '/')
  const profilePage = await textOf(port, `/profile/${drawn.creators[0]}`)
  const fans = await signInMembers(library.pool, config, drawn.creators.slice(0, editorCount))
  const saves = chosen.some(({ oneAfterTheOther }) => oneAfterTheOther)
  const editors = saves ? await seatEditors(library.pool, fans) : []
  return { ...drawn, homePage, profilePage, fans, editors }
}

type Run = Pick<MeasureOptions, 'seconds' | 'toggles' | 'say'> & { library: Library }

/** A scenario that fails is told, and does not cost what the others take to measure. */
async function compareAll(chosen: Scenario[], contestants: Contestants, { library, say, ...run }: Run) {
  const results: Result[] = []
  const failures: string[] = []
  for (const scenario of chosen) {
    say(`${scenario.title} …`)
    try {
      const compared = await compare(scenario, contestants, run)
      const database = await timeDatabase(scenario, contestants.sample, library.databaseUrl)
      results.push({ ...compared, database })
    } catch (error) {
      failures.push(`${scenario.title}: ${error instanceof Error ? error.message : error}`)
      say(`  failed: ${failures.at(-1)}`)
    }
  }
  return { results, failures }
}

async function signIn(port: number) {
  const { email, password } = reader
  const answer = await fetch(`http://127.0.0.1:${port}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  if (!answer.ok) throw new Error(`The reader could not sign in: ${await answer.text()}`)
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';', 1)[0])
    .join('; ')
}

async function tokenOf(port: number, cookie: string) {
  const answer = await fetch(`http://127.0.0.1:${port}/api/auth/token`, { headers: { cookie } })
  return ((await answer.json()) as { token: string }).token
}

async function textOf(port: number, path: string) {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`)
  return await answer.text()
}
