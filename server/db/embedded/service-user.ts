import { spawnSync } from 'node:child_process'
import { chownSync, readFileSync, statSync } from 'node:fs'
import { startError } from './start-error.ts'

/** Spread into spawn options, which also drops supplementary groups. */
export type ServiceUser = { uid: number; gid: number }

/** Root runs PostgreSQL as the cluster's owner, `postgres` or `nobody`. Other users run it as themselves. */
export function chooseServiceUser(cluster: string): ServiceUser | undefined {
  if (process.getuid?.() !== 0) return undefined
  const user = ownerOf(cluster) ?? accountOf('postgres') ?? accountOf('nobody')
  if (!user) {
    throw startError('PostgreSQL cannot run as root, and this machine has no user “postgres” or “nobody”.')
  }
  if (!canEnter(user, '/')) {
    throw startError(`PostgreSQL cannot run as root, and this process may not switch to user ${user.uid}.`)
  }
  return user
}

export function canEnter(user: ServiceUser | undefined, folder: string): boolean {
  return spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], { ...user, cwd: '/' }).status === 0
}

export function changeOwner(user: ServiceUser | undefined, path: string): void {
  if (user) chownSync(path, user.uid, user.gid)
}

function ownerOf(path: string): ServiceUser | undefined {
  const stats = statSync(path, { throwIfNoEntry: false })
  return stats && stats.uid !== 0 ? { uid: stats.uid, gid: stats.gid } : undefined
}

function accountOf(name: string): ServiceUser | undefined {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${name}:`))
  if (!line) return undefined
  const [, , uid, gid] = line.split(':').map(Number)
  if (uid === undefined || gid === undefined) return undefined
  // On macOS the user nobody is listed as -2.
  return { uid: uid >>> 0, gid: gid >>> 0 }
}
