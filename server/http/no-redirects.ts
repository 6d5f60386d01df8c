let isSet = false

/**
 * From now on no call of this process to another machine follows a redirect unless it says so: one could lead to any
 * address that this machine can reach. Better Auth has no setting for what it reads of a provider, so this is set where
 * every call goes through; the redirect is then an answer like any other, and no success.
 */
export function followNoRedirects() {
  if (isSet) return
  isSet = true
  const { fetch } = globalThis
  globalThis.fetch = (input, init) => fetch(input, { redirect: 'manual', ...init })
}
