import { formatDistance } from 'date-fns/formatDistance'
import { useState, useSyncExternalStore } from 'react'
import { usePageData } from '#web/page-data.tsx'

/** When a zine was published, in standard distance phrases (spec §2). */
export function Posted({ at }: { at: string }) {
  const now = useNow()
  return (
    <p className="meta">
      <time dateTime={at}>Posted {formatDistance(at, now)} ago</time>
    </p>
  )
}

const never = () => () => undefined

/** The time this was first drawn; while hydrating, the time the server drew it, so that both say the same. */
function useNow() {
  const { drawnAt } = usePageData()
  const [mountedAt] = useState(() => Date.now())
  return useSyncExternalStore(
    never,
    () => mountedAt,
    () => drawnAt,
  )
}
