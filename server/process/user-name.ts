import { spawnSync } from 'node:child_process'

/** The name of a user of this machine, also of those that only a directory service knows. */
export function userName(uid: number) {
  const { status, stdout } = spawnSync('id', ['-nu', String(uid)], { encoding: 'utf8', timeout: 5_000 })
  return status === 0 ? stdout.trim() : undefined
}
