import { folded, readLookAlikes } from './look-alikes.ts'

let known: Map<string, string> | undefined

/**
 * What makes two usernames the same: neither case nor compatibility forms nor look-alike letters count, accents do.
 * The key of a key is itself. A change of what it answers needs a migration like 0007 for the keys that are stored.
 */
export function usernameKey(username: string) {
  known ??= readLookAlikes()
  const lookAlikes = known
  return [...folded(username)]
    .map((letter) => lookAlikes.get(letter) ?? letter)
    .join('')
    .normalize('NFC')
}

/** The key of usernames from before look-alikes counted; those that would have collided keep it. */
export const formerUsernameKey = (username: string) =>
  username.normalize('NFKC').toLowerCase().normalize('NFC')
