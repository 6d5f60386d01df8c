/**
 * What this browser keeps: local storage with JSON in and out, that never throws. It may be full, broken, disabled or
 * absent (on the server), and anybody can have written to it: whoever reads checks the shape.
 */

export function readKept(key: string): unknown {
  try {
    return parsed(localStorage.getItem(key))
  } catch {
    return undefined
  }
}

/** Whether it is kept now. When it is not, what was there before may still be. */
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
    // Nothing can be kept here, so nothing is.
  }
}

/** As far as dates reach, in milliseconds from 1970. */
const endOfTime = 8.64e15

/** Whether a stored value is a point in time: any other throws where it is formatted. */
export const isTime = (value: unknown): value is number =>
  typeof value === 'number' && Math.abs(value) <= endOfTime

export function keptKeys(prefix: string): string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(prefix))
  } catch {
    return []
  }
}

/** Tells what another tab made of the key: its new value, or undefined when it is gone. Answers how to stop. */
export function onKeptChange(key: string, listener: (value: unknown) => void): () => void {
  const heard = (event: StorageEvent) => {
    // Without a key, everything was cleared. The session's storage tells by the same event.
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
