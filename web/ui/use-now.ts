import { useState } from 'react'
import { usePageData } from '#web/page-data/page-data.tsx'
import { useMounted } from './use-mounted.ts'

/** The time of the first render. During hydration the server's time, so that both render the same text. */
export function useNow() {
  const { renderedAt } = usePageData()
  const [mountedAt] = useState(() => Date.now())
  return useMounted() ? mountedAt : renderedAt
}
