/** Local storage as JSON. Never throws. Stored values may be tampered with, so readers must check their shape. */

export function readKept(key: string): unknown {
  try {
    return parsed(localStorage.getItem(key))
  } catch {
    return undefined
  }
}

/** Returns whether the value was saved. If not, the old value may remain. */
export function keep(key: string, value: unknown): boolean {
  try {
    localStorage.setItem(key, JSON.stringify(value))
    return true
  } catch {
    return false
  }
}

export function forget(key: string) {
  try {
    localStorage.removeItem(key)
  } catch {
    // Storage is unavailable.
  }
}

const endOfTime = 8.64e15

/** Whether a stored value is a valid timestamp. Formatting an invalid one would throw. */
export const isTime = (value: unknown): value is number =>
  typeof value === 'number' && Math.abs(value) <= endOfTime

export function keptKeys(prefix: string): string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(prefix))
  } catch {
    return []
  }
}

/** Calls `listener` on changes from other tabs, with undefined for a deleted key. Returns a stop function. */
export function onKeptChange(key: string, listener: (value: unknown) => void): () => void {
  const heard = (event: StorageEvent) => {
    // A null key means that storage was cleared. Session storage sends the same event.
    if (event.key !== null && event.key !== key) return
    if (event.storageArea === null || event.storageArea === localArea()) listener(parsed(event.newValue))
  }
  window.addEventListener('storage', heard)
  return () => window.removeEventListener('storage', heard)
}

function localArea(): Storage | undefined {
  try {
    return localStorage
  } catch {
    return undefined
  }
}

function parsed(text: string | null): unknown {
  try {
    return text === null ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}
