import { useState } from 'react'
import { keep } from '#web/browser/local-storage.ts'
import { usePageData } from '#web/page/page-data.tsx'
import css from './announcement.module.css'

/** Before the first paint, `entry-inline.ts` hides a dismissed announcement. */
export function Announcement() {
  const { announcement } = usePageData().site
  const [isDismissed, setDismissed] = useState(false)
  if (!announcement || isDismissed) return null
  function dismiss() {
    keep('foldout:dismissed', announcement?.id)
    setDismissed(true)
  }
  return (
    <aside className={css.announcement} aria-label="Announcement">
      <div className="wrap">
        <p dir="auto">{announcement.text}</p>
        <button type="button" onClick={dismiss}>
          Dismiss
        </button>
      </div>
    </aside>
  )
}
