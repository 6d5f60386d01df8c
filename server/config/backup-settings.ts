import { z } from 'zod'
import { canBeFolder } from './data-folder.ts'

export const backupSettings = {
  BACKUP_DIR: z.string().refine(canBeFolder).optional(),
  BACKUP_HOUR: z.coerce.number().int().min(0).max(23).default(3),
  BACKUP_KEEP: z.coerce.number().int().min(1).max(400).default(7),
}
