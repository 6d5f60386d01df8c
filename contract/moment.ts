import { z } from 'zod'

/** A point in time, in the notation of ISO 8601. */
export const moment = z.iso.datetime({ offset: true })

/** The same as somebody may send it. */
export const sentMoment = z.iso.datetime({
  offset: true,
  error: 'A time must be written as in 2026-05-01T09:00:00Z.',
})
