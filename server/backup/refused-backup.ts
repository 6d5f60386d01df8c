/** Ends a backup, a restore or a look at one with a sentence for whoever runs the site; its stack tells them nothing. */
export class RefusedBackup extends Error {
  override name = 'RefusedBackup'
}

/** What writing said, in words: most often that there is no room left. */
export function inWords(error: unknown, folder: string) {
  const { code, message } = error as NodeJS.ErrnoException
  // The last is PostgreSQL's own.
  if (['ENOSPC', 'EDQUOT', '53100'].includes(code ?? ''))
    return new RefusedBackup(`There is no room left in ${folder}. Make room, then give the command again.`)
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS')
    return new RefusedBackup(`${folder} may not be written to (${message}).`)
  return error
}
