import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { holdDesk } from './shared-desk.ts'
import { hearTime } from './time-changes.ts'
import type { TimerDesk } from './timer-desk.ts'

/** The member's timer of this tab; undefined before it is open. */
export function useDesk(userId: string) {
  const queries = useQueryClient()
  const [desk, setDesk] = useState<TimerDesk>()
  useEffect(() => {
    hearTime(queries)
    const held = holdDesk(queries, userId)
    setDesk(held.desk)
    return held.release
  }, [queries, userId])
  return desk
}

/** What is set, what runs and what waits; it changes when something happens, not with every second. */
export const useTimer = (desk: TimerDesk) => useSyncExternalStore(desk.subscribe, desk.read)

/** Milliseconds to the end of the run, in whole seconds; null while nothing runs. */
export const useLeft = (desk: TimerDesk) =>
  useSyncExternalStore(desk.subscribe, () => {
    const left = desk.left()
    return left === null ? null : Math.ceil(left / 1000) * 1000
  })
