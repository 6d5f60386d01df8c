import { Suspense } from 'react'
import { createPortal } from 'react-dom'
import { useViewer } from '#web/accounts/viewer.ts'
import { lazyOptional } from '#web/ui/lazy-optional.ts'
import css from './visits-switch.module.css'
import { useVisitsChoice, VisitsSwitch } from './visits-switch.tsx'

/** Not loaded for visitors who opted out. Content blockers block file names with “analytics”, hence this name. */
const CountVisits = lazyOptional(() => import('./count-visits.tsx').then((module) => module.CountVisits))

type VisitsProps = { site: { key: string; host: string; searchText: boolean } }

/** Counts visits if allowed. Guests choose in the footer, members in their settings. */
export function Visits({ site }: VisitsProps) {
  const viewer = useViewer()
  const choice = useVisitsChoice()
  const footer = document.querySelector('body > footer')
  const visitsSwitch = (
    <div className={`wrap ${css.footer}`}>
      <VisitsSwitch />
    </div>
  )
  return (
    <>
      {viewer === null && footer && createPortal(visitsSwitch, footer)}
      {choice === 'on' && viewer !== undefined && (
        <Suspense>
          <CountVisits site={site} viewer={viewer} />
        </Suspense>
      )}
    </>
  )
}
