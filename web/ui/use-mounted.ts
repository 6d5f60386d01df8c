import { useState, useSyncExternalStore } from 'react'
import { usePageData } from '#web/page/page-data.tsx'

const never = () => () => undefined

/** False while the server draws and the browser takes over, true from then on. */
export const useMounted = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )

/** The time this was first drawn; while hydrating, the time the server drew it, so that both say the same. */
export function useNow() {
  const { drawnAt } = usePageData()
  const [mountedAt] = useState(() => Date.now())
  return useMounted() ? mountedAt : drawnAt
}
