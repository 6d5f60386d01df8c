import { getPriority, setPriority } from 'node:os'

/** Native code is not bound by Node's permissions, so a decoder that root started becomes a user who owns nothing, and is no other decoder. */
export function dropPrivileges() {
  if (process.getuid?.() !== 0) return
  const id = 62_000 + (process.pid % 2_000)
  attempt(() => process.setgroups?.([]))
  attempt(() => process.setgid?.(id))
  attempt(() => process.setuid?.(id))
}

/** In a container root may lack the right to this, and has few others then. */
function attempt(drop: () => void) {
  try {
    drop()
  } catch (error) {
    if (!['EPERM', 'EINVAL'].includes(String((error as NodeJS.ErrnoException).code))) throw error
  }
}

/** Lets everything else on the machine come first. Whoever gives way more already stays so: only root may take that back. */
export function giveWay(niceness: number) {
  if (getPriority() >= niceness) return
  try {
    setPriority(niceness)
  } catch {
    // Where a service may not change it the work is done all the same.
  }
}
