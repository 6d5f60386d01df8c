import type { StorageKey, TabKey } from './storage-keys.ts'

/** Local storage as JSON. Never throws. Stored values may be tampered with, so readers must check their shape. */

export function readStored(key: string): unknown {
  try {
    return parseJson(localStorage.getItem(key))
  } catch {
    return undefined
  }
}

/** Returns whether the value was saved. If not, the old value may remain. */
export function persist(key: StorageKey, value: unknown): boolean {
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

export function listStoredKeys(prefix: string): StorageKey[] {
  try {
    return Object.keys(localStorage).filter((key): key is StorageKey => key.startsWith(prefix))
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

/** Session storage as JSON, under the same rules. */
export function readInTab(key: TabKey): unknown {
  try {
    return parseJson(sessionStorage.getItem(key))
  } catch {
    return undefined
  }
}

/** Without storage, the value is lost on the next reload. */
export function persistInTab(key: TabKey, value: unknown) {
  try {
    sessionStorage.setItem(key, JSON.stringify(value))
  } catch {
    // Storage is unavailable.
  }
}

export function removeInTab(key: TabKey) {
  try {
    sessionStorage.removeItem(key)
  } catch {
    // Storage is unavailable.
  }
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
