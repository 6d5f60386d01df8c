import { describe, expect, test } from 'vitest'
import type { Result } from './compare.ts'
import type { Target } from './scenario.ts'
import { isGood, isMet, judge, medianSearch, type Report } from './targets.ts'

const figures = { perSecond: 1_000, p50: 4, p99: 20, cpuMs: 0.3 }
const result = (least: Target, more: Partial<Result> = {}): Result => ({
  name: 'newest',
  title: 'newest page',
  app: figures,
  floor: figures,
  ratio: 0.7,
  database: { median: 1, worst: 12 },
  least,
  ...more,
})
const reached = (least: Target, more?: Partial<Result>, smaller?: Result[]) =>
  judge([result(least, more)], smaller)[0]?.reached

describe('a target', () => {
  test.each<[string, Target, boolean]>([
    ['without anything in it is reached', {}, true],
    ['of a ratio', { ratio: 0.6 }, true],
    ['of a ratio above what was measured', { ratio: 0.8 }, false],
    ['of a rate in place of a ratio', { ratio: 0.8, perSecond: 900 }, true],
    ['with a ratio reached and a latency not', { ratio: 0.6, p99Ms: 10 }, false],
    ['with a latency and nothing else', { p99Ms: 30 }, true],
    ['with a worst time of the database', { ratio: 0.6, databaseMs: 10 }, false],
  ])('%s', (_what, least, expected) => {
    expect(reached(least)).toBe(expected)
  })

  test('of CPU counts what comes on top of another scenario', () => {
    const guest = result({}, { name: 'guest', app: { ...figures, cpuMs: 0.25 } })
    const member = result({ cpuMs: 0.1, over: 'guest' }, { name: 'member' })
    expect(judge([guest, member])[1]?.reached).toBe(true)
    expect(judge([member])[0]?.reached).toBe(false)
  })
})

test('growth is the latency and the database’s time over those in the smaller library', () => {
  const smaller = result({}, { app: { ...figures, p50: 2 }, database: { median: 0.5, worst: 1 } })
  expect(judge([result({})], [smaller])[0]?.growth).toEqual({ p50: 2, database: 2 })
  expect(judge([result({})], [])[0]?.growth).toBeNull()
  expect(reached({ growth: 1.3 }, {}, [smaller])).toBe(false)
  expect(reached({ growth: 2 }, {}, [smaller])).toBe(true)
})

test('the median search is that of scenarios, lists left out', () => {
  const search = (name: string, median: number) => result({}, { name, database: { median, worst: 90 } })
  const results = [
    search('newest', 80),
    search('search-rare', 2),
    search('favorites-x', 12),
    search('creators-x', 5),
  ]
  const [finding] = medianSearch(results)
  expect(finding?.value).toBe(5)
  expect(finding && isMet(finding)).toBe(true)
  expect(medianSearch([search('newest', 80)])).toEqual([])
})

describe('a run is good', () => {
  const report = (more: Partial<Report>): Report => ({
    zines: 1,
    node: '26',
    postgres: '18',
    results: [],
    findings: [],
    failures: [],
    wrongCounters: 0,
    maxRssMb: 200,
    ...more,
  })
  const missed = { results: judge([result({ ratio: 0.9 })]) }

  test.each<[string, Report[], boolean]>([
    ['when everything is reached', [report({}), report({})], true],
    ['though the smaller library missed a target', [report(missed), report({})], true],
    ['not when the larger one did', [report({}), report(missed)], false],
    ['not with a wrong counter anywhere', [report({ wrongCounters: 1 }), report({})], false],
    ['not when something could not be measured', [report({ failures: ['search'] }), report({})], false],
    ['not with too much memory anywhere', [report({ maxRssMb: 260 }), report({})], false],
    [
      'not when a finding is past its target',
      [report({ findings: [{ name: 'pause', title: '', value: 101, unit: 'ms', most: 100 }] })],
      false,
    ],
  ])('%s', (_when, reports, expected) => {
    expect(isGood(reports)).toBe(expected)
  })
})
