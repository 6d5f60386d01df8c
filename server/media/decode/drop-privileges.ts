/**
 * A decoder that root started becomes a user who owns nothing, once its code is loaded and before it reads a byte of
 * the file: decoders are native code, which Node's permissions do not bind. The number belongs to no account, since even
 * the account `nobody` may own something here, such as the database, and to no other decoder at work.
 */
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
