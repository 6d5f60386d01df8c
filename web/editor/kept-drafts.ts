/** What this page has let go of; the browser may list its locks a little longer. */
const released = new Set<string>()

/** A tab holds the lock of its draft for as long as it lives, however it ends. Answers how to let go. */
export function holdDraft(key: string): () => void {
  let release = () => {}
  // Without https there are no locks: then every draft counts as one of a tab that is gone, and none is lost by it.
  if (!('locks' in navigator)) return release
  const leaving = new AbortController()
  const held = () =>
    new Promise<void>((resolve) => {
      release = resolve
    })
  void requestLock(key, leaving.signal, held)
  return () => {
    released.add(key)
    leaving.abort()
    release()
  }
}

/** A browser can refuse its locks to a page: that is like having none. */
async function requestLock(key: string, signal: AbortSignal, held: () => Promise<void>) {
  try {
    await navigator.locks.request(key, { signal }, held)
  } catch {
    // Let go of before it was held, or refused.
  }
}

/** The drafts, by their keys, of tabs that are there. */
export async function livingDrafts(): Promise<Set<string>> {
  if (!('locks' in navigator)) return new Set()
  try {
    const { held = [] } = await navigator.locks.query()
    return new Set(held.map(({ name }) => name ?? '').filter((name) => !released.has(name)))
  } catch {
    return new Set()
  }
}
