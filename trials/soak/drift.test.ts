import { expect, test } from 'vitest'
import { chart } from './chart.ts'
import { driftOf, isFlat } from './drift.ts'
import { type Course, curves, type Sample } from './samples.ts'

const course = (memoryAt: (n: number) => number): Course =>
  Array.from({ length: 120 }, (_, n): Sample => {
    const rest = { handles: 40, connections: 10, tempFiles: n % 3, databaseMb: 12 }
    return { minutes: n / 12, memoryMb: memoryAt(n), ...rest }
  })
const memory = curves.find(({ key }) => key === 'memoryMb') as (typeof curves)[number]

test('what grows steadily is not flat, and by how much is told', () => {
  const growing = course((n) => 150 + n)
  expect(driftOf(growing.map(({ memoryMb }) => memoryMb))).toBeCloseTo(50, 0)
  expect(isFlat(growing, memory)).toBe(false)
})

test('what warms up, jumps for a moment, or falls is flat', () => {
  expect(
    isFlat(
      course((n) => 150 + Math.min(n, 50)),
      memory,
    ),
  ).toBe(true)
  expect(
    isFlat(
      course((n) => (n % 10 === 0 ? 300 : 150)),
      memory,
    ),
  ).toBe(true)
  expect(
    isFlat(
      course((n) => 300 - n),
      memory,
    ),
  ).toBe(true)
})

test('of a moment nothing can be said', () => {
  expect(isFlat(course(() => 150).slice(0, 5), memory)).toBe(false)
})

test('every curve is drawn with what it was at its highest', () => {
  const drawn = chart(course((n) => 150 + n))
  for (const { title } of curves) expect(drawn).toContain(title)
  expect(drawn).toContain('269')
  expect(drawn.match(/<polyline/g)).toHaveLength(curves.length)
})
