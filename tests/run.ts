import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { findChromium, installDebianPostgresInCi } from './support/system-programs.ts'

/**
 * Runs the checks, the tests of servers and pages, and the journeys. The last line counts them. `--long` adds the slow tests,
 * for releases.
 */
const isLong = process.argv.includes('--long')
const folder = mkdtempSync(join(tmpdir(), 'foldout-results-'))
/** Tests that try random histories (tests/support/random-runs.ts). */
const randomTests = [
  'nothing-is-lost',
  'timer-histories',
  'spreads',
  'reference-search',
  'fuzzed-requests',
  'event-orders',
]
const chromium = findChromium()
installDebianPostgresInCi()

/** `error` is the first one of the test. */
type Failure = { title: string; error?: string | undefined }
type Result = { passed: number; failures: Failure[] }

const results = [
  step('check', ['node', 'tests/check.ts']),
  step('build', ['vite', 'build', '--app', '--logLevel', 'warn']),
  step('first load', ['node', 'tests/first-load.ts']),
  vitest('vitest', isLong ? ['--project=long'] : ['--project=server', '--project=pure', '--project=web']),
  ...(isLong
    ? [
        vitest('random', ['--project=server', '--project=pure', '--project=web', '--project=long', ...randomTests], {
          RANDOM_RUNS: '5000',
        }),
        step('upgrade', ['node', 'packaging/try-upgrade.ts']),
      ]
    : []),
  suite('journeys', ['playwright', 'test', `--project=${isLong ? 'long' : 'short'}`, '--reporter=list,json']),
]
rmSync(folder, { recursive: true, force: true })

const passed = results.reduce((total, result) => total + result.passed, 0)
const failures = results.flatMap((result) => result.failures)
for (const { title, error } of failures) console.info(`FAILED ${title}${error ? indented(error) : ''}`)
console.info(`\n${passed} passed, ${failures.length} failed`)
process.exit(failures.length === 0 ? 0 : 1)

function run(name: string, [command = '', ...options]: string[], extraEnv: Record<string, string> = {}) {
  console.info(`\n== ${name}`)
  const environment = {
    ...process.env,
    CHROMIUM_PATH: chromium,
    PLAYWRIGHT_JSON_OUTPUT_FILE: `${folder}/journeys.json`,
    ...extraEnv,
  }
  return spawnSync(`node_modules/.bin/${command}`, options, { stdio: 'inherit', env: environment }).status === 0
}

function step(name: string, command: string[]): Result {
  return run(name, command) ? { passed: 1, failures: [] } : { passed: 0, failures: [{ title: name }] }
}

function vitest(name: string, options: string[], extraEnv?: Record<string, string>): Result {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${folder}/${name}.json`]
  return suite(name, ['vitest', 'run', ...options, ...reporters], extraEnv)
}

/** A suite that ends with an error but reports no failed test has failed as a whole. */
function suite(name: string, command: string[], extraEnv?: Record<string, string>): Result {
  const hasPassed = run(name, command, extraEnv)
  const file = join(folder, `${name}.json`)
  const result = existsSync(file) ? resultOf(JSON.parse(readFileSync(file, 'utf8'))) : undefined
  if (result && (hasPassed || result.failures.length > 0)) return result
  return { passed: result?.passed ?? 0, failures: [{ title: name }] }
}

type VitestTest = { fullName: string; status: string; failureMessages?: string[] }
type VitestFile = { name: string; status: string; assertionResults: VitestTest[] }
type VitestReport = { numPassedTests: number; testResults: VitestFile[] }
type JourneyRun = { results: { errors: { message?: string }[] }[] }
type Journey = { title: string; ok: boolean; file: string; line: number; tests: JourneyRun[] }
type JourneySuite = { specs: Journey[]; suites?: JourneySuite[] }

function resultOf(report: VitestReport | JourneySuite): Result {
  if ('testResults' in report)
    return { passed: report.numPassedTests, failures: report.testResults.flatMap(failuresOfFile) }
  const journeys = journeysOf(report)
  const failed = journeys.filter(({ ok }) => !ok)
  return {
    passed: journeys.length - failed.length,
    failures: failed.map(({ file, line, title, tests }) => ({
      title: `${file}:${line} > ${title}`,
      error: tests.flatMap(({ results }) => results.flatMap(({ errors }) => errors))[0]?.message,
    })),
  }
}

function indented(error: string) {
  const lines = stripVTControlCharacters(error).split('\n', 20)
  return lines.map((line) => `\n  ${line}`).join('')
}

/** A file fails as a whole if it cannot be loaded or its setup fails. */
function failuresOfFile({ name, status, assertionResults }: VitestFile): Failure[] {
  const file = relative(process.cwd(), name)
  const failed = assertionResults.filter((test) => test.status === 'failed')
  if (status === 'failed' && failed.length === 0) return [{ title: file }]
  return failed.map(({ fullName, failureMessages: [error] = [] }) => ({ title: `${file} > ${fullName}`, error }))
}

function journeysOf({ specs = [], suites = [] }: JourneySuite): Journey[] {
  return [...specs, ...suites.flatMap(journeysOf)]
}
