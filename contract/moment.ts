import { z } from 'zod'

/** A point in time, in the notation of ISO 8601. */
export const moment = z.iso.datetime({ offset: true })
