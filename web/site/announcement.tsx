import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { persist } from '#web/browser/local-storage.ts'
import { usePageData } from '#web/page-data/page-data.tsx'
import css from './announcement.module.css'

/** Before the first paint, `entry-inline.ts` hides a dismissed announcement. */
export function Announcement() {
  const { t } = useLingui()
  const { announcement } = usePageData().site
  const [isDismissed, setDismissed] = useState(false)
  if (!announcement || isDismissed) return null
  function dismiss() {
    persist('foldout:dismissed', announcement?.id)
    setDismissed(true)
  }
  return (
    <aside className={css.announcement} aria-label={t`Announcement`}>
      <div className="wrap">
        <p dir="auto">{announcement.text}</p>
        <button type="button" onClick={dismiss}>{t`Dismiss`}</button>
      </div>
    </aside>
  )
}
