import { useSyncExternalStore } from 'react'

/** Stores the content notes that a reader has agreed to, by zine and note, until the tab closes or on sign-out. */

const key = 'foldout:agreed-notes'
const most = 200

const none: readonly string[] = []
let agreed: readonly string[] | undefined
const listeners = new Set<() => void>()

export const nameOfNote = (zineId: string, note: string) => `${zineId} ${note}`

export const useAgreedNotes = () => useSyncExternalStore(listen, readAgreed, () => none)

export function agreeToNotes(names: string[]) {
  keepAgreed([...readAgreed().filter((name) => !names.includes(name)), ...names].slice(-most))
}

export const forgetAgreedNotes = () => keepAgreed(none)

function keepAgreed(names: readonly string[]) {
  agreed = names
  try {
    if (names.length === 0) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, JSON.stringify(names))
  } catch {
    // Without session storage, the consent is lost on the next reload.
  }
  for (const heard of listeners) heard()
}

function readAgreed() {
  agreed ??= keptNames()
  return agreed
}

function keptNames() {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(key) ?? '[]')
    return Array.isArray(kept) ? kept.filter((name) => typeof name === 'string') : none
  } catch {
    return none
  }
}

function listen(heard: () => void) {
  listeners.add(heard)
  return () => {
    listeners.delete(heard)
  }
}
