import { accessSync, constants, statSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { makePassableFolder } from '#server/process/private-files.ts'

/** Below it stands everything that an installed package brings; undefined where the project runs as it was cloned. */
const packageFolder = /^(.*[/\\]node_modules[/\\]foldout)[/\\]/.exec(join(import.meta.dirname, '/'))?.[1]

/** Where the data lie, from the root. Not in the package, whose next version would take its place. */
export function dataFolder(given: string, installed = packageFolder) {
  const folder = resolve(given)
  if (installed === undefined || relative(installed, folder).startsWith('..')) return folder
  throw new Error(
    `Foldout cannot start: its data would lie in ${folder}, inside of the installed package, and be gone with the next version. ` +
      'Start it in another folder, or name one with DATA_DIR.',
  )
}

/** Whether a folder exists or can be made: the part of its path that exists is a folder. */
export function canBeFolder(path: string): boolean {
  const folder = resolve(path)
  const found = statSync(folder, { throwIfNoEntry: false })
  if (found || dirname(folder) === folder) return found?.isDirectory() ?? false
  return canBeFolder(dirname(folder))
}

export const makeDataFolder = (folder: string) => orSay(folder, 'made', () => makePassableFolder(folder))

/** Whoever only finds out later ends without a word about it. */
export const checkDataFolder = (folder: string) =>
  orSay(folder, 'written', () => accessSync(folder, constants.W_OK))

function orSay(folder: string, what: string, act: () => void) {
  try {
    act()
  } catch (error) {
    throw new Error(
      `Foldout cannot start: the folder ${folder} cannot be ${what} (${(error as NodeJS.ErrnoException).code}). ` +
        'Start it as a user who may, or name another folder with DATA_DIR.',
      { cause: error },
    )
  }
}
