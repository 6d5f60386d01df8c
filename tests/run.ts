import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findChromium, offerDebianPostgres } from './support/system-programs.ts'

/** The whole suite: what can be said without running, then servers, components, journeys; one closing line. */
const folder = mkdtempSync(join(tmpdir(), 'foldout-results-'))
const chromium = findChromium()
offerDebianPostgres()

const results = [
  step('check', ['node', 'tests/check.ts']),
  step('build', ['vite', 'build', '--app', '--logLevel', 'warn']),
  step('first load', ['node', 'tests/first-load.ts']),
  suite('vitest', [
    'vitest',
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${folder}/vitest.json`,
  ]),
  suite('journeys', ['playwright', 'test', '--reporter=list,json']),
]
rmSync(folder, { recursive: true, force: true })

const passed = results.reduce((sum, result) => sum + result.passed, 0)
const failed = results.reduce((sum, result) => sum + result.failed, 0)
console.info(`\n${passed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)

type Result = { passed: number; failed: number }

function run(name: string, [command = '', ...options]: string[]) {
  console.info(`\n== ${name}`)
  const environment = {
    ...process.env,
    CHROMIUM_PATH: chromium,
    PLAYWRIGHT_JSON_OUTPUT_FILE: `${folder}/journeys.json`,
  }
  return (
    spawnSync(`node_modules/.bin/${command}`, options, { stdio: 'inherit', env: environment }).status === 0
  )
}

function step(name: string, command: string[]): Result {
  return run(name, command) ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
}

/** A suite that ends badly without having counted a failure has failed all the same. */
function suite(name: string, command: string[]): Result {
  const fine = run(name, command)
  const counted = readCounts(join(folder, `${name}.json`))
  return fine ? counted : { ...counted, failed: Math.max(1, counted.failed) }
}

function readCounts(file: string): Result {
  try {
    const report = JSON.parse(readFileSync(file, 'utf8'))
    if ('numPassedTests' in report) return { passed: report.numPassedTests, failed: report.numFailedTests }
    return { passed: report.stats.expected + report.stats.flaky, failed: report.stats.unexpected }
  } catch {
    return { passed: 0, failed: 1 }
  }
}
