import { expect, test } from 'vitest'
import { isSlowConnection } from './slow-connection.ts'

const browser = (connection: object | undefined, firstByte = 0) =>
  ({
    navigator: { connection },
    performance: { getEntriesByType: () => [{ requestStart: 10, responseStart: 10 + firstByte }] },
  }) as never

test('a connection is slow when the browser says so, or when data saving is on', () => {
  expect(isSlowConnection(browser({ effectiveType: '4g', saveData: false }, 5_000))).toBe(false)
  expect(isSlowConnection(browser({ effectiveType: '3g', saveData: false }))).toBe(true)
  expect(isSlowConnection(browser({ effectiveType: '4g', saveData: true }))).toBe(true)
})

test('otherwise the loading time of the page decides', () => {
  expect(isSlowConnection(browser(undefined, 200))).toBe(false)
  expect(isSlowConnection(browser(undefined, 900))).toBe(true)
})
