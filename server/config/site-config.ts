import { existsSync, lstatSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { userName } from '#server/process/user-name.ts'
import { readConfig, type SiteLocation } from './config.ts'

/** Settings of an existing site, for commands. Creates nothing and refuses root on another user's site. */
export const readSiteConfig = (env: NodeJS.ProcessEnv) =>
  readConfig(env, (location) => {
    assertSiteExists(location)
    assertOwner(location)
  })

export const readConfigAsOwner = (env: NodeJS.ProcessEnv) => readConfig(env, assertOwner)

/** In the wrong folder a command would create a new site and report that all is well. */
function assertSiteExists({ dataDir, hasDatabase, hasSecret }: SiteLocation) {
  const needed = [...(hasDatabase ? [] : ['postgres']), ...(hasSecret ? [] : ['secret'])]
  const missing = needed.filter((name) => !existsSync(join(dataDir, name)))
  if (missing.length === 0) return
  throw new Error(
    `There is no site in ${dataDir}: it has no ${missing.join(' and no ')}, or this user has no access${settings()}. ` +
      'Run the command in the site’s folder as its user, or set DATA_DIR.',
  )
}

const settings = () => (existsSync('.env') ? '' : `, and there is no .env in ${resolve('.')}`)

/** The site cannot write files that root creates. Its user owns the secret, or the folder if a setting is the secret. */
export function assertOwner({ dataDir, hasSecret }: SiteLocation, user = process.getuid?.()) {
  if (user !== 0) return
  const { uid } = (hasSecret ? undefined : statOf(join(dataDir, 'secret'))) ?? statOf(dataDir) ?? { uid: user }
  if (uid === user) return
  const name = userName(uid)
  throw new Error(
    `The site in ${dataDir} belongs to another user (${name ?? `uid ${uid}`}), who could not write files that root ` +
      `creates there. Run the command as that user: ${commandAsUser(uid, name)} …`,
  )
}

/** The command uses only programs that every Linux has. */
function commandAsUser(uid: number, name?: string) {
  if (process.platform !== 'linux') return `sudo -u '${name ?? `#${uid}`}'`
  return name ? `runuser -u ${name} --` : `setpriv --reuid=${uid} --regid=${uid} --clear-groups`
}

const statOf = (path: string) => statSync(path, { throwIfNoEntry: false })

export function loadDotEnv() {
  try {
    process.loadEnvFile('.env')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT' && !mayExist('.env')) return
    throw new Error('Foldout cannot start: the file .env in this folder cannot be read. Give this user read access.', {
      cause: error,
    })
  }
}

/** Node reports unreadable files as missing. Without its settings the process would open a different site. */
function mayExist(path: string) {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined
  } catch {
    return true
  }
}
