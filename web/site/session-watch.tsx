import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useViewer } from '#web/accounts/viewer.ts'

/** Has the session looked after on every page; shows nothing. */
export function SessionWatch() {
  const queries = useQueryClient()
  const viewerId = useViewer()?.id
  useEffect(() => {
    const watching = import('./watch-session.ts').then(
      (part) => part.watchSession(queries, viewerId),
      () => undefined,
    )
    return () => void watching.then((stop) => stop?.())
  }, [queries, viewerId])
  return null
}
