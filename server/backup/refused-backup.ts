import { fileProblem } from '#server/process/run-main.ts'

/** Ends a backup, a restore or a look at one with a sentence for whoever runs the site; its stack tells them nothing. */
export class RefusedBackup extends Error {
  override name = 'RefusedBackup'
}

export function inWords(error: unknown, folder: string) {
  const { code } = error as NodeJS.ErrnoException
  // The last is PostgreSQL's own.
  if (['ENOSPC', 'EDQUOT', '53100'].includes(code ?? ''))
    return new RefusedBackup(
      `There is no space left in ${folder}. Free some space, then run the command again.`,
    )
  const problem = fileProblem(error)
  return problem ? new RefusedBackup(problem) : error
}
