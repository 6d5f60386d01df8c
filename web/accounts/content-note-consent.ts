import { useSyncExternalStore } from 'react'
import { persistInTab, readInTab, removeInTab } from '#web/browser/local-storage.ts'

/** Stores the content notes that a reader has agreed to, by zine and note, until the tab closes or on sign-out. */

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
  if (names.length === 0) removeInTab('foldout:agreed-notes')
  else persistInTab('foldout:agreed-notes', names)
  for (const listener of listeners) listener()
}

function readAgreed() {
  agreed ??= readStoredNames()
  return agreed
}

function readStoredNames() {
  const stored = readInTab('foldout:agreed-notes')
  return Array.isArray(stored) ? stored.filter((name) => typeof name === 'string') : none
}

function listen(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
