import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { failedAsAWhole, type Result, readResult, tellFailures } from './support/results.ts'
import { findChromium, offerDebianPostgres } from './support/system-programs.ts'

/**
 * What can be said without running, then servers, components, journeys; one closing line. With `--long` what takes long and is
 * run before a release.
 */
const isLong = process.argv.includes('--long')
const folder = mkdtempSync(join(tmpdir(), 'foldout-results-'))
/** Those that try random histories (tests/support/random-runs.ts). */
const randomTests = ['nothing-is-lost', 'timer-lives', 'spreads', 'strange-requests']
const chromium = findChromium()
offerDebianPostgres()

const results = [
  step('check', ['node', 'tests/check.ts']),
  step('build', ['vite', 'build', '--app', '--logLevel', 'warn']),
  step('first load', ['node', 'tests/first-load.ts']),
  vitest('vitest', isLong ? ['--project=long'] : ['--project=server', '--project=pure', '--project=web']),
  ...(isLong
    ? [
        vitest('random', ['--project=server', '--project=pure', ...randomTests], { RANDOM_RUNS: '5000' }),
        step('upgrade', ['node', 'packaging/try-upgrade.ts']),
      ]
    : []),
  suite('journeys', ['playwright', 'test', `--project=${isLong ? 'long' : 'short'}`, '--reporter=list,json']),
]
rmSync(folder, { recursive: true, force: true })

const passed = results.reduce((sum, result) => sum + result.passed, 0)
const failed = results.reduce((sum, result) => sum + result.failed, 0)
// Of a long run often only the end is kept.
const failures = results.flatMap((result) => result.failures)
if (failures.length > 0) console.info(`\n${tellFailures(failures)}`)
console.info(`\n${passed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)

function run(name: string, [command = '', ...options]: string[], more: Record<string, string> = {}) {
  console.info(`\n== ${name}`)
  const environment = {
    ...process.env,
    CHROMIUM_PATH: chromium,
    PLAYWRIGHT_JSON_OUTPUT_FILE: `${folder}/journeys.json`,
    ...more,
  }
  return (
    spawnSync(`node_modules/.bin/${command}`, options, { stdio: 'inherit', env: environment }).status === 0
  )
}

function step(name: string, command: string[]): Result {
  return run(name, command)
    ? { passed: 1, failed: 0, failures: [] }
    : failedAsAWhole(name, 'It says why above.')
}

function vitest(name: string, options: string[], more?: Record<string, string>): Result {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${folder}/${name}.json`]
  return suite(name, ['vitest', 'run', ...options, ...reporters], more)
}

/** A suite that ends badly without having counted a failure has failed all the same. */
function suite(name: string, command: string[], more?: Record<string, string>): Result {
  const fine = run(name, command, more)
  const result = readResult(join(folder, `${name}.json`))
  if (fine || result.failed > 0) return result
  const { failures } = failedAsAWhole(name, 'It ended badly, and says why above.')
  return { ...result, failed: 1, failures: [...result.failures, ...failures] }
}
