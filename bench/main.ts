import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type Config, loadDotEnv, readConfig } from '#server/config.ts'
import { runMain } from '#server/start.ts'
import { type Contestants, compare, type Result } from './compare.ts'
import { seatEditors } from './editors.ts'
import { countWrongCounters, drawSample, type Library, openLibrary } from './library.ts'
import { startMeasured } from './measured-process.ts'
import { memoryLimitMb, printTable, type Report } from './report.ts'
import { type Scenario, scenarios } from './scenarios.ts'
import { reader } from './seed/seed-library.ts'

const { values: options } = parseArgs({
  options: {
    zines: { type: 'string', default: '100000' },
    creators: { type: 'string' },
    seconds: { type: 'string', default: '12' },
    only: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
})

const say = (line: string) => console.error(line)

await runMain(async () => {
  loadDotEnv()
  const chosen = chooseScenarios(options.only)
  const dataDir = resolve(
    process.env.DATA_DIR || `data/bench-${[options.zines, options.creators].filter(Boolean).join('-')}`,
  )
  const config = readConfig({ ...process.env, DATA_DIR: dataDir })
  const library = await openLibrary(config, {
    zines: Number(options.zines),
    ...(options.creators && { creators: Number(options.creators) }),
    say,
  })
  try {
    const report = await bench(library, config, chosen)
    if (options.json) console.info(JSON.stringify(report, null, 2))
    else printTable(report)
    if (
      report.wrongCounters ||
      report.maxRssMb > memoryLimitMb ||
      report.results.some(({ reached }) => !reached)
    )
      process.exitCode = 1
  } finally {
    await library.stop()
  }
})

function chooseScenarios(only: string | undefined) {
  const named = only?.split(',')
  const wanted = scenarios.filter(({ name, isExtra }) => (named ? named.includes(name) : !isExtra))
  if (wanted.length === 0)
    throw new Error(`--only takes some of ${scenarios.map(({ name }) => name).join(', ')}.`)
  return wanted
}

async function bench(library: Library, config: Config, chosen: Scenario[]): Promise<Report> {
  const { dataDir } = config
  const env = {
    NODE_ENV: 'production',
    DATABASE_URL: library.databaseUrl,
    DATA_DIR: dataDir,
    HOST: '127.0.0.1',
    LOG_LEVEL: 'warn',
    RATE_LIMITS: 'off',
  }
  const app = await startMeasured('../server/main.ts', env)
  const floor = await startMeasured('./floor.ts', env)
  try {
    const drawn = await drawSample(library.pool)
    const homePage = await textOf(app.port, '/')
    const profilePage = await textOf(app.port, `/profile/${drawn.creators[0]}`)
    const saves = chosen.some(({ oneAfterTheOther }) => oneAfterTheOther)
    const editors = saves ? await seatEditors(library.pool, config, drawn.creators) : []
    const sample = { ...drawn, homePage, profilePage, editors }
    floor.tell({ sample })
    const cookie = await signIn(app.port)
    const token = await tokenOf(app.port, cookie)
    const contestants = { app, floor, sample, cookie, token }
    const results = await compareAll(chosen, contestants)
    const toggled = chosen.some(({ name }) => name === 'toggle')
    return {
      zines: library.zines,
      node: process.versions.node,
      postgres: (await library.pool.query('show server_version')).rows[0].server_version,
      results,
      wrongCounters: toggled ? await countWrongCounters(library.pool) : null,
      maxRssMb: (await app.usage()).maxRssMb,
    }
  } finally {
    await Promise.all([app.stop(), floor.stop()])
  }
}

async function compareAll(chosen: Scenario[], contestants: Contestants) {
  const results: Result[] = []
  for (const scenario of chosen) {
    say(`${scenario.title} …`)
    results.push(await compare(scenario, contestants, { seconds: Number(options.seconds), before: results }))
  }
  return results
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
