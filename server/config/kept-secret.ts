import { randomBytes } from 'node:crypto'
import {
  closeSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { checkDataFolder, makeDataFolder } from './data-folder.ts'

/** As many characters as a secret has at least. */
export const secretMin = 32

/** Those that `SECRET` was before, the latest first, with commas between them. */
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

/** The secret that signs sessions: made once, readable by its owner alone, whole or not there at all. */
export function keptSecret(dataDir: string) {
  const file = join(dataDir, 'secret')
  makeDataFolder(dataDir)
  const kept = readIfThere(file)
  checkDataFolder(dataDir)
  const secret = kept ?? makeSecret(dataDir, file)
  if (secret.length >= secretMin) return secret
  throw new Error(
    `Foldout cannot start: ${file} is damaged, it has fewer than ${secretMin} characters. Put back the one from a backup. ` +
      'Without one, remove it: a new one is made, everybody is signed out, and second factors have to be set up again.',
  )
}

function readIfThere(file: string) {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return undefined
    throw new Error(
      `Foldout cannot start: ${file} cannot be read (${code}). Start it as the user whose it is.`,
      {
        cause: error,
      },
    )
  }
}

/** On the disk before anybody signs with it. Of two processes that start at once, both have that of the first. */
function makeSecret(dataDir: string, file: string) {
  const unfinished = `${file}.${process.pid}`
  writeFileSync(unfinished, randomBytes(32).toString('hex'), { mode: 0o600, flush: true })
  giveName(unfinished, file)
  const folder = openSync(dataDir, 'r')
  fsyncSync(folder)
  closeSync(folder)
  return readFileSync(file, 'utf8').trim()
}

/** A link never takes the place of what is there. Some file systems have none; there a name has to do. */
function giveName(unfinished: string, file: string) {
  try {
    linkSync(unfinished, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') return renameSync(unfinished, file)
  }
  rmSync(unfinished)
}
