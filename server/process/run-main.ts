import { restrictFilePermissions } from './private-files.ts'

/** Runs a command. A failure prints only its message. `sharesFiles`: children run as several users. */
export async function runMain(main: () => Promise<void>, { sharesFiles = false } = {}) {
  if (!sharesFiles) restrictFilePermissions()
  try {
    await main()
  } catch (error) {
    console.error(fileProblem(error) ?? (error instanceof Error ? error.message : error))
    process.exit(1)
  }
}

type FileError = NodeJS.ErrnoException & { dest?: string }

/** Describes a file system error in two sentences: the problem and the remedy. Undefined for other errors. */
export function fileProblem(error: unknown): string | undefined {
  const { code = '', path, dest } = (error ?? {}) as FileError
  if (typeof path !== 'string') return undefined
  const problem = problems[code]
  return problem?.(dest ?? path)
}

const nameAnotherFolder = 'Name another folder, then run the command again.'

const problems: Record<string, ((path: string) => string) | undefined> = {
  ENOENT: (path) => `${path} does not exist. Check the name, then run the command again.`,
  ENOTDIR: (path) => `${path} cannot exist, because a part of its name is a file. ${nameAnotherFolder}`,
  EEXIST: (path) => `${path} exists already. ${nameAnotherFolder}`,
  EISDIR: (path) => `${path} is a folder, not a file. Check the name, then run the command again.`,
  EACCES: (path) => deniedMessage(path),
  EPERM: (path) => deniedMessage(path),
  EROFS: (path) =>
    `${path} is on a read-only disk. Make the disk writable or name another folder, then run the command again.`,
  ENOSPC: (path) => diskFullMessage(path),
  EDQUOT: (path) => diskFullMessage(path),
  EIO: (path) => `The disk of ${path} reports an error (EIO). Check the disk.`,
  ELOOP: (path) => `${path} is a link, and links are not followed here. ${nameAnotherFolder}`,
  ENAMETOOLONG: (path) => `${path} is too long for a name. ${nameAnotherFolder}`,
}

const deniedMessage = (path: string) =>
  `This user has no access to ${path}. Change its permissions or run the command as another user.`
const diskFullMessage = (path: string) => `The disk of ${path} is full. Free some space, then run the command again.`
