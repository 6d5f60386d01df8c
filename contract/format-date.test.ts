import { expect, test } from 'vitest'
import { formatDate, formatTime } from './format-date.ts'

test('a date is written with its month’s name and its year, in the local time zone or in UTC', () => {
  expect(formatDate('en', new Date(2026, 10, 23, 9, 5))).toBe('23 November 2026')
  expect(formatTime('en', new Date(2026, 10, 23, 9, 5))).toBe('09:05')
  expect([
    formatDate('en', '2026-03-01T23:59:30-01:00', 'UTC'),
    formatTime('en', '2026-03-01T23:59:30-01:00', 'UTC'),
  ]).toEqual(['2 March 2026', '00:59'])
})
