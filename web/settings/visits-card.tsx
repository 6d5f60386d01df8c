import { useLingui } from '@lingui/react/macro'
import { usePageData } from '#web/page-data/page-data.tsx'
import { useLazyComponent } from '#web/ui/use-lazy-component.ts'
import { Setting } from './setting.tsx'

export function VisitsCard() {
  const { t } = useLingui()
  const { analytics } = usePageData().site
  const VisitsSwitch = useLazyComponent(analytics !== undefined, loadSwitch, () => undefined)
  if (!analytics) return null
  return (
    <Setting title={t`Visit Counting`} hint={t`Applies to everyone who uses this browser.`}>
      <p>
        {analytics.searchText
          ? t`We count which pages you open and, for searches, the words and the number of results, under a random number instead of your name. No cookies, nothing about your projects.`
          : t`We count which pages you open and, for searches, the length and the number of results, under a random number instead of your name. No cookies, nothing about your projects.`}
      </p>
      {VisitsSwitch && <VisitsSwitch />}
    </Setting>
  )
}

const loadSwitch = () => import('#web/analytics/visits-switch.tsx').then((module) => module.VisitsSwitch)
