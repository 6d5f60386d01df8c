import { fileProblem } from '#server/process/run-main.ts'

/** Ends a backup, restore or check with a message for the operator, who does not need the stack. */
export class BackupError extends Error {
  override name = 'BackupError'
}

export function toBackupError(error: unknown, folder: string) {
  const { code } = error as NodeJS.ErrnoException
  // 53100 is PostgreSQL's code for a full disk.
  if (['ENOSPC', 'EDQUOT', '53100'].includes(code ?? ''))
    return new BackupError(`There is no space left in ${folder}. Free some space, then run the command again.`)
  const problem = fileProblem(error)
  return problem ? new BackupError(problem) : error
}
