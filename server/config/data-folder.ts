import { randomBytes } from 'node:crypto'
import {
  accessSync,
  closeSync,
  constants,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { z } from 'zod'
import { makeTraversableFolder } from '#server/process/private-files.ts'
import { withFolderError } from './folder-setting.ts'

/** The folder of the installed package. Undefined in a clone. */
const packageFolder = /^(.*[/\\]node_modules[/\\]foldout)[/\\]/.exec(join(import.meta.dirname, '/'))?.[1]

/** The absolute data folder. It must be outside the package, which the next version replaces. */
export function dataFolder(path: string, installed = packageFolder) {
  const folder = resolve(path)
  if (installed === undefined || relative(installed, folder).startsWith('..')) return folder
  throw new Error(
    `Foldout cannot start: its data folder would be ${folder}, inside the installed package, and would be deleted by the next upgrade. ` +
      'Start it in another folder, or set DATA_DIR.',
  )
}

export const secretMin = 32

/** Former values of `SECRET`, latest first, separated by commas. */
export const oldSecrets = z
  .string()
  .default('')
  .transform((text) =>
    text
      .split(',')
      .map((each) => each.trim())
      .filter((each) => each !== ''),
  )
  .refine((secrets) => secrets.every(({ length }) => length >= secretMin))

/** The secret that signs sessions. Created once, readable by its owner only, and never incomplete. */
export function loadOrCreateSecret(dataDir: string) {
  const file = join(dataDir, 'secret')
  withFolderError('DATA_DIR', dataDir, () => makeTraversableFolder(dataDir))
  const existing = readIfThere(file)
  // Checked early, as a later failure would end the process without a message.
  withFolderError('DATA_DIR', dataDir, () => accessSync(dataDir, constants.W_OK))
  const secret = existing ?? withFolderError('DATA_DIR', dataDir, () => makeSecret(dataDir, file))
  if (secret.length >= secretMin) return secret
  throw new Error(
    `Foldout cannot start: ${file} is damaged: it has fewer than ${secretMin} characters. Restore it from a backup. ` +
      'Without a backup, delete it: a new secret is created, everyone is signed out, and second factors must be set up again.',
  )
}

function readIfThere(file: string) {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return undefined
    throw new Error(`Foldout cannot start: ${file} cannot be read (${code}). Start it as the user who owns it.`, {
      cause: error,
    })
  }
}

/** Flushed to disk before use. Two processes that start together both use the first one's secret. */
function makeSecret(dataDir: string, file: string) {
  const unfinished = `${file}.${process.pid}`
  writeFileSync(unfinished, randomBytes(32).toString('hex'), { mode: 0o600, flush: true })
  linkOrRename(unfinished, file)
  const folder = openSync(dataDir, 'r')
  fsyncSync(folder)
  closeSync(folder)
  return readFileSync(file, 'utf8').trim()
}

/** A hard link never replaces an existing file. Some file systems lack links, so a rename is the fallback. */
function linkOrRename(unfinished: string, file: string) {
  try {
    linkSync(unfinished, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') return renameSync(unfinished, file)
  }
  rmSync(unfinished)
}
