import { useLingui } from '@lingui/react/macro'
import { LoadFailure } from '#web/ui/states/load-failure.tsx'

export const PageFailed = () => {
  const { t } = useLingui()
  return (
    <main id="main" className="wrap">
      <title>{t`Foldout`}</title>
      <LoadFailure title={t`This page could not be loaded`} onRetry={() => location.reload()} />
    </main>
  )
}
