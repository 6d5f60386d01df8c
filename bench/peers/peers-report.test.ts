import { expect, test } from 'vitest'
import { agreementOf } from './agreement.ts'
import { peersReport, type Side } from './peers-report.ts'

const side = (title: string, firstAnswerMs: number): Side => ({
  title,
  version: '1.2.3',
  node: 'v26.0.0',
  firstAnswerMs,
  memory: { start: 100.4, highest: 200.6 },
  wrongCounters: 0,
})
const figures = (perSecond: number) => ({ perSecond, p50: 1.25, p99: 9.96, cpuMs: 0.345, bytes: 12_340 })

const report = peersReport({
  zines: 20_000,
  postgres: '18.4',
  date: '2026-11-23',
  sides: [side('Ours', 900), side('Theirs', 12_340)],
  lines: [
    {
      title: 'newest 20',
      sides: [
        { ...figures(1000.4), agreement: null },
        { ...figures(99.6), agreement: agreementOf([['a']], [['a']]) },
      ],
    },
    {
      title: 'search: misspelt',
      sides: [
        { ...figures(500), agreement: null },
        { ...figures(400), agreement: agreementOf([['a']], [[]]) },
      ],
    },
  ],
})
const lineOf = (start: string) =>
  report
    .split('\n')
    .find((line) => line.startsWith(start))
    ?.split(/\s{2,}/)

test('figures stand beside each other, ours first', () => {
  expect(lineOf('newest 20  ')?.slice(1)).toEqual([
    '1000',
    '1.3',
    '10.0',
    '0.34',
    '12.3',
    '100',
    '1.3',
    '10.0',
    '0.34',
    '12.3',
  ])
  expect(lineOf('first answer')).toEqual(['first answer after the start, s', '0.9', '12.3'])
  expect(lineOf('memory at the highest')).toEqual(['memory at the highest, MB', '201', '201'])
})

test('what the others answer is told of each question', () => {
  expect(report).toContain('newest 20: Theirs the same')
  expect(report).toContain('search: misspelt: Theirs finds nothing')
  expect(report).not.toContain('Ours the same')
})

test('versions and the Node of each are told', () => {
  expect(report).toContain('Theirs 1.2.3 (Node v26.0.0)')
})
