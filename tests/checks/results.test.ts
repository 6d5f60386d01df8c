import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { resultOf, tellFailures } from '#tests/support/results.ts'

const failed = (fullName: string, error: string) => ({ fullName, status: 'failed', failureMessages: [error] })
const passed = { fullName: ' is fine', status: 'passed', failureMessages: [] as string[] }
const counts = { numPassedTests: 1, numFailedTests: 1 }
const file = (name: string, status: string, message: string, ...assertionResults: (typeof passed)[]) => ({
  name: resolve(name),
  status,
  message,
  assertionResults,
})

test('a failed test is told by its file and name, one that passed is not', () => {
  const testResults = [file('server/a.test.ts', 'failed', '', passed, failed(' adds', 'expected 2'))]
  expect(resultOf({ ...counts, testResults })).toEqual({
    passed: 1,
    failed: 1,
    failures: [{ name: 'server/a.test.ts > adds', error: 'expected 2' }],
  })
})

test('a file that fails as a whole is told, with its error where there is one', () => {
  const testResults = [
    file('a.test.ts', 'failed', 'cannot be loaded'),
    file('b.test.ts', 'failed', '', { ...passed, status: 'skipped' }),
    file('c.test.ts', 'passed', '', passed),
  ]
  expect(resultOf({ ...counts, testResults }).failures).toEqual([
    { name: 'a.test.ts', error: 'cannot be loaded' },
    { name: 'b.test.ts', error: '' },
  ])
})

test('a failed journey is told wherever it stands in the report, and what failed outside of all', () => {
  const journey = (title: string, ok: boolean) => ({
    ...{ title, ok, file: 'a.spec.ts', line: 7 },
    tests: [{ results: [{ errors: ok ? [] : [{ message: `${title} failed` }] }] }],
  })
  const stats = { expected: 1, flaky: 0, unexpected: 1 }
  const suites = [{ specs: [journey('writes', true)], suites: [{ specs: [journey('reads', false)] }] }]
  expect(resultOf({ stats, suites, errors: [{ message: 'no site' }] }).failures).toEqual([
    { name: 'outside of any journey', error: 'no site' },
    { name: 'a.spec.ts:7 > reads', error: 'reads failed' },
  ])
})

test('the first lines of an error are told, without colours and without where the project lies', () => {
  const error = `\u001b[31mexpected 2\u001b[39m\n\n  at ${process.cwd()}/server/a.ts:3\n${'more\n'.repeat(20)}`
  const lines = tellFailures([{ name: 'a', error }]).split('\n')
  expect(lines.slice(0, 3)).toEqual(['FAILED a', '    expected 2', '      at server/a.ts:3'])
  expect(lines).toHaveLength(9)
})

test.each([
  [1, 1],
  [40, 40],
  [1_000, 100],
])('of %i failures at least %i names are told, in 4,000 characters', (count, least) => {
  const failures = Array.from({ length: count }, (_, at) => ({
    name: `test ${at}`,
    error: 'e'.repeat(9_000),
  }))
  const told = tellFailures(failures)
  const names = told.match(/^FAILED /gm)?.length ?? 0
  expect(told.length).toBeLessThanOrEqual(4_000)
  expect(names).toBeGreaterThanOrEqual(least)
  expect(told.endsWith(`and ${count - names} more`)).toBe(names < count)
})
