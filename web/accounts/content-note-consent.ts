import { useSyncExternalStore } from 'react'

/** Stores the content notes that a reader has agreed to, by zine and note, until the tab closes or on sign-out. */

const key = 'foldout:agreed-notes'
const maxStored = 200

const none: readonly string[] = []
let agreed: readonly string[] | undefined
const listeners = new Set<() => void>()

export const noteKey = (zineId: string, note: string) => `${zineId} ${note}`

export const useAgreedNotes = () => useSyncExternalStore(listen, readAgreed, () => none)

export function agreeToNotes(names: string[]) {
  saveAgreed([...readAgreed().filter((name) => !names.includes(name)), ...names].slice(-maxStored))
}

export const clearAgreedNotes = () => saveAgreed(none)

function saveAgreed(names: readonly string[]) {
  agreed = names
  try {
    if (names.length === 0) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, JSON.stringify(names))
  } catch {
    // Without session storage, the consent is lost on the next reload.
  }
  for (const listener of listeners) listener()
}

function readAgreed() {
  agreed ??= readStoredNames()
  return agreed
}

function readStoredNames() {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(key) ?? '[]')
    return Array.isArray(stored) ? stored.filter((name) => typeof name === 'string') : none
  } catch {
    return none
  }
}

function listen(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
