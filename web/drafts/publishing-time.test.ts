import { expect, test } from 'vitest'
import { english } from '#web/languages/english.testing.ts'
import { formatPublishingTime } from './publishing-time.ts'

const now = new Date(2026, 10, 22, 13, 0).getTime()

test.each([
  [new Date(2026, 10, 27, 9, 0), 'Publishes Friday at 09:00'],
  [new Date(2026, 10, 22, 20, 30), 'Publishes Sunday at 20:30'],
  [new Date(2026, 10, 29, 9, 0), 'Publishes on 29 November 2026 at 09:00'],
  [new Date(2027, 1, 5, 9, 5), 'Publishes on 5 February 2027 at 09:05'],
  [new Date(2026, 10, 22, 12, 59), 'Publishing any moment now'],
])('%s is formatted as "%s"', (date, text) => {
  expect(formatPublishingTime(english, date.toISOString(), now)).toBe(text)
})
