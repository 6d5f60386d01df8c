import { describe, expect, test } from 'vitest'
import { resolveStartedAt } from './focus.routes.ts'

const now = new Date('2026-11-21T12:00:00Z')
const minutesAgo = new Date('2026-11-21T11:35:00Z')

describe('a session began', () => {
  test.each(['2026-11-21T10:00:00Z', '2026-11-21T12:00:00Z', '2025-11-20T12:00:00Z'])(
    'when it says, at %s',
    (startedAt) => expect(resolveStartedAt(startedAt, 25, now)).toEqual(new Date(startedAt)),
  )

  test.each([
    undefined,
    '2026-11-21T12:00:01Z',
    '9999-12-31T23:59:59Z',
    '2025-11-20T11:59:59Z',
    '0001-01-01T00:00:00Z',
  ])('its length ago when it says %s', (startedAt) => expect(resolveStartedAt(startedAt, 25, now)).toEqual(minutesAgo))
})
