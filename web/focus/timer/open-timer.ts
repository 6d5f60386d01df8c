import type { QueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import type { TimerStore } from './timer-store.ts'

type Opened = { userId: string; queries: QueryClient; store: TimerStore; close: () => void }

let opened: Opened | undefined
const listeners = new Set<() => void>()

export const openedTimer = () => opened

export function setOpenedTimer(next: Opened | undefined) {
  if (opened === next) return
  opened?.close()
  opened = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

export const storeOf = (userId: string | undefined) => (opened?.userId === userId ? opened?.store : undefined)

export const useOpenedTimer = (userId: string | undefined) =>
  useSyncExternalStore(
    subscribe,
    () => storeOf(userId),
    () => undefined,
  )
