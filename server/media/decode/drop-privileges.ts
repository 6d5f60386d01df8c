import { getPriority, setPriority } from 'node:os'

/** Native code ignores Node's permissions, so a decoder of root becomes a user without files, different for each decoder. */
export function dropPrivileges() {
  if (process.getuid?.() !== 0) return
  const id = 62_000 + (process.pid % 2_000)
  ignoreNotPermitted(() => process.setgroups?.([]))
  ignoreNotPermitted(() => process.setgid?.(id))
  ignoreNotPermitted(() => process.setuid?.(id))
}

/** In a container, root may lack the right to do this, but then has few others. */
function ignoreNotPermitted(drop: () => void) {
  try {
    drop()
  } catch (error) {
    if (!['EPERM', 'EINVAL'].includes(String((error as NodeJS.ErrnoException).code))) throw error
  }
}

/** Gives all other processes priority. An even lower priority stays, because only root can raise it. */
export function lowerPriority(niceness: number) {
  if (getPriority() >= niceness) return
  try {
    setPriority(niceness)
  } catch {
    // Without permission to change it, the work continues.
  }
}
