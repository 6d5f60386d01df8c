import { existsSync, lstatSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type Place, readConfig } from './config.ts'

/** The settings of a site that is there, for a command beside it: nothing is made of its own, and nothing as somebody else. */
export const readSiteConfig = (env: NodeJS.ProcessEnv) =>
  readConfig(env, (place) => {
    assertThere(place)
    assertOwn(place)
  })

export const readOwnConfig = (env: NodeJS.ProcessEnv) => readConfig(env, assertOwn)

/** In the wrong folder a command would make a site of its own, and say of that one that all is well. */
function assertThere({ dataDir, hasDatabase, hasSecret }: Place) {
  const needed = [...(hasDatabase ? [] : ['postgres']), ...(hasSecret ? [] : ['secret'])]
  const missing = needed.filter((name) => !existsSync(join(dataDir, name)))
  if (missing.length === 0) return
  throw new Error(
    `There is no site in ${dataDir}: it has no ${missing.join(' and no ')}, or this user has no access${settings()}. ` +
      'Run the command in the site’s folder as its user, or set DATA_DIR.',
  )
}

const settings = () => (existsSync('.env') ? '' : `, and there is no .env in ${resolve('.')}`)

/** What root makes there the site may not write. Whoever owns the secret runs it; where that is a setting, the folder's owner. */
export function assertOwn({ dataDir, hasSecret }: Place, user = process.getuid?.()) {
  if (user !== 0) return
  const { uid } = (hasSecret ? undefined : statOf(join(dataDir, 'secret'))) ??
    statOf(dataDir) ?? { uid: user }
  if (uid === user) return
  throw new Error(
    `The site in ${dataDir} belongs to another user (uid ${uid}), who could not write files that root creates there. ` +
      `Run the command as that user: sudo -u '#${uid}' …`,
  )
}

const statOf = (path: string) => statSync(path, { throwIfNoEntry: false })

export function loadDotEnv() {
  try {
    process.loadEnvFile('.env')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT' && !isThere('.env')) return
    throw new Error(
      'Foldout cannot start: the file .env in this folder cannot be read. Give this user read access.',
      { cause: error },
    )
  }
}

/** Node calls a file absent that may not be read. Without its settings a site would open as another one. */
function isThere(path: string) {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined
  } catch {
    return true
  }
}
