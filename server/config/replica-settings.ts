import { z } from 'zod'
import { databaseAddress } from './database-address.ts'

/** A replica is asked itself; whichever of several servers is a good one is for nobody else to say. */
const address = z
  .string()
  .refine((text) => !/[?&]target_session_attrs=/.test(text), {
    message: 'names one server at each address, so target_session_attrs has nothing to choose',
    abort: true,
  })
  .pipe(databaseAddress)

export const replicaSettings = {
  DATABASE_READ_URL: z
    .string()
    .default('')
    .transform((text) => text.split(/[\s,]+/).filter(Boolean))
    .pipe(z.array(address).max(16)),
  /** Never as long as what is hidden may still be seen. */
  MAX_REPLICA_LAG_S: z.coerce.number().min(0.5).max(5).default(2),
}

type Given = { DATABASE_READ_URL: string[]; MAX_REPLICA_LAG_S: number }

/** Undefined where all reads are the primary's. */
export function replicasOf({ DATABASE_READ_URL: urls, MAX_REPLICA_LAG_S: maxLagS }: Given) {
  if (urls.length === 0) return undefined
  return { urls, maxLagS }
}
