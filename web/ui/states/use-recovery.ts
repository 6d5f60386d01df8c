import { useEffect, useEffectEvent } from 'react'
import { reachable } from '#web/browser/reachable.ts'

/** Asks again, once, when the site can be reached: for as long as something could not be read. */
export function useRecovery(isUnread: boolean, onRetry: () => void) {
  const retry = useEffectEvent(onRetry)
  useEffect(() => {
    if (!isUnread) return
    let isGone = false
    void reachable().then(() => isGone || retry())
    return () => {
      isGone = true
    }
  }, [isUnread])
}
