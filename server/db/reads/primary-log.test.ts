import { expect, test } from 'vitest'
import { orderOf } from './log-position.ts'
import { PrimaryLog } from './primary-log.ts'

/** Every quarter of a second, in milliseconds, the primary has written so much more. */
const logOf = (...orders: number[]) => {
  const log = new PrimaryLog()
  orders.forEach((order, at) => {
    log.note({ at: at * 250, order })
  })
  return log
}

test('a position is compared as PostgreSQL does it, and what is none is before all others', () => {
  const positions = ['0/0', '0/16B3748', '0/FFFFFFFF', '1/0', '16/B374D848', '100/0', 'FFFFFFFF/FFFFFFFF']
  const orders = positions.map(orderOf)
  expect(orders).toEqual(orders.toSorted((a, b) => a - b))
  expect(new Set(orders).size).toBe(positions.length)
  for (const none of ['', 'x', '1/', '/1', '1/1/1', '100000000/0', null, undefined, "0/1'; select"])
    expect(orderOf(none)).toBe(0)
})

test('a replica is as late as what it has not replayed is old', () => {
  const log = logOf(10, 20, 30, 40)
  const lags = [40, 35, 30, 20, 10].map((order) => log.lagOf({ at: 760, order }))
  expect(lags).toEqual([0, 0.25, 0.25, 0.5, 0.75])
  expect(log.lagOf({ at: 760, order: 9 })).toBe(Number.POSITIVE_INFINITY)
})

test('a primary at rest leaves nobody behind, and the first write after it is new', () => {
  const log = logOf(10, 10, 10, 10, 20)
  expect(log.lagOf({ at: 900, order: 10 })).toBe(0)
  expect(log.lagOf({ at: 1_100, order: 10 })).toBe(0.25)
})

test('a primary that is not heard makes nobody later', () => {
  const log = logOf(10, 20, 30)
  expect(log.lagOf({ at: 60_000, order: 20 })).toBe(0.25)
  expect(log.lagOf({ at: 60_000, order: 30 })).toBe(0)
})

test('another primary with less of the log begins anew, and nothing is kept for ever', () => {
  const log = logOf(10, 20, 30)
  log.note({ at: 1_000, order: 25 })
  expect(log.lagOf({ at: 1_001, order: 20 })).toBe(Number.POSITIVE_INFINITY)
  expect(log.lagOf({ at: 1_001, order: 25 })).toBe(0)
  for (let at = 0; at < 1_000; at++) log.note({ at: 1_000 + at * 250, order: 26 + at })
  expect(log.lagOf({ at: 251_000, order: 26 })).toBe(Number.POSITIVE_INFINITY)
  expect(log.lagOf({ at: 251_000, order: 26 + 800 })).toBeCloseTo(49.75, 0)
})
