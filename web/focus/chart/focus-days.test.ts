import { afterEach, expect, test, vi } from 'vitest'
import { browserTimeZone } from '#web/browser/browser-time-zone.ts'
import { dayOf } from './focus-days.ts'

afterEach(() => vi.restoreAllMocks())

test.each(['Etc/Unknown', undefined])('a browser whose time zone is %s counts in UTC', (timeZone) => {
  const options = new Intl.DateTimeFormat('en', { timeZone: 'UTC' }).resolvedOptions()
  vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValueOnce({
    ...options,
    timeZone: timeZone as string,
  })
  expect(dayOf(new Date('2026-11-20T23:30:00Z'), browserTimeZone())).toMatch(/^2026-11-2\d$/)
})
