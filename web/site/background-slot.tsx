import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useViewer } from '#web/accounts/viewer.ts'

/** Has the session and the timer looked after on every page; shows nothing. */
export function BackgroundSlot() {
  const queries = useQueryClient()
  const viewerId = useViewer()?.id
  useEffect(() => {
    const started = import('./background-work.ts').then(
      (part) => part.startBackgroundWork(queries, viewerId),
      () => undefined,
    )
    return () => void started.then((stop) => stop?.())
  }, [queries, viewerId])
  return null
}
