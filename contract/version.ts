import { z } from 'zod'

/** The highest number of a version, which the database's integer gives. */
export const lastVersion = 2 ** 31 - 1

/** Goes up by one with each change. A change is made from the version it names, or refused (`changed_elsewhere`). */
export const version = z
  .int('version must be a whole number.')
  .min(1, 'version must be at least 1.')
  .max(lastVersion, 'There is no such version.')
