import type { QueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import type { TimerStore } from './timer-store.ts'

type OpenTimer = { userId: string; queries: QueryClient; store: TimerStore; close: () => void }

let openTimer: OpenTimer | undefined
const listeners = new Set<() => void>()

export const getOpenTimer = () => openTimer

export function setOpenTimer(next: OpenTimer | undefined) {
  if (openTimer === next) return
  openTimer?.close()
  openTimer = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

export const getTimerStore = (userId: string | undefined) =>
  openTimer?.userId === userId ? openTimer?.store : undefined

export const useOpenTimer = (userId: string | undefined) =>
  useSyncExternalStore(
    subscribe,
    () => getTimerStore(userId),
    () => undefined,
  )
