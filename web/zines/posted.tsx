import { formatDistance } from 'date-fns/formatDistance'
import { useNow } from '#web/ui/use-now.ts'

/** When a zine was published, in standard distance phrases (spec §2). */
export function Posted({ at }: { at: string }) {
  const now = useNow()
  return (
    <p className="meta">
      <time dateTime={at}>Posted {formatDistance(at, now)} ago</time>
    </p>
  )
}
