import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { hearTime } from '../write-time.ts'
import { holdTimer } from './shared-timer.ts'
import type { TimerController } from './timer-controller.ts'

/** The member's timer of this tab; undefined before it is open. */
export function useTimerController(userId: string) {
  const queries = useQueryClient()
  const [controller, setController] = useState<TimerController>()
  useEffect(() => {
    hearTime(queries)
    const held = holdTimer(queries, userId)
    setController(held.controller)
    return held.release
  }, [queries, userId])
  return controller
}

/** What is set, what runs and what waits; it changes when something happens, not with every second. */
export const useTimer = (controller: TimerController) =>
  useSyncExternalStore(controller.subscribe, controller.read)

/** Milliseconds to the end of the run, in whole seconds; null while nothing runs. */
export const useLeft = (controller: TimerController) =>
  useSyncExternalStore(controller.subscribe, () => {
    const left = controller.left()
    return left === null ? null : Math.ceil(left / 1000) * 1000
  })
