import { readFileSync } from 'node:fs'
import { basename, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

export type Failure = { name: string; error: string }
export type Result = { passed: number; failed: number; failures: Failure[] }

/** What is read here of the reports that Vitest and Playwright write. */
type VitestReport = { numPassedTests: number; numFailedTests: number; testResults: VitestFile[] }
type VitestFile = { name: string; status: string; message: string; assertionResults: VitestTest[] }
type VitestTest = { fullName: string; status: string; failureMessages: string[] }
type PlaywrightReport = { stats: JourneyCounts; suites: PlaywrightSuite[]; errors: { message?: string }[] }
type JourneyCounts = { expected: number; flaky: number; unexpected: number }
type PlaywrightSuite = { specs: Journey[]; suites?: PlaywrightSuite[] }
type Journey = { title: string; ok: boolean; file: string; line: number; tests: { results: Attempt[] }[] }
type Attempt = { errors: { message?: string }[] }

export function readResult(file: string): Result {
  try {
    return resultOf(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return failedAsAWhole(basename(file, '.json'), 'It ended without a report.')
  }
}

function resultOf(report: VitestReport | PlaywrightReport): Result {
  if ('testResults' in report)
    return {
      passed: report.numPassedTests,
      failed: report.numFailedTests,
      failures: report.testResults.flatMap(failuresOfFile),
    }
  const { expected, flaky, unexpected } = report.stats
  return { passed: expected + flaky, failed: unexpected, failures: failuresOfJourneys(report) }
}

export const failedAsAWhole = (name: string, error: string): Result => ({
  passed: 0,
  failed: 1,
  failures: [{ name, error }],
})

/** A file can fail as a whole: when it cannot be loaded, or by what is done before its tests. */
function failuresOfFile({ name, status, message, assertionResults }: VitestFile): Failure[] {
  const file = relative(process.cwd(), name)
  const tests = assertionResults
    .filter((test) => test.status === 'failed')
    .map((test) => ({ name: `${file} > ${test.fullName.trim()}`, error: test.failureMessages.join('\n') }))
  const whole = message !== '' || (status === 'failed' && tests.length === 0)
  return whole ? [{ name: file, error: message }, ...tests] : tests
}

function failuresOfJourneys({ suites, errors }: PlaywrightReport): Failure[] {
  const outside = errors.map(({ message = '' }) => ({ name: 'outside of any journey', error: message }))
  return [
    ...outside,
    ...suites
      .flatMap(journeysOf)
      .filter(({ ok }) => !ok)
      .map(failureOfJourney),
  ]
}

const journeysOf = ({ specs, suites = [] }: PlaywrightSuite): Journey[] => [
  ...specs,
  ...suites.flatMap(journeysOf),
]

function failureOfJourney({ title, file, line, tests }: Journey): Failure {
  const errors = tests.flatMap(({ results }) => results.flatMap((attempt) => attempt.errors))
  return { name: `${file}:${line} > ${title}`, error: errors.map(({ message = '' }) => message).join('\n') }
}

const widest = 200
const mostLines = 8

/** All names with the first lines of their errors: with as many as there is room for, and as many names. */
export function tellFailures(failures: Failure[], room = 4_000): string {
  for (let lines = mostLines; lines >= 0; lines -= 1) {
    const told = failures.map((failure) => tell(failure, lines)).join('\n')
    if (told.length <= room) return told
  }
  return tellNames(failures, room)
}

function tell({ name, error }: Failure, lines: number) {
  const first = stripVTControlCharacters(error)
    .replaceAll(`${process.cwd()}/`, '')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(0, lines)
  return [`FAILED ${name.slice(0, widest)}`, ...first.map((line) => `    ${line.slice(0, widest)}`)].join(
    '\n',
  )
}

function tellNames(failures: Failure[], room: number) {
  const rest = (named: number) => `and ${failures.length - named} more`
  let told = ''
  for (const [named, failure] of failures.entries()) {
    const next = `${told}${tell(failure, 0)}\n`
    if (next.length + rest(named).length > room) return told + rest(named)
    told = next
  }
  return told
}
