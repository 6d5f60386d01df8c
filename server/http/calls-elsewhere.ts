let isSet = false

/** How long, in milliseconds, another machine may take for an answer and all that is in it. */
const patience = 10_000

/**
 * From now on no call of this process to another machine follows a redirect unless it says so: one could lead to any
 * address that this machine can reach. And none lasts for ever: others wait for their turn behind it. Better Auth has no
 * settings for how it asks a provider, so this is set where every call goes through; the redirect is then an answer like
 * any other, and no success.
 */
export function boundCallsElsewhere() {
  if (isSet) return
  isSet = true
  globalThis.fetch = bounded(globalThis.fetch, patience)
}

export const bounded =
  (call: typeof fetch, patience: number): typeof fetch =>
  (input, init) => {
    const given = init?.signal ?? (input instanceof Request ? input.signal : undefined)
    const late = AbortSignal.timeout(patience)
    const signal = given ? AbortSignal.any([given, late]) : late
    return call(input, { redirect: 'manual', ...init, signal })
  }
