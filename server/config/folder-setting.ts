import { existsSync, lstatSync, mkdtempSync, rmdirSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { z } from 'zod'

export const usableFolder = 'a folder that this user can create and write to'

type Name = 'DATA_DIR' | 'BACKUP_DIR'

/** A folder that exists or could be created, as far as is known without writing. */
export const folderSetting = (name: Name) =>
  z.string().superRefine((path, context) => {
    const code = folderProblem(resolve(path))
    if (code) context.addIssue({ code: 'custom', params: { sentence: invalidFolder(name, resolve(path), code) } })
  })

/** The code of the error that this user would get. Undefined for a folder, and where one could be created. */
function folderProblem(path: string): string | undefined {
  try {
    const stats = statSync(path, { throwIfNoEntry: false })
    if (stats) return stats.isDirectory() ? undefined : 'ENOTDIR'
    if (lstatSync(path, { throwIfNoEntry: false })) return 'ELOOP'
    return dirname(path) === path ? undefined : folderProblem(dirname(path))
  } catch (error) {
    return (error as NodeJS.ErrnoException).code
  }
}

/** Only an attempt is reliable: root has permission, yet a network disk may refuse the write. */
export function assertWritable(name: Name, folder: string) {
  withFolderError(name, folder, () => {
    let existing = folder
    while (!existsSync(existing)) existing = dirname(existing)
    rmdirSync(mkdtempSync(join(existing, '.foldout-')))
  })
}

export function withFolderError<Result>(name: Name, folder: string, attempt: () => Result): Result {
  try {
    return attempt()
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new Error(`Foldout cannot start: ${invalidFolder(name, folder, code)}`, { cause: error })
  }
}

function invalidFolder(name: Name, path: string, code = '') {
  const [reason, remedy] = problems[code] ?? [`it cannot be created: ${code}`]
  const wayOut = remedy ? `${remedy}, or choose another folder.` : 'Choose another folder.'
  return `${name} must be ${usableFolder}, not “${path}” (${reason}). ${wayOut}`
}

type Problem = [reason: string, remedy?: string]

const denied: Problem = ['this user has no access', 'Give this user access']
const full: Problem = ['its disk is full', 'Free some space']
const problems: Record<string, Problem | undefined> = {
  EACCES: denied,
  EPERM: denied,
  EROFS: ['its disk is read-only', 'Make the disk writable'],
  ENOSPC: full,
  EDQUOT: full,
  ENOTDIR: ['it or a folder above it is a file'],
  ELOOP: ['it or a folder above it is a link that leads nowhere'],
  ENAMETOOLONG: ['the name is too long'],
}
