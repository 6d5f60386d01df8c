import { expect, test } from 'vitest'
import { figuresOf, median, percentile } from './figures.ts'

test('a percentile is one of the numbers, whatever their order, and the last of them at most', () => {
  const numbers = [9, 1, 8, 2, 7, 3, 6, 4, 5, 10]
  expect(percentile(numbers, 0.99)).toBe(10)
  expect(percentile(numbers, 1)).toBe(10)
  expect(percentile(numbers, 0)).toBe(1)
  expect(median([30, 10, 20])).toBe(20)
  expect(median([])).toBe(0)
})

test('rounds are put together: every latency counts, the rate is the median of the rounds', () => {
  const figures = figuresOf([
    { perSecond: 100, latencies: [1, 1, 1], cpuMs: 3 },
    { perSecond: 900, latencies: [2, 2, 2], cpuMs: 9 },
    { perSecond: 200, latencies: [3, 3, 50], cpuMs: 6 },
  ])
  expect(figures).toEqual({ perSecond: 200, p50: 2, p99: 50, cpuMs: 2 })
})
