/** Local storage as JSON. Never throws. Stored values may be tampered with, so readers must check their shape. */

export function readStored(key: string): unknown {
  try {
    return parseJson(localStorage.getItem(key))
  } catch {
    return undefined
  }
}

/** Returns whether the value was saved. If not, the old value may remain. */
export function persist(key: string, value: unknown): boolean {
  try {
    localStorage.setItem(key, JSON.stringify(value))
    return true
  } catch {
    return false
  }
}

export function removeStored(key: string) {
  try {
    localStorage.removeItem(key)
  } catch {
    // Storage is unavailable.
  }
}

const maxTime = 8.64e15

/** Whether a stored value is a valid timestamp. Formatting an invalid one would throw. */
export const isTime = (value: unknown): value is number => typeof value === 'number' && Math.abs(value) <= maxTime

export function listStoredKeys(prefix: string): string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(prefix))
  } catch {
    return []
  }
}

/** Calls `listener` on changes from other tabs, with undefined for a deleted key. Returns a stop function. */
export function onStoredChange(key: string, listener: (value: unknown) => void): () => void {
  const onStorage = (event: StorageEvent) => {
    // A null key means that storage was cleared. Session storage sends the same event.
    if (event.key !== null && event.key !== key) return
    if (event.storageArea === null || event.storageArea === getLocalStorage()) listener(parseJson(event.newValue))
  }
  window.addEventListener('storage', onStorage)
  return () => window.removeEventListener('storage', onStorage)
}

function getLocalStorage(): Storage | undefined {
  try {
    return localStorage
  } catch {
    return undefined
  }
}

function parseJson(text: string | null): unknown {
  try {
    return text === null ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}
