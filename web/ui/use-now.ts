import { useState } from 'react'
import { usePageData } from '#web/page/page-data.tsx'
import { useMounted } from './use-mounted.ts'

/** The time this was first drawn; while hydrating, the time the server drew it, so that both say the same. */
export function useNow() {
  const { drawnAt } = usePageData()
  const [mountedAt] = useState(() => Date.now())
  return useMounted() ? mountedAt : drawnAt
}
