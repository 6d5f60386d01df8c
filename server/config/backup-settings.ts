import { z } from 'zod'

const hourProblem = 'must be a whole hour of UTC, from 0 to 23'

export const backupSettings = {
  BACKUP_DIR: z.string().optional(),
  BACKUP_HOUR: z.coerce
    .number(hourProblem)
    .int(hourProblem)
    .min(0, hourProblem)
    .max(23, hourProblem)
    .default(3),
  BACKUP_KEEP: z.coerce.number().int().min(1).max(400).default(7),
}
