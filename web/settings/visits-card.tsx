import { usePageData } from '#web/page/page-data.tsx'
import { usePart } from '#web/ui/use-part.ts'
import { Setting } from './setting.tsx'

export function VisitsCard() {
  const { analytics } = usePageData().site
  const VisitsSwitch = usePart(analytics !== undefined, loadSwitch, () => undefined)
  if (!analytics) return null
  return (
    <Setting title="Being Counted" hint="Kept in this browser, for whoever uses it.">
      <p>
        Which pages you open, and of a search {analytics.searchText ? 'its words' : 'its length'} and how much
        it found: under a number that stands for you and is not your name. No cookie, and none of your
        projects.
      </p>
      {VisitsSwitch && <VisitsSwitch />}
    </Setting>
  )
}

const loadSwitch = () => import('#web/analytics/visits-switch.tsx').then((part) => part.VisitsSwitch)
